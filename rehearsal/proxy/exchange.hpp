// The seam between those who stand before a backend, or play one, and whoever decides what happens
// to each exchange.
#pragma once

#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace onceproof::rehearsal {

// One request of the service to a backend and its answer: a Postgres statement up to
// ReadyForQuery, an HTTP request and its response. What only keeps a connection going is none: it
// passes, and no hook hears of it.
struct exchange {
    std::string backend{};  // as service.toml names it: "db"
    std::string action{};   // "insert charges", "commit", "POST /charges"
    std::uint32_t replica = 0;
    std::optional<std::int32_t> backend_pid{};  // of Postgres, from BackendKeyData
};

// What is done instead of handing the request on.
enum class before_action : std::uint8_t {
    pass,
    reset,         // the service gets a reset; the backend's connection is closed: it rolls back
    answer_error,  // the service gets an error of the backend's kind; nothing is executed
};

// What is done with the answer to what was executed.
enum class after_action : std::uint8_t {
    pass,
    reset,         // the service gets a reset; the backend's connection is closed
    answer_error,  // the service gets an error although it was executed
};

// Decides what happens to each exchange. A coroutine that has not ended holds the exchange. All of
// them run in one thread. The exchange outlives the coroutine that was given it.
class exchange_hook {
public:
    virtual ~exchange_hook() = default;

    // The request was read whole and not handed on.
    virtual boost::asio::awaitable<before_action> before(const exchange& e) = 0;

    // It was executed; the answer is in our hands and not passed on.
    virtual boost::asio::awaitable<after_action> after(const exchange& e) = 0;

    // The exchange is over, and so is what was done with it.
    virtual void over(const exchange& e) = 0;
};

}  // namespace onceproof::rehearsal
