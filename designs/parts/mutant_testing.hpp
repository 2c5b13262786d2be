// For tests of mutants: each beside the server that it breaks, and an exchange of requests that
// they answer otherwise, or that takes another number of effects. Where it needs a sleeper, a death
// or a lost answer, that is planned; that a search finds it too is shown by `onceproof prove`.
#pragma once

#include "designs/parts/server_testing.hpp"
#include "designs/subject.hpp"
#include "model/oracle/marks.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::designs::testing {

// One request, and when it comes to which process.
struct visit {
    visit(sim::duration w, model::http_request r, sim::port_number p = 80)
        : when(w), request(std::move(r)), port(p) {}

    sim::duration when;
    model::http_request request;
    sim::port_number port;
};

struct exchange {
    exchange(std::vector<visit> v) : visits(std::move(v)) {}  // NOLINT: implicit, it is mostly that

    exchange& under(std::string_view contract_name) {
        setup = server_setup(contract_name);
        return *this;
    }
    exchange& with(std::string_view where, const sim::injection& what) {
        plan.add(where, what);
        return *this;
    }

    std::vector<visit> visits;
    server_setup setup{"strict"};
    faults_at_points plan{};
    std::function<void(server_world&)> meanwhile{};
};

// "201:ch_1r!": the status, what the Location names, `r` if it is marked as a replay, `!` if that
// has another body than the first answer.
inline std::string told(const model::http_response& answer, const model::http_response& first) {
    const std::string location = header(answer, "Location");
    std::string text = std::to_string(answer.status);
    if (!location.empty()) {
        text += ':' + location.substr(location.rfind('/') + 1);
    }
    if (is_replay(answer)) {
        text += answer.body == first.body ? "r" : "r!";
    }
    return text;
}

// The answers in the order of the visits, the number of effects, and of takeovers if there are any.
inline std::string outcome(const role_factories& who, exchange e) {
    e.setup.injector = &e.plan;
    server_world t(e.setup);
    t.serve("api-1", 80, who);
    t.serve("api-2", 81, who);
    t.serve("api-3", 82, who);
    if (e.meanwhile) {
        e.meanwhile(t);
    }
    for (std::size_t i = 0; i < e.visits.size(); ++i) {
        const visit& v = e.visits[i];
        t.at(v.when, std::to_string(i), v.request, v.port);
    }
    t.run();
    EXPECT_TRUE(e.plan.all_done());
    std::string text;
    for (std::size_t i = 0; i < e.visits.size(); ++i) {
        text += told(t[std::to_string(i)], t["0"]) + ' ';
    }
    const std::size_t takeovers = t.said(model::marks::takes_over);
    const std::size_t effects = t.rows("SELECT id FROM ledger").size() +
                                t.payments("SELECT id FROM payments WHERE kind = 'capture'").size();
    text += fmt::format("charged {}", effects);
    return text + (takeovers == 0 ? "" : fmt::format(" takeovers {}", takeovers));
}

// What the intact server answers and what the mutant of that name does.
struct row {
    row(std::string_view n, const exchange& e, std::string_view x, std::string_view m)
        : name(n), ran(e), expected(x), mistaken(m) {}

    std::string name;
    exchange ran;
    std::string expected;
    std::string mistaken;
};

inline void expect_all(const std::vector<row>& rows) {
    for (const row& r : rows) {
        SCOPED_TRACE(r.name);
        const mutant* const broken = find_mutant(r.name);
        ASSERT_NE(broken, nullptr);
        EXPECT_EQ(outcome(*find_subject(broken->subject)->factories, r.ran), r.expected);
        EXPECT_EQ(outcome(*broken->factories, r.ran), r.mistaken);
    }
}

inline model::http_request other_body() {
    return charge("k1", purchase_of(7));
}

inline model::http_request respelled() {
    return charge("k1", R"({"reference":"order-17", "currency":"EUR", "amount":1250.0})");
}

inline model::http_request to(std::string_view method, std::string_view target,
                              std::string_view body) {
    model::http_request request = charge("k1", body);
    request.method = method;
    request.target = target;
    return request;
}

inline model::http_request minimal() {
    model::http_request request = charge("k1");
    request.headers.add("Prefer", "return=minimal");
    return request;
}

inline exchange twice(const model::http_request& request = charge("k1"),
                      sim::port_number second = 80) {
    return {{visit(0s, charge("k1")), visit(1s, request, second)}};
}

// The process of the first attempt sleeps once it has done that step; the second one comes to
// another process meanwhile.
inline exchange asleep(std::string_view after, sim::duration span, sim::duration second) {
    exchange e{{visit(0s, charge("k1")), visit(second, charge("k1"), 81)}};
    return e.with(fmt::format("intent-1/api-1/{}", after),
                  sim::injection(sim::primitive::stall, span));
}

inline exchange dead(std::string_view after) {
    exchange e{{visit(0s, charge("k1")), visit(3s, charge("k1"), 81)}};
    return e.with(fmt::format("intent-1/api-1/{}", after),
                  sim::injection(sim::primitive::kill, sim::timing::after));
}

inline exchange after_an_hour() {
    exchange e{{visit(0s, charge("k1")), visit(2h, charge("k1"))}};
    e.setup.promised.retention = 1h;
    return e;
}

// What the second attempt gets, and a third one, when the first has failed so at work.
inline exchange failing(sim::literal what) {
    return twice().with("intent-1/api-1/work", sim::injection(what));
}

}  // namespace onceproof::designs::testing
