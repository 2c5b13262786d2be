// A file of the simulated disk, for disk.cpp and disk_power.cpp alone.
#pragma once

#include "sim/disk/disk.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace onceproof::sim {

struct disk::node {
    // One unsynced write or change of size. What it replaced stands in `replaced` from
    // `replaced_begin` to where the next change's begins.
    struct change {
        enum class deed : std::uint8_t { write, resize };

        std::uint64_t number;  // counts all changes of the disk
        deed kind;
        std::uint64_t begin;  // of a resize: the new size
        std::uint64_t end;
        std::uint64_t size_before;
        std::size_t replaced_begin;
    };

    std::uint64_t id = 0;
    std::vector<std::byte> content;
    std::vector<change> unsynced;  // oldest first
    std::vector<std::byte> replaced;

    // Against the tracked image: its content, and which of its blocks differ by now.
    const std::vector<std::byte>* base = nullptr;
    std::vector<std::uint8_t> differs;
    std::vector<std::uint32_t> different;

    // Notes that the bytes from BEGIN to END will be replaced, before they are.
    void remember(std::uint64_t number, change::deed what, std::uint64_t begin, std::uint64_t end);
    void mark(std::uint64_t begin, std::uint64_t end);
    void forget_unsynced();
    void take_back(const change& undone, std::size_t replaced_end);
    void track(const std::vector<std::byte>& from);
    void put_back();
};

}  // namespace onceproof::sim
