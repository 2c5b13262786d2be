// For tests: a client that pays some times, on a connection each, and a server that answers. The
// points of a calm run are, for each payment, intent-1/client>server/connect, /request and
// /response.
#pragma once

#include "sim/net/two_hosts.hpp"

#include <boost/asio/detached.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace onceproof::faults {

inline sim::awaitable<void> answer(sim::incarnation& self, sim::socket s) {
    sim::error_code ec;
    const std::string text = co_await sim::read_some(s, ec);
    self.note("asked", 0, ec ? ec.message() : text + " at " + to_text(self.in().now()));
    co_await sim::write_text(s, "done");
}

inline sim::awaitable<void> answer_all(sim::incarnation& self) {
    sim::acceptor listening(self, 80);
    while (true) {
        sim::socket s = co_await listening.async_accept(sim::use_awaitable);
        sim::asio::co_spawn(self, answer(self, std::move(s)), sim::asio::detached);
    }
}

inline sim::awaitable<void> pay_once(sim::incarnation& self) {
    sim::error_code ec;
    sim::socket s(self);
    co_await s.async_connect(sim::endpoint("server", 80),
                             sim::asio::redirect_error(sim::use_awaitable, ec));
    co_await sim::write_text(s, "request");
    const std::string text = co_await sim::read_some(s, ec);
    self.note("answered", self.draws_for("id").next(), ec ? ec.message() : text);
}

inline sim::body pay(std::uint64_t times) {
    return [times](sim::incarnation& self) -> sim::awaitable<void> {
        for (std::uint64_t i = 1; i <= times; ++i) {
            sim::activity::root(self.get_executor()).open("intent", i);
            co_await pay_once(self);
        }
    };
}

struct payments : sim::two_hosts {
    explicit payments(std::uint64_t times, sim::fault_injector* injector = nullptr)
        : two_hosts(pay(times), answer_all, injector) {}
};

}  // namespace onceproof::faults
