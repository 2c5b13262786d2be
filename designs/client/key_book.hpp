// Where a client keeps which key belongs to which of its intents: before the first send, so that it
// asks with the same key after it has died and started again.
#pragma once

#include "model/platform/platform.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::designs {

class key_book {
public:
    key_book() = default;
    virtual ~key_book();
    key_book(const key_book&) = delete;
    key_book& operator=(const key_book&) = delete;

    // The key of that intent: the one that was kept first, FRESH if there was none. Nothing if it
    // could not be kept: then nothing may be sent, for a second start would use another key.
    virtual boost::asio::awaitable<std::optional<std::string>> key_for(std::uint64_t intent,
                                                                       std::string fresh) = 0;
};

// In memory: what several clients of one process share, or what somebody above them has chosen.
class remembered_keys final : public key_book {
public:
    // Requires: KEY is printable ASCII, 1 to 255 characters.
    void remember(std::uint64_t intent, std::string_view key);

    boost::asio::awaitable<std::optional<std::string>> key_for(std::uint64_t intent,
                                                               std::string fresh) override;

private:
    std::map<std::uint64_t, std::string> keys_;
};

inline constexpr std::string_view key_book_schema =
    "CREATE TABLE keys(intent INTEGER PRIMARY KEY, key TEXT NOT NULL)";

// In the database of a process, which has the table of `key_book_schema`. What it has answered is
// on the disk. Any number of intents may ask at the same time, and several clients may share one
// database: the table's primary key decides which key an intent has.
template <class Platform>
class stored_keys final : public key_book {
public:
    explicit stored_keys(const typename Platform::process& self) : self_(self) {}

    boost::asio::awaitable<std::optional<std::string>> key_for(std::uint64_t intent,
                                                               std::string fresh) override;

private:
    typename Platform::process self_;
};

extern template class stored_keys<model::simulated>;
extern template class stored_keys<model::real>;

}  // namespace onceproof::designs
