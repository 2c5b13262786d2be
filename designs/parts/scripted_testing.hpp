// For tests: a server that answers by a script, and a client that is seen paying against it.
#pragma once

#include "designs/client/retrying_client.hpp"
#include "designs/parts/charge_operations.hpp"
#include "designs/parts/charge_testing.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace onceproof::designs::testing {

// What the server does with one request.
struct line {
    explicit line(unsigned s, std::string_view r = {}, sim::duration d = 0s)
        : status(s), retry_after(r), delay(d) {}

    unsigned status;  // 0: ends the connection instead of answering
    std::string retry_after;
    sim::duration delay;
};

// By the number of the connection, from 0. Where it has no line the server accepts no more.
using script = std::function<std::optional<line>(std::size_t)>;

inline script in_order(std::vector<line> lines) {
    return [lines = std::move(lines)](std::size_t n) {
        return n < lines.size() ? std::optional(lines[n]) : std::nullopt;
    };
}

inline script always(line each) {
    return [each](std::size_t) { return std::optional(each); };
}

inline client_intent purchase(std::uint64_t number) {
    model::occasion when;
    when.serial = number;
    when.tenant = "shop-1";
    return {number, when.tenant, model::fill(charge_operation(), when)};
}

inline std::vector<client_intent> purchases(std::uint64_t count) {
    std::vector<client_intent> all;
    for (std::uint64_t n = 1; n <= count; ++n) {
        all.push_back(purchase(n));
    }
    return all;
}

inline std::unique_ptr<retrying_client<model::simulated>> make_reference(
    const model::simulated::process& self, sim::endpoint server, const model::retry_policy& policy,
    client_observer* observer, key_book* keys) {
    return std::make_unique<retrying_client<model::simulated>>(self, std::move(server), policy,
                                                               observer, keys);
}

// What is run. All intents are those of one client, which is called "client".
struct client_script {
    script answers;
    model::retry_policy policy{};
    std::uint64_t seed = 7;
    std::vector<client_intent> intents{purchase(3)};
    bool at_once = false;  // rather than one after the other
    key_book* keys = nullptr;
    std::function<std::unique_ptr<retrying_client<model::simulated>>(
        const model::simulated::process&, sim::endpoint, const model::retry_policy&,
        client_observer*, key_book*)>
        make = make_reference;
    std::function<void(charge_world&)> meanwhile{};  // called before it begins
};

class client_run final : public client_observer {
public:
    struct sent {
        sim::time_point begun;
        sim::time_point ended;
        client_attempt attempt;
        std::string label;
    };

    explicit client_run(client_script p) : script_(std::move(p)), t_(script_.seed) {
        const auto serve = [this](sim::incarnation& self) -> awaitable<void> {
            sim::acceptor listening(self, 80);
            for (std::size_t n = 0; const auto next = script_.answers(n); ++n) {
                model::http_connection c(co_await listening.async_accept(use_awaitable));
                asio::co_spawn(self, answer_one(std::move(c), *next), asio::detached);
            }
        };
        t_.api.add_process("api-1", sim::run_body(serve)).start();
        t_.visit("client",
                 [this](sim::incarnation& self) -> awaitable<void> { co_await pay_all(self); });
        if (script_.meanwhile) {
            script_.meanwhile(t_);
        }
        t_.run();
        t_.end();
    }

    client_run(std::vector<line> lines, model::retry_policy policy = model::retry_policy(),
               std::uint64_t seed = 7)
        : client_run(client_script{
              .answers = in_order(std::move(lines)), .policy = policy, .seed = seed}) {}

    void intent_begins(const client_intent& i) override { begun.push_back(i.number); }
    void attempt_begins(const client_attempt& a) override {
        const sim::executor ex = t_.shop.processes().front()->alive()->get_executor();
        index_.emplace(std::pair(a.intent, a.number), attempts.size());
        attempts.push_back({t_.w.now(), {}, a, sim::activity::current(ex).name()});
    }
    void attempt_ends(const client_attempt& a,
                      const std::optional<model::http_response>&) override {
        attempts[index_.at({a.intent, a.number})].ended = t_.w.now();
    }
    void intent_settles(const client_intent& i,
                        const std::optional<model::http_response>& a) override {
        settled.emplace_back(i.number, a ? a->status : 0);
        settled_at = t_.w.now();
    }

    // Before that attempt, from 0, of a run with one intent.
    sim::duration pause_before(std::size_t n) const {
        return attempts.at(n).begun - attempts.at(n - 1).ended;
    }

    std::vector<std::uint64_t> begun;
    std::vector<sent> attempts;
    std::vector<model::http_request> requests;
    std::vector<sim::time_point> arrivals;                    // of the requests
    std::vector<std::pair<std::uint64_t, unsigned>> settled;  // intent and status; 0: unknown
    sim::time_point settled_at;                               // the last of them
    std::optional<model::http_response> answer;               // likewise
    std::string label_at_end;

private:
    awaitable<void> pay_all(sim::incarnation& self) {
        const sim::endpoint api("api", 80);
        client_ = script_.make(self, api, script_.policy, this, script_.keys);
        for (const client_intent& intent : script_.intents) {
            if (script_.at_once) {
                asio::co_spawn(self, client_->settle(intent), asio::detached);
            } else {
                answer = co_await client_->settle(intent);
                label_at_end = sim::activity::current(self.get_executor()).name();
            }
        }
    }

    awaitable<void> answer_one(model::http_connection<sim::socket> c, line l) {
        auto request = co_await c.read_request();
        if (!request) {
            co_return;
        }
        requests.push_back(*request);
        arrivals.push_back(t_.w.now());
        co_await sim::pause_for(l.delay);
        if (l.status != 0) {
            model::http_response response(l.status, "{}");
            if (!l.retry_after.empty()) {
                response.headers.add("Retry-After", l.retry_after);
            }
            co_await c.write(response);
        }
    }

    client_script script_;
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::size_t> index_;
    std::unique_ptr<retrying_client<model::simulated>> client_;
    charge_world t_;
};

}  // namespace onceproof::designs::testing
