// A request and its answer through Boost.Beast, on a connection that is kept. In the same program
// as the bare queue of world_bench.cpp, so that ratios come from one run.
#include "sim/host.hpp"
#include "sim/net/acceptor.hpp"
#include "sim/net/socket.hpp"
#include "sim/world.hpp"

#include <benchmark/benchmark.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <string>

namespace onceproof::sim {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::awaitable;
using asio::use_awaitable;

constexpr int pairs = 1000;

awaitable<void> serve(incarnation& self) {
    acceptor a(self, 80);
    socket s = co_await a.async_accept(use_awaitable);
    boost::beast::flat_buffer buffer;
    error_code ec;
    while (true) {
        http::request<http::string_body> request;
        co_await http::async_read(s, buffer, request, asio::redirect_error(use_awaitable, ec));
        if (ec) {
            co_return;
        }
        http::response<http::string_body> response(http::status::created, 11);
        response.set("Location", "/v1/charges/ch_1");
        response.body() = R"({"id":"ch_1"})";
        response.prepare_payload();
        co_await http::async_write(s, response, use_awaitable);
    }
}

awaitable<void> ask(incarnation& self) {
    socket s(self);
    const endpoint server("server", 80);
    co_await s.async_connect(server, use_awaitable);
    boost::beast::flat_buffer buffer;
    for (int i = 0; i < pairs; ++i) {
        http::request<http::string_body> request(http::verb::post, "/v1/charges", 11);
        request.set("Idempotency-Key", "0123456789abcdef");
        request.body() = R"({"amount":1250,"currency":"EUR"})";
        request.prepare_payload();
        co_await http::async_write(s, request, use_awaitable);
        http::response<http::string_body> response;
        co_await http::async_read(s, buffer, response, use_awaitable);
    }
}

process::main_function as_main(awaitable<void> (*body)(incarnation&)) {
    return [body](incarnation& self) { asio::co_spawn(self, body(self), asio::detached); };
}

void http_pairs(benchmark::State& state) {
    for ([[maybe_unused]] auto iteration : state) {
        world w({.seed = 1});
        w.add_host("server").add_process("server-1", as_main(serve)).start();
        w.add_host("client").add_process("client-1", as_main(ask)).start();
        run_result result = w.run();
        benchmark::DoNotOptimize(result);
    }
    state.SetItemsProcessed(state.iterations() * pairs);
}
BENCHMARK(http_pairs);

}  // namespace
}  // namespace onceproof::sim
