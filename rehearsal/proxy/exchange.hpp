// The seam between the proxies, which carry exchanges, and whoever decides what happens to each.
#pragma once

#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::rehearsal {

namespace net = boost::asio;

// One request of the service to a backend and its answer: a Postgres statement up to
// ReadyForQuery, a Redis command and its reply, an HTTP request and its response.
// What only keeps a connection going (Parse alone, Close, PING, HELLO) is no exchange: it passes
// and no hook hears of it.
struct exchange {
    std::string backend;           // as service.toml names it: "db"
    std::string action;            // "insert charges", "commit", "connect", "set", "POST /charges"
    std::uint64_t serial = 0;      // counts the exchanges of all proxies of a lane, from 1
    std::uint64_t connection = 0;  // counts the service's connections of all proxies of a lane
    int replica = 0;               // which process of the service: each has proxy ports of its own
    std::string request;           // the bytes as sent
    // Where a key or a reference can be looked for: the statement and its bound parameters, the
    // arguments of a command, or the request line, headers and body.
    std::string content;
    std::optional<std::uint32_t> backend_pid;  // Postgres only: from BackendKeyData
    // Postgres only: what the last ReadyForQuery said before this request. I idle, T in a
    // transaction, E in a failed one.
    char transaction = 'I';
};

// What is done instead of handing the request on.
enum class before_action {
    pass,          // hand it on
    reset,         // RST to the service; the backend's connection is closed, so that it rolls back
    swallow,       // nothing, for ever: both connections stay, as with a dead host
    answer_error,  // the proxy answers with an error of the backend's kind; nothing is executed
    pass_twice,    // hand it on twice; the service gets the second answer
};

// What is done with the answer of an exchange that was executed.
enum class after_action {
    pass,          // hand it on
    reset,         // RST to the service; the backend's connection is closed
    swallow,       // the answer is lost and both connections stay
    answer_error,  // the service gets an error although it was executed
};

// Why a connection of the service ended.
enum class closing {
    service,  // the service closed it, or its process ended
    backend,  // the backend closed or refused it
    hook,     // an action of the hook asked for it
    proxy,    // the proxy was stopped
};

// Decides what happens to each exchange. A coroutine that has not ended holds the exchange; it is
// let go by an event, never by a timer. All calls come on the lane's io_context, in one thread.
// The exchange outlives the coroutine that was given it. When the service's connection ends while
// an exchange is held, `closed` is called first; the hold goes on until the hook ends it, and what
// it then answers decides only whether the backend still gets the request.
class exchange_hook {
public:
    virtual ~exchange_hook() = default;

    // The request was read whole and not handed on.
    virtual net::awaitable<before_action> before(const exchange& e) = 0;

    // It was executed; `answer` is read whole, is in the proxy's hands and not passed on. Its bytes
    // are valid until the coroutine ends.
    virtual net::awaitable<after_action> after(const exchange& e, std::string_view answer) = 0;

    // The service's connection ended. Called once for each connection.
    virtual void closed(std::uint64_t connection, closing why);
};

inline void exchange_hook::closed(std::uint64_t /*connection*/, closing /*why*/) {}

}  // namespace onceproof::rehearsal
