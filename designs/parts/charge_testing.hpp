// For tests: a world with a host `api`, whose processes share one database, and a host `shop`.
#pragma once

#include "designs/claim_lease/charge_server.hpp"
#include "model/contract/contracts.hpp"
#include "model/http/http.hpp"
#include "sim/net/two_hosts.hpp"
#include "sim/sqlite/storage.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::designs::testing {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using asio::awaitable;
using asio::use_awaitable;

constexpr std::string_view order_17 = R"({"amount":1250,"currency":"EUR","reference":"order-17"})";

inline model::http_request charge(std::string_view key, std::string_view body = order_17,
                                  std::string_view tenant = "shop-1") {
    model::http_request request("POST", "/v1/charges", body);
    request.headers.add("Host", "api");
    request.headers.add("Authorization", "Bearer " + std::string(tenant));
    request.headers.add("Idempotency-Key", key);
    return request;
}

// The value of that header; empty if there is none.
template <class Message>
std::string header(const Message& message, std::string_view name) {
    const std::string* value = message.headers.find(name);
    return value == nullptr ? std::string() : *value;
}

// Asks over one connection, one after the other.
template <class Stream>
awaitable<void> ask_all(model::http_connection<Stream>& c,
                        const std::vector<model::http_request>& requests,
                        std::vector<model::http_response>& answers) {
    for (const model::http_request& request : requests) {
        co_await c.write(request);
        boost::system::result<model::http_response> answer = co_await c.read_response();
        answers.push_back(std::move(answer).value());
    }
}

inline awaitable<model::http_response> ask(sim::incarnation& self, sim::port_number port,
                                           const model::http_request& request) {
    sim::socket s(self);
    const sim::endpoint api("api", port);
    co_await s.async_connect(api, use_awaitable);
    model::http_connection connection(std::move(s));
    co_await connection.write(request);
    co_return (co_await connection.read_response()).value();
}

// "strict", but with a lease that leaves time for what the tests do meanwhile.
inline const model::contract& promised() {
    static const model::contract by = [] {
        model::contract c = *model::find_contract("strict");
        c.lease = 10s;
        return c;
    }();
    return by;
}

class charge_world {
public:
    explicit charge_world(std::uint64_t seed = 7, sim::fault_injector* injector = nullptr)
        : w({.seed = seed, .keep_trace = true, .injector = injector}),
          api(w.add_host("api")),
          shop(w.add_host("shop")) {
        kept.begin_run(api);
    }
    ~charge_world() { end(); }
    charge_world(const charge_world&) = delete;
    charge_world& operator=(const charge_world&) = delete;

    template <class Server = charge_server<model::simulated>>
    sim::process& serve(std::string_view name, sim::port_number port) {
        const auto main = [port](sim::incarnation& self) -> awaitable<void> {
            const server_setting<model::simulated> setting(promised());
            Server server(self, setting);
            co_await server.serve(port);
        };
        sim::process& started = api.add_process(name, sim::run_body(main));
        started.start();
        return started;
    }

    void visit(std::string_view name, sim::body client) {
        shop.add_process(name, sim::run_body(std::move(client))).start();
    }

    sim::run_result run() { return w.run(); }

    void end() {
        if (!ended_) {
            ended_ = true;
            kept.end_run();
        }
    }

    // What SQL gives after the end of the run, "column|column" a row.
    std::vector<std::string> rows(sim::literal sql) {
        end();
        std::vector<std::string> all;
        kept.query(sql, [&](const sim::statement& row) {
            std::string text;
            for (int i = 0; i < row.columns(); ++i) {
                text += (i == 0 ? "" : "|") + std::string(row.text(i));
            }
            all.push_back(text);
        });
        return all;
    }

    sim::storage kept{"charges.db", charge_schema};
    sim::world w;
    sim::host& api;
    sim::host& shop;

private:
    bool ended_ = false;
};

}  // namespace onceproof::designs::testing
