// For tests: a server of any kind and any contract, on a database and perhaps before an acquirer,
// and clients who each ask once, at a given time.
#pragma once

#include "designs/beside/acquirer.hpp"
#include "designs/claim_lease/charge_server.hpp"
#include "designs/parts/charge_testing.hpp"
#include "designs/role_factories.hpp"
#include "model/contract/contracts.hpp"
#include "model/http/http_call.hpp"
#include "sim/net/two_hosts.hpp"
#include "sim/sqlite/storage.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::designs::testing {

struct server_setup {
    explicit server_setup(std::string_view contract_name)
        : promised(*model::find_contract(contract_name)) {}

    model::contract promised;
    std::string schema = charge_schema;
    downstream_options bank{};
    sim::fault_injector* injector = nullptr;
};

inline bool is_replay(const model::http_response& answer) {
    return answer.headers.find("Idempotent-Replayed") != nullptr;
}

inline std::string purchase_of(std::int64_t amount) {
    return "{\"amount\":" + std::to_string(amount) +
           ",\"currency\":\"EUR\",\"reference\":\"order-17\"}";
}

// Does each of these at the point of that name.
class faults_at_points final : public sim::fault_injector {
public:
    faults_at_points() = default;

    faults_at_points& add(std::string_view name, const sim::injection& what) {
        planned_.emplace(sim::point_id(name), what);
        return *this;
    }

    std::span<const sim::injection> at(const sim::point& where) override {
        const auto found = planned_.find(where.id);
        const bool fires = found != planned_.end();
        return {fires ? &found->second : nullptr, fires ? 1U : 0U};
    }
    void fired(sim::primitive) override { ++done_; }

    // A plan that misses its points shows nothing.
    bool all_done() const { return done_ == planned_.size(); }

private:
    std::map<std::uint64_t, sim::injection> planned_;
    std::size_t done_ = 0;
};

// As Server, but sleeps between its claim and the effect, so that it can be met at work.
template <class Server, int Milliseconds>
class slow final : public Server {
public:
    using Server::Server;

private:
    awaitable<std::optional<model::http_response>> charge(typename Server::database& db,
                                                          const charge_request& c,
                                                          const held_claim& held) override {
        co_await sim::pause_for(std::chrono::milliseconds(Milliseconds));
        co_return co_await Server::charge(db, c, held);
    }
};

// Host `api` has the servers, host `acquirer` the system downstream, and a client is on `shop`.
class server_world {
public:
    explicit server_world(server_setup s)
        : setup(std::move(s)),
          kept_("charges.db", setup.schema),
          w({.seed = 7, .keep_trace = true, .injector = setup.injector}),
          api(w.add_host("api")),
          downstream(w.add_host("acquirer")),
          shop_(w.add_host("shop")) {
        kept_.begin_run(api);
        bank_.begin_run(downstream);
        const auto main = [this](sim::incarnation& self) -> awaitable<void> {
            acquirer<model::simulated> server(self, setup.bank);
            co_await server.serve(80);
        };
        downstream.add_process("acquirer-1", sim::run_body(main)).start();
    }
    ~server_world() { end(); }
    server_world(const server_world&) = delete;
    server_world& operator=(const server_world&) = delete;

    sim::process& serve(std::string_view name, sim::port_number port, const role_factories& who) {
        const auto main = [this, port, &who](sim::incarnation& self) -> awaitable<void> {
            const sim::endpoint bank("acquirer", 80);
            const server_setting<model::simulated> setting(setup.promised, bank);
            const std::unique_ptr<role_factories::server> server = who.make_server(self, setting);
            co_await server->serve(port);
        };
        sim::process& started = api.add_process(name, sim::run_body(main));
        started.start();
        return started;
    }

    template <class Server>
    sim::process& serve(std::string_view name, sim::port_number port) {
        return serve(name, port, *with_server<Server>());
    }

    // Under `intent-1` for the first that is told of here, `intent-2` for the second, and so on.
    void at(sim::duration when, const std::string& name, const model::http_request& request,
            sim::port_number port = 80) {
        const std::uint64_t number = ++clients_;
        const auto main = [this, when, name, request, port,
                           number](sim::incarnation& self) -> awaitable<void> {
            co_await sim::pause_for(when);
            model::simulated::activity::root(self.get_executor()).open("intent", number);
            const sim::endpoint where("api", port);
            auto answer = co_await http_call<model::simulated>(self, where, request, 1h);
            answers_[name] = std::move(answer).value_or(model::http_response());
            answered_[name] = w.now();
        };
        shop_.add_process(name, sim::run_body(main)).start();
    }

    // Runs WHAT on host `api`, where the servers and their database are.
    void on_the_server(std::string_view name, sim::body what) {
        api.add_process(name, sim::run_body(std::move(what))).start();
    }

    sim::run_result run() { return w.run(); }

    // Of status 0 if none came.
    const model::http_response& operator[](const std::string& name) { return answers_[name]; }
    sim::time_point answered(const std::string& name) { return answered_[name]; }

    // What SQL gives after the end of the run, "column|column" a row: of the servers' database, and
    // of the acquirer's.
    std::vector<std::string> rows(sim::literal sql) { return rows_of(kept_, sql); }
    std::vector<std::string> payments(sim::literal sql) { return rows_of(bank_, sql); }

    // The texts of what was said so, in order.
    std::vector<std::string> texts(sim::literal what) const {
        std::vector<std::string> all;
        for (const sim::trace_event& r : w.events().records()) {
            if (r.kind == sim::event_kind::note && r.word == what.text()) {
                all.emplace_back(r.detail);
            }
        }
        return all;
    }

    std::size_t said(sim::literal what) const { return texts(what).size(); }

    const server_setup setup;

private:
    void end() {
        if (!ended_) {
            ended_ = true;
            kept_.end_run();
            bank_.end_run();
        }
    }

    std::vector<std::string> rows_of(sim::storage& of, sim::literal sql) {
        end();
        std::vector<std::string> all;
        of.query(sql, [&](const sim::statement& row) {
            std::string text;
            for (int i = 0; i < row.columns(); ++i) {
                text += (i == 0 ? "" : "|") + std::string(row.text(i));
            }
            all.push_back(text);
        });
        return all;
    }

    sim::storage kept_;
    sim::storage bank_{"acquirer.db", acquirer_schema};

public:
    sim::world w;
    sim::host& api;
    sim::host& downstream;

private:
    sim::host& shop_;
    std::uint64_t clients_ = 0;
    std::map<std::string, model::http_response> answers_;
    std::map<std::string, sim::time_point> answered_;
    bool ended_ = false;
};

}  // namespace onceproof::designs::testing
