// A trial that a process and those that it forks share: what one has written the others can read,
// also when it has died since.
#pragma once

#include "scenarios/trial.hpp"

#include <cstddef>
#include <optional>

namespace onceproof::search {

class shared_trial {
public:
    // There is none. Throws std::system_error if the system gives no memory.
    shared_trial();
    ~shared_trial();
    shared_trial(const shared_trial&) = delete;
    shared_trial& operator=(const shared_trial&) = delete;

    // One that takes more bytes than there are is not kept: then there is none.
    void write(const scenarios::trial& t);
    std::optional<scenarios::trial> read() const;

private:
    static constexpr std::size_t bytes_max = std::size_t{64} * 1024;
    struct page;
    page* page_;
};

}  // namespace onceproof::search
