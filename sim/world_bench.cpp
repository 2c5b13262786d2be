// How fast the world turns, as ratios to a bare queue that is measured in the same program.
//
// Each benchmark reports `items_per_second`: events of the queue, waits of timers, messages of the
// fan. Only ratios within one run mean anything. http_bench.cpp is part of the same program.
#include "sim/world.hpp"

#include "sim/host.hpp"
#include "sim/net/acceptor.hpp"
#include "sim/net/network.hpp"
#include "sim/net/socket.hpp"
#include "sim/time/timer.hpp"

#include <benchmark/benchmark.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <cstdint>
#include <queue>
#include <vector>

namespace onceproof::sim {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

constexpr int clients = 64;
constexpr std::size_t message_size = 256;

// The yardstick: what any simulator pays at least, an event pushed for each event popped.
void bare_priority_queue(benchmark::State& state) {
    struct item {
        std::int64_t at;
        std::uint64_t sequence;
        std::uint32_t owner;
    };
    const auto later = [](const item& x, const item& y) {
        return x.at != y.at ? x.at > y.at : x.sequence > y.sequence;
    };
    for ([[maybe_unused]] auto iteration : state) {
        std::priority_queue<item, std::vector<item>, decltype(later)> queue(later);
        std::uint64_t sequence = 0;
        for (std::uint32_t who = 0; who < clients; ++who) {
            queue.push({who, ++sequence, who});
        }
        for (int i = 0; i < 100'000; ++i) {
            const item next = queue.top();
            queue.pop();
            const auto delay = static_cast<std::int64_t>(mix(sequence, next.owner) % 1000 + 1);
            queue.push({next.at + delay, ++sequence, next.owner});
        }
        benchmark::DoNotOptimize(sequence);
    }
    state.SetItemsProcessed(state.iterations() * 100'000);
}
BENCHMARK(bare_priority_queue);

// Our own queue, with events that push themselves again.
void bare_event_queue(benchmark::State& state) {
    struct ticking : event {
        ticking() : event(nullptr) {}
        std::uint32_t owner = 0;
    };
    for ([[maybe_unused]] auto iteration : state) {
        event_queue queue;
        std::array<ticking, clients> events;
        time_point now{};
        std::uint64_t sequence = 0;
        for (std::uint32_t who = 0; who < clients; ++who) {
            events[who].owner = who;
            queue.push(events[who], now + duration(who + 1));
        }
        for (int i = 0; i < 100'000; ++i) {
            event* e = queue.pop(now);
            const std::uint64_t delay = mix(++sequence, static_cast<ticking*>(e)->owner) % 1000 + 1;
            queue.push(*e, now + duration(delay));
        }
    }
    state.SetItemsProcessed(state.iterations() * 100'000);
}
BENCHMARK(bare_event_queue);

template <class Executor>
asio::awaitable<void, Executor> wait_often(executor ex, std::uint64_t who, int times) {
    timer t(ex);
    for (int i = 0; i < times; ++i) {
        t.expires_after(duration(mix(who, static_cast<std::uint64_t>(i)) % 1000 + 1));
        co_await t.async_wait(asio::use_awaitable_t<Executor>());
    }
}

// Coroutines that wait on timers, hashed into the trace. With the executor that most code uses
// (any_io_executor), and with the world's own.
template <class Executor>
void coroutines_with_timers(benchmark::State& state) {
    constexpr int waits = 1000;
    for ([[maybe_unused]] auto iteration : state) {
        world w({.seed = 1});
        process& p = w.add_host("host").add_process("process", [](incarnation& self) {
            for (std::uint64_t who = 0; who < clients; ++who) {
                asio::co_spawn(Executor(self.get_executor()),
                               wait_often<Executor>(self.get_executor(), who, waits),
                               asio::detached);
            }
        });
        p.start();
        run_result result = w.run();
        benchmark::DoNotOptimize(result);
    }
    state.SetItemsProcessed(state.iterations() * clients * waits);
}
BENCHMARK(coroutines_with_timers<asio::any_io_executor>);
BENCHMARK(coroutines_with_timers<executor>);

// Loses one message in 64.
class lossy final : public fault_injector {
public:
    std::span<const injection> at(const point& where) override {
        const bool lose = where.kind == point_kind::message && where.id % 64 == 0;
        return {&loss_, lose ? 1U : 0U};
    }

private:
    const injection loss_{primitive::lose};
};

using bytes = std::array<char, message_size>;

template <class Executor>
asio::awaitable<void, Executor> echo(socket s) {
    constexpr asio::use_awaitable_t<Executor> token;
    bytes data;
    error_code ec;
    while (true) {
        co_await asio::async_read(s, asio::buffer(data), asio::redirect_error(token, ec));
        if (ec) {
            co_return;
        }
        co_await asio::async_write(s, asio::buffer(data), asio::redirect_error(token, ec));
    }
}

template <class Executor>
asio::awaitable<void, Executor> accept_all(executor ex) {
    acceptor a(ex, 80);
    while (true) {
        socket s = co_await a.async_accept(asio::use_awaitable_t<Executor>());
        asio::co_spawn(Executor(ex), echo<Executor>(std::move(s)), asio::detached);
    }
}

// One request at a time; a timer closes the connection when the answer does not come, and the
// request is sent again on a new one.
template <class Executor>
asio::awaitable<void, Executor> ask_often(executor ex, std::uint64_t who, int times,
                                          std::uint64_t& messages) {
    constexpr asio::use_awaitable_t<Executor> token;
    const activity mine = activity::root(ex).open("client", who + 1);
    bytes data;
    data.fill('x');
    socket s(ex);
    timer deadline(ex);
    error_code ec;
    for (int i = 0; i < times;) {
        if (!s.is_open()) {
            co_await s.async_connect(endpoint("server", 80), token);
        }
        deadline.expires_after(50ms);
        deadline.async_wait([&s](error_code e) {
            if (!e) {
                s.close();
            }
        });
        co_await asio::async_write(s, asio::buffer(data), asio::redirect_error(token, ec));
        co_await asio::async_read(s, asio::buffer(data), asio::redirect_error(token, ec));
        messages += 2;
        i += ec ? 0 : 1;
        deadline.cancel();
    }
    s.close();
    mine.enter();
}

// 64 clients and one server: 256-byte messages over connections, lost answers, timeouts, retries,
// payload and trace hashed.
template <class Executor>
void fan_of_clients(benchmark::State& state) {
    constexpr int requests = 200;
    std::uint64_t messages = 0;
    for ([[maybe_unused]] auto iteration : state) {
        lossy injector;
        world w({.seed = 1, .injector = &injector});
        process& server = w.add_host("server").add_process("server-1", [](incarnation& self) {
            asio::co_spawn(Executor(self.get_executor()), accept_all<Executor>(self.get_executor()),
                           asio::detached);
        });
        process& client = w.add_host("client").add_process("client-1", [&](incarnation& self) {
            for (std::uint64_t who = 0; who < clients; ++who) {
                asio::co_spawn(Executor(self.get_executor()),
                               ask_often<Executor>(self.get_executor(), who, requests, messages),
                               asio::detached);
            }
        });
        w.net().set_default_link(link(1ms, 1ms));
        server.start();
        client.start();
        run_result result = w.run();
        benchmark::DoNotOptimize(result);
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(messages));
}
BENCHMARK(fan_of_clients<asio::any_io_executor>);
BENCHMARK(fan_of_clients<executor>);

}  // namespace
}  // namespace onceproof::sim
