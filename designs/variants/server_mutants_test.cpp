// Each broken server beside the one that it breaks: an exchange of requests that they answer
// otherwise, or that takes another number of effects. Where it needs a sleeper, a death or a lost
// answer, that is planned; that a search finds it too is shown by `onceproof prove`.
#include "designs/claim_lease/record_mutants.hpp"
#include "designs/claim_lease/replay_mutants.hpp"
#include "designs/parts/server_testing.hpp"
#include "designs/variants/variant_mutants.hpp"
#include "model/oracle/marks.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

namespace onceproof::designs {
namespace {

using namespace testing;

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
    harms_at plan{};
    std::function<void(server_world&)> meanwhile{};
};

// "201:ch_1r!": the status, what the Location names, `r` if it is marked as a replay, `!` if that
// has another body than the first answer.
std::string told(const model::http_response& answer, const model::http_response& first) {
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
template <class Server>
std::string outcome(exchange e) {
    e.setup.opponent = &e.plan;
    server_world t(e.setup);
    t.serve<Server>("api-1", 80);
    t.serve<Server>("api-2", 81);
    t.serve<Server>("api-3", 82);
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

struct row {
    std::string name;
    std::string (*intact)(exchange);
    std::string (*broken)(exchange);
    exchange played;
    std::string expected;
    std::string mistaken;
};

template <class Intact, class Mutant>
row of(std::string_view name, const exchange& e, std::string_view expected,
       std::string_view mistaken) {
    return {std::string(name),     &outcome<Intact>,     &outcome<Mutant>, e,
            std::string(expected), std::string(mistaken)};
}

void expect_all(const std::vector<row>& rows) {
    for (const row& r : rows) {
        SCOPED_TRACE(r.name);
        EXPECT_EQ(r.intact(r.played), r.expected);
        EXPECT_EQ(r.broken(r.played), r.mistaken);
    }
}

model::http_request other_body() {
    return charge("k1", purchase_of(7));
}

model::http_request respelled() {
    return charge("k1", R"({"reference":"order-17", "currency":"EUR", "amount":1250.0})");
}

model::http_request to(std::string_view method, std::string_view target, std::string_view body) {
    model::http_request request = charge("k1", body);
    request.method = method;
    request.target = target;
    return request;
}

model::http_request minimal() {
    model::http_request request = charge("k1");
    request.headers.add("Prefer", "return=minimal");
    return request;
}

exchange twice(const model::http_request& request = charge("k1"), sim::port_number second = 80) {
    return {{visit(0s, charge("k1")), visit(1s, request, second)}};
}

// The process of the first attempt sleeps once it has done that step; the second one comes to
// another process meanwhile.
exchange asleep(std::string_view after, sim::duration span, sim::duration second) {
    exchange e{{visit(0s, charge("k1")), visit(second, charge("k1"), 81)}};
    return e.with(fmt::format("pay-1/api-1/{}", after),
                  sim::injection(sim::primitive::stall, span));
}

exchange dead(std::string_view after) {
    exchange e{{visit(0s, charge("k1")), visit(3s, charge("k1"), 81)}};
    return e.with(fmt::format("pay-1/api-1/{}", after),
                  sim::injection(sim::primitive::kill, sim::timing::after));
}

exchange after_an_hour() {
    exchange e{{visit(0s, charge("k1")), visit(2h, charge("k1"))}};
    e.setup.by.retention = 1h;
    return e;
}

// What the second attempt gets, and a third one, when the first has failed so at work.
exchange failing(sim::literal what) {
    return twice().with("pay-1/api-1/work", sim::injection(what));
}

// --- Claims ---

using reference = charge_server<model::simulated>;

TEST(ClaimMutants, ClaimTooLateOrNowhere) {
    expect_all({
        of<reference, mutants::check_then_act>("check_then_act", asleep("db begin", 1s, 100ms),
                                               "201:ch_1 201:ch_1r charged 1",
                                               "201:ch_1 201:ch_2 charged 2"),
        of<reference, mutants::claim_after_work>("claim_after_work", asleep("db begin", 1s, 100ms),
                                                 "201:ch_1 201:ch_1r charged 1",
                                                 "201:ch_1 201:ch_2 charged 2"),
        of<reference, mutants::claim_in_memory>("claim_in_memory", twice(charge("k1"), 81),
                                                "201:ch_1 201:ch_1r charged 1",
                                                "201:ch_1 201:ch_2 charged 2"),
        of<reference, mutants::lost_insert_is_an_error>("lost_insert_is_an_error", twice(),
                                                        "201:ch_1 201:ch_1r charged 1",
                                                        "201:ch_1 503 charged 1"),
    });
}

TEST(ClaimMutants, GetTheScopeWrong) {
    expect_all({
        of<reference, mutants::key_without_tenant>(
            "key_without_tenant", twice(charge("k1", order_17, "shop-2")),
            "201:ch_1 201:ch_2 charged 2", "201:ch_1 201:ch_1r charged 1"),
        of<reference, mutants::key_without_operation>(
            "key_without_operation", twice(to("POST", "/v1/refunds", order_17)),
            "201:ch_1 201:re_2 charged 2", "201:ch_1 422 charged 1"),
        of<reference, mutants::body_in_key>("body_in_key", twice(other_body()),
                                            "201:ch_1 422 charged 1",
                                            "201:ch_1 201:ch_2 charged 2"),
    });
}

TEST(ClaimMutants, GetTheLeaseWrong) {
    exchange set_back = asleep("db commit", 10s, 3s);
    set_back.meanwhile = [](server_world& t) { t.w.after(1s, [&t] { t.api.jump_clock(-1h); }); };
    expect_all({
        of<reference, mutants::claim_without_lease>(
            "claim_without_lease", asleep("db commit", 10s, 3s),
            "409 201:ch_1 charged 1 takeovers 1", "201:ch_1 409 charged 1"),
        of<reference, mutants::lease_shorter_than_work>(
            "lease_shorter_than_work", asleep("db commit", 1s, 500ms), "201:ch_1 409 charged 1",
            "409 201:ch_1 charged 1 takeovers 1"),
        of<reference, mutants::lease_from_the_future>("lease_from_the_future", set_back,
                                                      "409 201:ch_1 charged 1 takeovers 1",
                                                      "201:ch_1 409 charged 1"),
    });
}

// Of two heirs the first sleeps between its look and its takeover.
TEST(ClaimMutants, TakeOverWhatHasBeenTakenOver) {
    exchange heirs = asleep("db commit", 10s, 3s);
    heirs.visits.emplace_back(3500ms, charge("k1"), 82);
    heirs.with("pay-2/api-2/db commit", sim::injection(sim::primitive::stall, 1s));
    expect_all({of<reference, mutants::takeover_without_compare>(
        "takeover_without_compare", heirs, "409 409 201:ch_1 charged 1 takeovers 1",
        "409 409 201:ch_1 charged 1 takeovers 2")});
}

TEST(ClaimMutants, GetTheDuplicateInFlightWrong) {
    exchange third = asleep("db commit", 1s, 500ms);
    third.visits.emplace_back(600ms, charge("k1"), 82);
    exchange waiting = asleep("db commit", 1s, 100ms);
    expect_all({
        of<reference, mutants::refused_duplicate_cleans_up>("refused_duplicate_cleans_up", third,
                                                            "201:ch_1 409 409 charged 1",
                                                            "409 409 201:ch_1 charged 1"),
        of<reference, mutants::in_flight_is_a_rejection>(
            "in_flight_is_a_rejection", asleep("db commit", 1s, 500ms), "201:ch_1 409 charged 1",
            "201:ch_1 400 charged 1"),
        of<reference, mutants::wait_then_work>("wait_then_work", waiting.under("strict-waiting"),
                                               "201:ch_1 409 charged 1",
                                               "409 201:ch_1 charged 1 takeovers 1"),
    });
}

// --- Records ---

TEST(RecordMutants, GetTheFingerprintWrong) {
    expect_all({
        of<reference, mutants::no_fingerprint>("no_fingerprint", twice(other_body()),
                                               "201:ch_1 422 charged 1",
                                               "201:ch_1 201:ch_1r charged 1"),
        of<reference, mutants::raw_fingerprint>("raw_fingerprint", twice(respelled()),
                                                "201:ch_1 201:ch_1r charged 1",
                                                "201:ch_1 422 charged 1"),
        of<reference, mutants::partial_fingerprint>("partial_fingerprint", twice(other_body()),
                                                    "201:ch_1 422 charged 1",
                                                    "201:ch_1 201:ch_1r charged 1"),
        of<reference, mutants::volatile_fingerprint>("volatile_fingerprint", twice(),
                                                     "201:ch_1 201:ch_1r charged 1",
                                                     "201:ch_1 422 charged 1"),
        of<reference, mutants::fingerprint_not_kept>("fingerprint_not_kept", twice(),
                                                     "201:ch_1 201:ch_1r charged 1",
                                                     "201:ch_1 422 charged 1"),
    });
}

TEST(RecordMutants, ChangeWhatTheKeyStandsFor) {
    exchange refused = twice(other_body());
    refused.visits.emplace_back(2s, charge("k1"));
    expect_all({
        of<reference, mutants::refusal_overwrites_record>("refusal_overwrites_record", refused,
                                                          "201:ch_1 422 201:ch_1r charged 1",
                                                          "201:ch_1 422 422 charged 1"),
        of<reference, mutants::expiry_redoes>("expiry_redoes", after_an_hour(),
                                              "201:ch_1 410 charged 1",
                                              "201:ch_1 201:ch_2 charged 2"),
    });
}

TEST(RecordMutants, GetTheOutcomeWrong) {
    const exchange late{{visit(0s, charge("k1")), visit(3s, charge("k1"))}};
    expect_all({
        of<reference, mutants::answer_not_stored>("answer_not_stored", late,
                                                  "201:ch_1 201:ch_1r charged 1",
                                                  "201:ch_1 201:ch_2 charged 2 takeovers 1"),
        of<reference, mutants::two_commits>("two_commits", asleep("db commit#2", 10s, 3s),
                                            "201:ch_1 201:ch_1r charged 1",
                                            "201:ch_1 201:ch_2 charged 2 takeovers 1"),
        of<reference, mutants::record_before_effect>("record_before_effect", dead("db commit#2"),
                                                     "0 201:ch_1r! charged 1",
                                                     "0 201:ch_1r! charged 0"),
        of<reference, mutants::unconditional_complete>(
            "unconditional_complete", asleep("db commit", 10s, 3s),
            "409 201:ch_1 charged 1 takeovers 1", "201:ch_2 201:ch_1 charged 2 takeovers 1"),
    });
}

TEST(RecordMutants, GetAFailureWrong) {
    exchange zombie = asleep("db commit", 5s, 3s);
    zombie.with("pay-1/api-1/work", sim::injection(model::service_failure::fail_before));
    zombie.visits.emplace_back(10s, charge("k1"));
    expect_all({
        of<reference, mutants::delete_on_error>(
            "delete_on_error", failing(model::service_failure::fail_after),
            "503 201:ch_1r! charged 1", "503 201:ch_2 charged 2"),
        of<reference, mutants::zombie_erases>("zombie_erases", zombie,
                                              "503 201:ch_1 201:ch_1r! charged 1 takeovers 1",
                                              "503 201:ch_1 201:ch_2 charged 2 takeovers 1"),
        of<reference, mutants::transient_failure_stored>(
            "transient_failure_stored", failing(model::service_failure::fail_before),
            "503 201:ch_1 charged 1 takeovers 1", "503 503r charged 0"),
    });
}

// --- Replays ---

TEST(ReplayMutants, AnswerOtherwiseThanBefore) {
    expect_all({
        of<reference, mutants::replay_loses_headers>("replay_loses_headers", twice(),
                                                     "201:ch_1 201:ch_1r charged 1",
                                                     "201:ch_1 201r charged 1"),
        of<reference, mutants::replay_changes_status>("replay_changes_status", twice(),
                                                      "201:ch_1 201:ch_1r charged 1",
                                                      "201:ch_1 200:ch_1r charged 1"),
        of<reference, mutants::replay_wraps_body>("replay_wraps_body", twice(),
                                                  "201:ch_1 201:ch_1r charged 1",
                                                  "201:ch_1 201:ch_1r! charged 1"),
    });
}

TEST(ReplayMutants, ChargeAgainOrKeepWhatNeedsNoKey) {
    const exchange empty{{visit(0s, minimal()), visit(1s, minimal())}};
    const exchange puts{{visit(0s, to("PUT", "/v1/orders/a", "{\"n\":1}")),
                         visit(1s, to("PUT", "/v1/orders/a", "{\"n\":2}"))}};
    expect_all({
        of<reference, mutants::replay_falls_through>("replay_falls_through", twice(),
                                                     "201:ch_1 201:ch_1r charged 1",
                                                     "201:ch_1 201:ch_1r charged 2"),
        of<reference, mutants::empty_answer_is_none>("empty_answer_is_none", empty,
                                                     "204:ch_1 204:ch_1r charged 1",
                                                     "204:ch_1 204:ch_1r charged 2"),
        of<reference, mutants::keys_for_puts>("keys_for_puts", puts, "200 200 charged 0",
                                              "200 200r charged 0"),
    });
}

// --- The other designs ---

TEST(VariantMutants, GetTheOneTransactionWrong) {
    using design = local_transaction_server<model::simulated>;
    expect_all({
        of<design, mutants::effect_before_key>("effect_before_key", dead("db commit"),
                                               "0 201:ch_1r! charged 1", "0 201:ch_2 charged 2"),
        of<design, mutants::key_before_effect>("key_before_effect", dead("db commit"),
                                               "0 201:ch_1r! charged 1", "0 201:ch_1r! charged 0"),
    });
}

TEST(VariantMutants, GetTheNaturalKeyWrong) {
    using design = natural_key_server<model::simulated>;
    exchange again = twice();
    exchange other = twice(other_body());
    for (exchange* e : {&again, &other}) {
        e->under("natural-key").setup.schema += ledger_schema_with_natural_key;
    }
    expect_all({
        of<design, mutants::existing_is_an_error>("existing_is_an_error", again,
                                                  "201:ch_1 201:ch_1r charged 1",
                                                  "201:ch_1 400 charged 1"),
        of<design, mutants::existing_is_good_enough>("existing_is_good_enough", other,
                                                     "201:ch_1 422 charged 1",
                                                     "201:ch_1 201:ch_1r! charged 1"),
    });
}

// The answer to the capture is lost: the second one, after that to the authorization.
TEST(VariantMutants, GetTheCallDownstreamWrong) {
    using design = recovery_point_server<model::simulated>;
    exchange lost = twice();
    lost.with("pay-1/api-1>acquirer/response#2", sim::injection(sim::primitive::lose));
    const std::string expected = "503 201:ch_2 charged 1 takeovers 1";
    const std::string twice_charged = "503 201:ch_3 charged 2 takeovers 1";
    expect_all({
        of<design, mutants::no_downstream_key>("no_downstream_key", lost, expected, twice_charged),
        of<design, mutants::downstream_key_per_call>("downstream_key_per_call", lost, expected,
                                                     twice_charged),
        of<design, mutants::downstream_key_per_owner>("downstream_key_per_owner", lost, expected,
                                                      twice_charged),
        of<design, mutants::unknown_is_failure>("unknown_is_failure", lost, expected,
                                                "402 402r charged 1"),
        of<design, mutants::unknown_is_success>("unknown_is_success", lost, expected,
                                                "201:ch_1 201:ch_1r charged 1"),
    });
}

// To be told that it is done, though nothing is.
TEST(VariantMutants, TakeWhatNeverArrivedForDone) {
    using design = recovery_point_server<model::simulated>;
    exchange lost = twice();
    lost.with("pay-1/api-1>acquirer/request#2", sim::injection(sim::primitive::lose));
    expect_all({of<design, mutants::unknown_is_success>("unknown_is_success", lost,
                                                        "503 201:ch_2 charged 1 takeovers 1",
                                                        "201:ch_1 201:ch_1r charged 0")});
}

TEST(VariantMutants, GetTheLookUpWrong) {
    using design = look_up_server<model::simulated>;
    exchange lost = twice();
    lost.setup.bank = acquirer_options(false);
    lost.with("pay-1/api-1>acquirer/response", sim::injection(sim::primitive::lose));
    exchange stale = lost;
    stale.setup.bank.visible_after = 5s;
    expect_all({
        of<design, mutants::blind_reissue>("blind_reissue", lost,
                                           "503 201:ch_1 charged 1 takeovers 1",
                                           "503 201:ch_2 charged 2 takeovers 1"),
        of<design, mutants::stale_look_up_believed>("stale_look_up_believed", stale,
                                                    "503 503 charged 1 takeovers 1",
                                                    "503 201:ch_2 charged 2 takeovers 1"),
    });
}

}  // namespace
}  // namespace onceproof::designs
