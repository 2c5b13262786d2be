// A server of HTTP requests: accepts connections, reads requests, sends the answers. What these are
// is for a subclass to say, unless the service fails: each request is a point of service,
// "acquirer-1/serve".
#pragma once

#include "model/http/http.hpp"
#include "model/platform/platform.hpp"
#include "sim/hash.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace onceproof::designs {

// Answers one request after the other. Requires: the request outlives it.
using http_handler =
    std::function<boost::asio::awaitable<model::http_response>(const model::http_request&)>;

template <class Platform>
class http_server {
public:
    using process = typename Platform::process;

    // ACTION: what the point of service is called.
    explicit http_server(const process& self, sim::literal action = "serve")
        : self_(self), action_(action) {}
    virtual ~http_server() = default;
    http_server(const http_server&) = delete;
    http_server& operator=(const http_server&) = delete;

    // How long stop() waits for what is under way.
    static constexpr std::chrono::seconds grace{10};

    // Accepts connections until it is told to stop, and returns when all of them have ended. That
    // accepting fails is thrown as `boost::system::system_error`.
    // Requires: this outlives the connections, so it lives as long as its process.
    boost::asio::awaitable<void> serve(std::uint16_t port);
    boost::asio::awaitable<void> serve(typename Platform::acceptor listening);

    // Guard "drain": from now on no connection is accepted, and none that is there gets a second
    // answer. What has come is answered; who says nothing for the time of grace is given up.
    // Requires: it serves, and was not told so before.
    virtual void stop();

protected:
    // What answers the requests of one connection, which is served by a coroutine of its own.
    virtual http_handler new_connection() = 0;

    // 503: it has failed, and has done nothing. Retry-After says when to ask again, as with 429.
    virtual model::http_response failed() const;

    // 500: what was asked for may have been done, or not.
    virtual model::http_response unknown() const;

    const process& self() const { return self_; }

    // Nanoseconds since the Unix epoch, by the wall clock of this host.
    std::int64_t now() const;

    // How long until DEADLINE, which is counted as now() is; zero or less once it has come.
    sim::duration left_until(std::int64_t deadline) const;

    // That in so long, for others to judge by.
    std::int64_t deadline_after(sim::duration span) const;

private:
    boost::asio::awaitable<void> converse(typename Platform::socket peer);
    boost::asio::awaitable<model::http_response> answer(const http_handler& handle,
                                                        const model::http_request& request);

    process self_;
    sim::literal action_;
    bool stopping_ = false;
    std::size_t conversations_ = 0;
    // Of serve(), while it runs: what it accepts with, and what it waits with at the end, which is
    // cancelled when the last conversation has ended.
    typename Platform::acceptor* listening_ = nullptr;
    typename Platform::timer* last_wait_ = nullptr;
};

extern template class http_server<model::simulated>;
extern template class http_server<model::real>;

}  // namespace onceproof::designs
