// For tests: a world of a client and a server, each a process on a host of its own, 1 ms apart.
#pragma once

#include "sim/host.hpp"
#include "sim/net/acceptor.hpp"
#include "sim/net/network.hpp"
#include "sim/net/socket.hpp"
#include "sim/process.hpp"
#include "sim/time/timer.hpp"
#include "sim/world.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace onceproof::sim {

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;
using namespace std::chrono_literals;

// Code of a process, as a coroutine. A test's own lambda may capture: it outlives the world.
using body = std::function<awaitable<void>(incarnation&)>;

inline process::main_function run_body(body what) {
    return [what = std::move(what)](incarnation& self) {
        if (what) {
            asio::co_spawn(self.get_executor(), what(self), [](std::exception_ptr failure) {
                if (failure) {
                    std::rethrow_exception(failure);
                }
            });
        }
    };
}

struct two_hosts {
    explicit two_hosts(body client_body, body server_body = {}, fault_injector* injector = nullptr)
        : w({.seed = 7, .keep_trace = true, .injector = injector}),
          client_host(w.add_host("client-host")),
          server_host(w.add_host("server")),
          client(client_host.add_process("client", run_body(std::move(client_body)))),
          server(server_host.add_process("server-1", run_body(std::move(server_body)))) {
        server.start();
        client.start();
    }

    run_result run() { return w.run(); }

    // How often that happened.
    std::size_t count(event_kind what) const {
        std::size_t found = 0;
        for (const trace_event& r : w.events().records()) {
            found += r.kind == what ? 1 : 0;
        }
        return found;
    }

    // "at-ms activity word detail" of each note, in order.
    std::vector<std::string> notes() const {
        std::vector<std::string> all;
        for (const trace_event& r : w.events().records()) {
            if (r.kind == event_kind::note) {
                std::string text = w.activities().name(r.activity);
                text += text.empty() ? "" : " ";
                text += r.word;
                text += r.detail.empty() ? "" : " ";
                text += r.detail;
                all.push_back(text);
            }
        }
        return all;
    }

    world w;
    host& client_host;
    host& server_host;
    process& client;
    process& server;
};

// Injects one fault at the point of that name, and says whether it was done.
class single_fault final : public fault_injector {
public:
    single_fault(std::string_view name, injection what) : id_(point_id(name)), injection_(what) {}
    std::span<const injection> at(const point& where) override {
        return {&injection_, where.id == id_ ? 1U : 0U};
    }
    void fired(primitive p) override { has_fired = p == injection_.kind; }

    bool has_fired = false;

private:
    std::uint64_t id_;
    injection injection_;
};

// Sleeps in virtual time.
inline awaitable<void> pause_for(duration span) {
    timer t(co_await asio::this_coro::executor, span);
    co_await t.async_wait(use_awaitable);
}

inline awaitable<std::string> read_some(socket& s, error_code& ec, std::size_t most = 1024) {
    std::string text(most, '\0');
    const std::size_t n =
        co_await s.async_read_some(asio::buffer(text), asio::redirect_error(use_awaitable, ec));
    text.resize(n);
    co_return text;
}

inline awaitable<error_code> write_text(socket& s, std::string text) {
    error_code ec;
    co_await s.async_write_some(asio::buffer(text), asio::redirect_error(use_awaitable, ec));
    co_return ec;
}

inline awaitable<socket> connected(incarnation& self) {
    socket s(self);
    co_await s.async_connect(endpoint("server", 80), use_awaitable);
    co_return s;
}

inline awaitable<socket> accepted(incarnation& self) {
    acceptor a(self, 80);
    socket s = co_await a.async_accept(use_awaitable);
    co_return s;
}

}  // namespace onceproof::sim
