// The disk of one simulated host: named files, what of them was synced, and pictures of it all.
//
// A write is visible at once to whoever reads the disk, but it is safe only after sync() of its
// file; a created, removed or renamed name is safe only after sync_directory() of its directory.
// power_off() takes back what is not safe, or a part of it (sim/disk/survival.hpp). A process that
// dies (kill) loses nothing here: what it wrote is in the host's page cache. Nothing is ever
// written to a real file.
//
// The disk keeps each unsynced change with what it replaced, oldest first, in the file and in the
// directory. power_off() walks these lists backwards, taking all changes back, and puts those that
// survive on again (disk_power.cpp).
#pragma once

#include "sim/disk/survival.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::sim {

enum class disk_status {
    ok,
    powered_off,  // the disk is off, or was switched off after the file was opened
    no_such_file,
};

class disk {
    struct node;
    struct picture;
    struct taken_back;

public:
    // An open file. It stays usable when its name is removed (as on POSIX), and is dead for ever
    // once the disk was switched off.
    class file {
    public:
        file() = default;
        // True iff the file was opened.
        explicit operator bool() const { return node_ != nullptr; }
        // Number of the file within its disk; never given to another file. Requires: opened.
        std::uint64_t id() const;

    private:
        friend class disk;
        file(std::shared_ptr<node> n, std::uint64_t generation)
            : node_{std::move(n)}, generation_{generation} {}

        std::shared_ptr<node> node_;
        std::uint64_t generation_ = 0;
    };

    // All files of a disk at one moment. Cheap to copy; may be put onto any disk.
    class image {
    public:
        image() = default;
        // Names of the files, in order.
        std::vector<std::string> names() const;
        // Content of a file, empty if there is no such file. Valid as long as the image.
        std::span<const std::byte> content(std::string_view name) const;

    private:
        friend class disk;
        std::shared_ptr<const picture> picture_;
    };

    disk() = default;
    disk(const disk&) = delete;
    disk& operator=(const disk&) = delete;

    // An open file, or an empty one if there is no such file or the disk is off.
    file open(std::string_view name);
    // As open(), but creates the file if it is missing.
    file open_or_create(std::string_view name);
    // A file without a name: no other can open it, and no power-off brings it back.
    file open_unnamed();

    bool exists(std::string_view name) const;
    // True iff `name` leads to this very file.
    bool is_named(std::string_view name, const file& f) const;
    std::vector<std::string> names() const;

    // True iff the file was opened and its disk was never switched off since.
    bool usable(const file& f) const;
    // Size in bytes; 0 for a file that is not usable.
    std::uint64_t size(const file& f) const;
    // Number of bytes read: less than asked at the end of the file, 0 if it is not usable.
    std::size_t read(const file& f, std::uint64_t offset, std::span<std::byte> to) const;
    // A write past the end fills the gap with zeros.
    disk_status write(const file& f, std::uint64_t offset, std::span<const std::byte> from);
    // Cuts the file, or lengthens it with zeros.
    disk_status truncate(const file& f, std::uint64_t size);
    // The file's content and size are safe after this; its name is not.
    disk_status sync(const file& f);

    disk_status remove(std::string_view name);
    // Replaces `to` if it exists.
    disk_status rename(std::string_view from, std::string_view to);
    // The names in `directory` are safe after this. A name's directory is what stands before its
    // last '/' (empty if there is none).
    disk_status sync_directory(std::string_view directory);
    static std::string_view directory_of(std::string_view name);

    // Of what is unsynced, WHAT survives, and every open file is dead. Until power_on() nothing can
    // be opened or changed.
    void power_off(const survival& what = survival());
    void power_on();
    bool powered() const { return powered_; }
    // All files as power_off(WHAT) would leave them now, as one number: equal if these are.
    std::uint64_t left_by(const survival& what) const;
    // Counts the times the disk was switched off.
    std::uint64_t generation() const { return generation_; }

    // A picture of all files as last written. Syncs the whole disk first. Requires: powered.
    image snapshot();
    // Makes the disk what it was in `from`, powered and with all of it synced. Files that are open
    // stay open. Costs the bytes changed since this same image was taken or restored here; putting
    // another image costs all bytes.
    void restore(const image& from);

private:
    struct name_change {
        std::uint64_t number;  // as of a change to a file; the two of a renaming share one
        std::string name;
        std::shared_ptr<node> before;  // null if the name did not exist
    };
    using name_map = std::map<std::string, std::shared_ptr<node>, std::less<>>;

    std::shared_ptr<node> make_node();
    void copy_files_to(disk& other) const;
    void rename_to(std::uint64_t number, std::string_view name, std::shared_ptr<node> target);
    std::vector<taken_back> take_back_unsynced();
    void put_on(taken_back& change, std::uint64_t end);
    void track(std::shared_ptr<const picture> from);
    void restore_names();

    name_map names_;
    std::vector<name_change> unsynced_names_;  // oldest first
    std::uint64_t next_id_ = 1;
    std::uint64_t changes_ = 0;
    std::uint64_t generation_ = 0;
    bool powered_ = true;

    // The image last taken or restored, and its files here, in the order of its names.
    std::shared_ptr<const picture> tracked_;
    std::vector<std::shared_ptr<node>> tracked_nodes_;
};

}  // namespace onceproof::sim
