// Numbers and texts as bytes that are the same on every machine: numbers are little-endian, and a
// text has its length in front of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace onceproof::search {

class byte_writer {
public:
    // The lowest SIZE bytes of N. Requires: it has no more, and SIZE is 8 at most.
    void number(std::uint64_t n, std::size_t size);

    // Requires: it is shorter than 2^32.
    void text(std::string_view t);

    const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
};

// Whatever the bytes are, it reads none beyond them. Once something was missing or wrong it has
// failed: it gives zeros and empty texts from then on.
class byte_reader {
public:
    explicit byte_reader(std::string_view bytes) : left_(bytes) {}

    // Requires: SIZE is 8 at most.
    std::uint64_t number(std::size_t size);

    // It lies in the bytes that are read.
    std::string_view text();

    // The number of items that follow: fails if not even a byte is left for each.
    std::size_t count();

    // What was read makes no sense to whoever asked.
    void fail();

    bool has_failed() const { return failed_; }

    // All was read, and nothing was missing.
    bool is_whole() const { return !failed_ && left_.empty(); }

private:
    std::string_view left_;
    bool failed_ = false;
};

}  // namespace onceproof::search
