// See bytes.hpp.
#include "search/workers/bytes.hpp"

namespace onceproof::search {

void byte_writer::number(std::uint64_t n, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        bytes_.push_back(static_cast<char>(n >> (8 * i) & 0xffU));
    }
}

void byte_writer::text(std::string_view t) {
    number(t.size(), 4);
    bytes_ += t;
}

std::uint64_t byte_reader::number(std::size_t size) {
    if (failed_ || size > left_.size()) {
        fail();
        return 0;
    }
    std::uint64_t n = 0;
    for (std::size_t i = 0; i < size; ++i) {
        n |= std::uint64_t{static_cast<unsigned char>(left_[i])} << (8 * i);
    }
    left_.remove_prefix(size);
    return n;
}

std::string_view byte_reader::text() {
    const std::size_t size = count();
    const std::string_view t = left_.substr(0, size);
    left_.remove_prefix(size);
    return t;
}

std::size_t byte_reader::count() {
    const std::uint64_t n = number(4);
    if (n > left_.size()) {
        fail();
        return 0;
    }
    return n;
}

void byte_reader::fail() {
    failed_ = true;
    left_ = {};
}

}  // namespace onceproof::search
