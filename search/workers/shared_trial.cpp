// See shared_trial.hpp.
#include "search/workers/shared_trial.hpp"

#include "search/workers/codec.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <system_error>

namespace onceproof::search {

struct shared_trial::page {
    std::size_t size;
    std::array<char, bytes_max> bytes;
};

shared_trial::shared_trial() {
    void* const memory =
        mmap(nullptr, sizeof(page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        throw std::system_error(errno, std::generic_category(), "no memory to share");
    }
    page_ = static_cast<page*>(memory);
}

shared_trial::~shared_trial() {
    munmap(page_, sizeof(page));
}

void shared_trial::write(const scenarios::trial& t) {
    const std::string bytes = encode(run_plan{t});
    page_->size = bytes.size() <= bytes_max ? bytes.size() : 0;
    std::copy_n(bytes.begin(), page_->size, page_->bytes.begin());
}

std::optional<scenarios::trial> shared_trial::read() const {
    const std::size_t size = std::min(page_->size, bytes_max);
    const std::optional<job> last = decode_job({page_->bytes.data(), size});
    const auto* const plan = last ? std::get_if<run_plan>(&*last) : nullptr;
    return plan == nullptr ? std::nullopt : std::optional(plan->trial);
}

}  // namespace onceproof::search
