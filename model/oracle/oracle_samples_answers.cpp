// Histories about answers: that they agree, whose they are, and what clients make of them.
#include "model/oracle/oracle_testing.hpp"

namespace onceproof::model::testing {
namespace {

contract latest_state() {
    contract c;
    c.replay = replay_of::latest_state;
    c.replay_marker.clear();
    return c;
}

contract keeping_all() {
    contract c;
    c.keeps = kept_outcomes::all;
    return c;
}

// Keeps records for ten seconds; its client may try again after that.
contract forgetting(after_expiry then) {
    contract c;
    c.retention = 10s;
    c.expired = then;
    return c;
}

events paid() {
    return events().pay(1).answered(charged()).effect();
}

std::vector<sample> faithful() {
    const auto about = rule::faithful_replay;
    return {
        {about, "alike each time", {}, paid().probed(replayed(charged()))},
        {about,
         "alike after what was not final",
         {},
         events()
             .pay(1)
             .lost()
             .answered(answer(409))
             .answered(answer(503))
             .answered(charged())
             .effect()
             .probed(replayed(charged()))},
        {about, "another status", {about}, paid().probed(replayed(answer(200)))},
        {about,
         "another body",
         {about},
         events().pay(1).answered(answer(201)).effect().probed(replayed(answer(201, "{}")))},
        {about,
         "another Location",
         {about},
         events()
             .pay(1)
             .answered(with(answer(201), "Location", "/1"))
             .effect()
             .probed(replayed(with(answer(201), "Location", "/2")))},
        {about,
         "no Location",
         {about},
         events()
             .pay(1)
             .answered(with(answer(201), "Location", "/1"))
             .effect()
             .probed(replayed(answer(201)))},
        {about,
         "another header that nobody promised",
         {},
         paid().probed(with(replayed(charged()), "Date", "today"))},
        {about,
         "a rejection that is replayed as another",
         {about},
         events().pay(1).due_to_be_declined().answered(answer(402)).probed(answer(404))},
        {about,
         "a rejection that is not kept",
         {},
         events().pay(1).due_to_be_declined().answered(answer(402)).probed(answer(404)),
         [] {
             contract c;
             c.keeps = kept_outcomes::successes;
             return c;
         }()},
        {about,
         "another client's attempt that differs",
         {about},
         paid().from("other").answered(charged(1, "ch_2"))},
        {about,
         "refused as another request after it was charged",
         {rule::due_outcome, about},
         paid().probed(answer(422))},
    };
}

std::vector<sample> faithful_as_promised() {
    const auto about = rule::faithful_replay;
    const http_response other_body(201, R"({"id":"ch_2"})");
    return {
        {about, "a probe without the marker", {about}, paid().probed(charged())},
        {about,
         "a retry without the marker may be the first",
         {},
         events().pay(1).lost().answered(charged()).effect()},
        {about,
         "a probe without the marker where none is promised",
         {},
         paid().probed(charged()),
         [] {
             contract c;
             c.replay_marker.clear();
             return c;
         }()},
        {about, "the latest state may differ", {}, paid().probed(other_body), latest_state()},
        {about,
         "the latest state is no rejection",
         {rule::due_outcome, about},
         paid().probed(answer(404)),
         latest_state()},
        {about,
         "a fault that is kept",
         {about},
         events().pay(1).answered(replayed(answer(500))).answered(charged()).effect(),
         keeping_all()},
        {about,
         "a fault before the work began",
         {},
         events().pay(1).answered(answer(500)).answered(charged()).effect(),
         keeping_all()},
    };
}

std::vector<sample> faithful_in_time() {
    const auto about = rule::faithful_replay;
    return {
        {about,
         "told too early that the key has expired",
         {rule::due_outcome, about},
         paid().at(5s).probed(answer(410)),
         forgetting(after_expiry::told)},
        {about,
         "told so by a clock that was wrong",
         {},
         paid().at(5s).clocks_were_wrong().probed(answer(410)),
         forgetting(after_expiry::told)},
        {about,
         "done anew, and replayed then",
         {},
         paid().at(11s).probed(charged(1, "ch_2")).effect().probed(replayed(charged(1, "ch_2"))),
         forgetting(after_expiry::redone)},
        {about,
         "of a PUT may differ",
         {},
         events()
             .pay(1, "shop", "PUT /v1/orders/1")
             .key("")
             .answered(answer(201))
             .effect()
             .probed(answer(200))},
        {about,
         "a probe that says it is no replay",
         {about},
         paid().probed(with(charged(), "Idempotent-Replayed", "false"))},
        {about, "a probe beside the first attempt", {}, paid().meanwhile().probed(charged())},
        {about,
         "in flight in other words",
         {},
         events().pay(1).answered(answer(423)).from("other").answered(charged()).effect(),
         [] {
             contract c;
             c.in_flight_status = 423;
             return c;
         }()},
    };
}

std::vector<sample> scope_of_answers() {
    const auto about = rule::scope;
    return {
        {about,
         "names of another kind",
         {},
         events().pay(1).answered(answer(201, R"({"amount":"many","reference":1})")).effect()},
        {about,
         "a rejection may name what it will",
         {},
         events().pay(1).answered(answer(402, R"({"reference":"order-9"})"))},
        {about,
         "another amount where a key stands for anything",
         {},
         events().pay(1).answered(answer(201, R"({"amount":1,"reference":"order-1"})")).effect(1),
         [] {
             contract c;
             c.fingerprint = fingerprint_of::nothing;
             return c;
         }()},
        {about, "its own answer", {}, paid()},
        {about,
         "its own answer, spelt another way",
         {},
         events()
             .pay(1)
             .answered(answer(201, R"({ "amount": 1250, "reference": "order-\u0031" })"))
             .effect()},
        {about,
         "no names in the answer",
         {},
         events().pay(1).answered(answer(201, "fine")).effect()},
        {about,
         "the answer to another reference",
         {about},
         events().pay(1).answered(charged(2)).effect()},
        {about,
         "the answer to a longer reference",
         {about},
         events().pay(1).answered(charged(12)).effect()},
        {about,
         "the answer to another amount",
         {about},
         events()
             .pay(1)
             .answered(answer(201, R"({"amount":12500,"reference":"order-1"})"))
             .effect()},
    };
}

std::vector<sample> scope() {
    const auto about = rule::scope;
    const auto two = [](std::string_view tenant, std::string_view operation,
                        const http_response& second) {
        return paid().pay(2, tenant, operation).key("key-1").answered(second);
    };
    contract account_wide;
    account_wide.scope_has_operation = false;
    return {
        {about,
         "one is refused before another request came under its key",
         {about, rule::due_outcome},
         two("bank", "POST /v1/charges", answer(422)).other_body(answer(422))},
        {about,
         "two tenants with one key",
         {},
         two("bank", "POST /v1/charges", charged(2)).effect()},
        {about,
         "two tenants with one key, and one is refused",
         {about, rule::due_outcome},
         two("bank", "POST /v1/charges", answer(422))},
        {about,
         "one key on two operations, and one is refused",
         {about, rule::due_outcome},
         two("shop", "POST /v1/refunds", answer(422))},
        {about,
         "refused for the other operation, as promised",
         {rule::one_key},
         two("shop", "POST /v1/refunds", answer(422)),
         account_wide},
        {about,
         "refused for its own other request",
         {},
         paid().pay(2, "bank").key("key-1").other_body(charged()).effect(1).answered(answer(422))},
    };
}

std::vector<sample> settling() {
    const auto about = rule::settles;
    return {
        {about, "with an answer", {}, paid()},
        {about, "never", {about}, events().pay(1).never_settles().answered(answer(409))},
        {about, "never, and nobody answered", {about}, events().pay(1).never_settles().lost()},
        {about, "never, without a key", {}, events().pay(1).key("").never_settles().lost()},
        {about,
         "with a fault that is kept",
         {},
         events().pay(1).never_settles().answered(replayed(answer(500))),
         keeping_all()},
        {about,
         "never, with a fault that is not",
         {about},
         events().pay(1).never_settles().answered(answer(500)),
         keeping_all()},
        {about,
         "never, of a PUT",
         {about},
         events().pay(1, "shop", "PUT /v1/orders/1").key("").never_settles().lost()},
    };
}

std::vector<sample> expiring() {
    const auto about = rule::expiry;
    const contract tells = forgetting(after_expiry::told);
    return {
        {about, "told so", {}, paid().at(11s).probed(answer(410)), tells},
        {about, "the answer of then", {}, paid().at(11s).probed(replayed(charged())), tells},
        {about, "asked to come again", {}, paid().at(11s).probed(answer(503)), tells},
        {about,
         "done anew",
         {rule::one_effect, about},
         paid().at(11s).probed(replayed(charged(1, "ch_2"))).effect(),
         tells},
        {about,
         "another answer",
         {about, rule::due_outcome},
         paid().at(11s).probed(answer(404)),
         tells},
        {about,
         "another answer where it may be done anew",
         {rule::due_outcome},
         paid().at(11s).probed(answer(404)),
         forgetting(after_expiry::redone)},
        {about,
         "another answer just before",
         {rule::due_outcome, rule::faithful_replay},
         paid().at(9s).probed(answer(404)),
         tells},
        {about,
         "done anew as soon as it may be",
         {},
         events()
             .pay(1)
             .lost()
             .at(8s)
             .from("other")
             .answered(charged())
             .effect()
             .at(12s)
             .probed(charged(1, "ch_2"))
             .effect(),
         forgetting(after_expiry::redone)},
    };
}

std::vector<sample> telling() {
    const auto about = rule::unknown_told;
    return {
        {about,
         "unknown after a final answer",
         {about},
         events().pay(1).lost().answered(replayed(charged())).gives_up().effect()},
        {about,
         "unknown after a final answer to another client",
         {},
         events().pay(1).lost().may_try(1).gives_up().from("other").answered(charged()).effect()},
        {about, "what it was answered", {}, paid().tells(charged())},
        {about, "that it does not know", {}, events().may_try(1).pay(1).lost().gives_up().effect()},
        {about, "a fault", {about}, events().pay(1).answered(answer(503)).tells(answer(503))},
        {about,
         "that it is in flight",
         {about},
         events().pay(1).answered(answer(409)).tells(answer(409))},
        {about, "a rejection that nobody gave", {about}, events().pay(1).lost().tells(answer(400))},
        {about,
         "what it was answered, with another body",
         {about},
         paid().tells(charged(1, "ch_2"))},
        {about, "what another was answered", {about}, paid().from("other").lost().tells(charged())},
        {about,
         "a fault that is kept",
         {},
         events().pay(1).answered(replayed(answer(500))).tells(replayed(answer(500))),
         keeping_all()},
        {about,
         "a rejection that is not kept",
         {},
         events().pay(1).answered(answer(402)).tells(answer(402)),
         [] {
             contract c;
             c.keeps = kept_outcomes::successes;
             return c;
         }()},
        {about,
         "another status with the same body",
         {about},
         events().pay(1).answered(answer(402)).tells(answer(404))},
    };
}

std::vector<sample> machinery() {
    const auto about = rule::machinery;
    const auto put = [](std::uint64_t n, std::int64_t amount) {
        return events().pay(n, "shop", "PUT /v1/orders/1").key("").amount(amount);
    };
    const auto put_again = [](events t) {
        return t.pay(2, "shop", "PUT /v1/orders/1").key("").reference("order-1").amount(7);
    };
    return {
        {about,
         "the first PUT is held, and another tenant's may come late",
         {about},
         put_again(put(1, 5).answered(answer(201)))
             .answered(answer(200))
             .effect(5)
             .pay(3, "bank", "PUT /v1/orders/1")
             .key("")
             .lost()},
        {about,
         "the first PUT is held, and that of another resource may come late",
         {about},
         put_again(put(1, 5).answered(answer(201)))
             .answered(answer(200))
             .effect(5)
             .pay(3, "shop", "PUT /v1/orders/3")
             .key("")
             .lost()},
        {about, "a PUT for itself", {}, put(1, 5).lost().answered(answer(200)).effect(5)},
        {about,
         "a PUT that is replayed",
         {about},
         put(1, 5).lost().answered(replayed(answer(201))).effect(5)},
        {about,
         "a PUT that is another request",
         {about, rule::due_outcome},
         put(1, 5).answered(answer(422))},
        {about,
         "a GET that is replayed",
         {about},
         events().pay(1, "shop", "GET /v1/orders/1").key("").answered(replayed(answer(200)))},
        {about, "a charge that is replayed", {}, paid().probed(replayed(charged()))},
        {about,
         "the last PUT is held",
         {},
         put_again(put(1, 5).answered(answer(201))).answered(answer(200)).effect(7)},
        {about,
         "the first PUT is held",
         {about},
         put_again(put(1, 5).answered(answer(201))).answered(answer(200)).effect(5)},
        {about,
         "the first PUT may have come late",
         {},
         put_again(put(1, 5).lost()).answered(answer(200)).effect(5)},
        {about, "a PUT that is answered and not held", {about}, put(1, 5).answered(answer(200))},
        {about,
         "the first PUT is held, though all had come to rest before the last",
         {about},
         put_again(put(1, 5).lost()).probed(answer(200)).effect(5)},
        {about,
         "the last PUT may not have come",
         {},
         put_again(put(1, 5).answered(answer(201))).lost().effect(5)},
    };
}

}  // namespace

std::vector<sample> answer_samples() {
    return together({faithful(), faithful_as_promised(), faithful_in_time(), scope_of_answers(),
                     scope(), settling(), expiring(), telling(), machinery()});
}

}  // namespace onceproof::model::testing
