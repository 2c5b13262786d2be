// A text that a process and those that it forks share: what one has written the others can read,
// also when it has died since.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace onceproof::scenarios {

class shared_text {
public:
    static constexpr std::size_t size_max = std::size_t{64} * 1024;

    // Empty. Throws std::system_error if the system gives no memory.
    shared_text();
    ~shared_text();
    shared_text(const shared_text&) = delete;
    shared_text& operator=(const shared_text&) = delete;

    // Nothing is kept of a text that is longer than size_max.
    void write(std::string_view text);
    std::string read() const;

private:
    struct page;
    page* page_;
};

}  // namespace onceproof::scenarios
