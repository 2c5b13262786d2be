// See shared_text.hpp.
#include "scenarios/shared_text.hpp"

#include <sys/mman.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace onceproof::scenarios {

struct shared_text::page {
    std::size_t size;
    std::array<char, size_max> text;
};

shared_text::shared_text() {
    void* const memory =
        mmap(nullptr, sizeof(page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        throw std::system_error(errno, std::generic_category(), "no memory to share");
    }
    page_ = static_cast<page*>(memory);
}

shared_text::~shared_text() {
    munmap(page_, sizeof(page));
}

void shared_text::write(std::string_view text) {
    page_->size = text.size() <= size_max ? text.size() : 0;
    std::memcpy(page_->text.data(), text.data(), page_->size);
}

std::string shared_text::read() const {
    return {page_->text.data(), page_->size};
}

}  // namespace onceproof::scenarios
