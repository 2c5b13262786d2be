// Histories about effects: how many an intent has, and whose they are.
#include "model/oracle/oracle_testing.hpp"

namespace onceproof::model::testing {
namespace {

// Keeps records for ten seconds, and does anew what comes later.
contract redoing() {
    contract c;
    c.expired = after_expiry::redone;
    c.retention = 10s;
    return c;
}

contract keeping(kept_outcomes kept) {
    contract c;
    c.keeps = kept;
    return c;
}

std::vector<sample> how_many() {
    const auto about = rule::one_effect;
    return {
        {about, "once, answered", {}, events().pay(1).answered(charged()).effect()},
        {about, "once, never answered", {}, events().pay(1).lost().effect()},
        {about, "never, never answered", {}, events().pay(1).lost()},
        {about, "two, answered", {about}, events().pay(1).answered(charged()).effect().effect()},
        {about, "two, never answered", {about}, events().pay(1).lost().effect().effect()},
        {about,
         "two intents, each once",
         {},
         events().pay(1).answered(charged()).effect().pay(2).answered(charged(2)).effect()},
        {about,
         "another tenant's is not its own",
         {},
         events().pay(1).answered(charged()).effect().pay(2, "bank").answered(charged(2)).effect()},
        {about,
         "done anew after the retention, as promised",
         {},
         events().pay(1).answered(charged()).at(11s).probed(charged(1, "ch_2")).effect().effect(),
         redoing()},
        {about,
         "twice within the retention",
         {about},
         events().pay(1).lost().answered(charged()).effect().effect(),
         redoing()},
        {about,
         "three times, and once more is allowed",
         {about},
         events().pay(1).lost().lost().from("other").at(12s).lost().effect().effect().effect(),
         redoing()},
        {about,
         "a late original after the retention, as promised",
         {},
         events().pay(1).lost().at(11s).from("other").answered(charged()).effect().effect(),
         redoing()},
        {about,
         "more often than it was sent, however late",
         {about},
         events().pay(1).lost().at(31s).from("other").lost().effect().effect().effect(),
         redoing()},
        {about,
         "two of any amount where a key stands for anything",
         {about},
         events().pay(1).answered(charged()).other_body(charged()).effect().effect(1),
         without_fingerprint()},
        {about,
         "twice without any retention",
         {},
         events().pay(1).lost().answered(charged()).effect().effect(),
         [] {
             contract c = redoing();
             c.retention = 0s;
             return c;
         }()},
    };
}

std::vector<sample> acknowledged() {
    const auto about = rule::acknowledged_effect;
    return {
        {about, "it is there", {}, events().pay(1).lost().answered(charged()).effect()},
        {about, "it is not", {about}, events().pay(1).answered(charged())},
        {about,
         "it is not, of a replay",
         {about},
         events().pay(1).lost().answered(replayed(charged()))},
        {about,
         "it was lost, and is done again for who asks",
         {about},
         events().pay(1).answered(charged()).rests().probed(replayed(charged())).effect()},
        {about,
         "it was there when faults had stopped",
         {},
         events().pay(1).answered(charged()).effect().rests().probed(replayed(charged()))},
        {about,
         "what nobody acknowledged may come late",
         {},
         events().pay(1).lost().rests().probed(charged()).effect()},
        {about, "nobody acknowledged it", {}, events().pay(1).answered(answer(503)).lost()},
        {about,
         "only another amount is there",
         {about, rule::known_effects_only},
         events().pay(1).answered(charged()).effect(7)},
        {about,
         "only that of another operation is there",
         {about, rule::known_effects_only},
         events().pay(1).answered(charged()).effect_of("order-1", "shop", "POST /v1/refunds")},
        {about,
         "a read has none",
         {},
         events().pay(1, "shop", "GET /v1/orders/1").key("").answered(answer(200))},
    };
}

std::vector<sample> rejected() {
    const auto about = rule::no_rejected_effect;
    return {
        {about, "there is none", {}, events().pay(1).answered(answer(402))},
        {about, "there is one", {about}, events().pay(1).answered(answer(402)).effect()},
        {about,
         "there is one, rejected later",
         {about, rule::due_outcome},
         events().pay(1).lost().answered(answer(400)).effect()},
        {about, "a fault is no rejection", {}, events().pay(1).answered(answer(500)).effect()},
        {about, "in flight is no rejection", {}, events().pay(1).answered(answer(409)).effect()},
        {about,
         "one that is not kept may be done later",
         {},
         events().pay(1).answered(answer(402)).from("prober").answered(charged()).effect(),
         keeping(kept_outcomes::successes)},
        {about,
         "one that is not kept, and nothing else was answered",
         {about},
         events().pay(1).answered(answer(402)).effect(),
         keeping(kept_outcomes::successes)},
        {about,
         "an unanswered one may have done it",
         {},
         events().pay(1).lost().answered(answer(402)).effect(),
         keeping(kept_outcomes::successes)},
        {about,
         "that the key has expired says nothing of it",
         {},
         events().pay(1).lost().at(25h).from("other").answered(answer(410)).effect()},
        {about,
         "refused for its bytes, which were another's",
         {rule::one_key},
         events().pay(1).lost().request("POST /v1/charges { }").answered(answer(422)).effect(),
         [] {
             contract c;
             c.fingerprint = fingerprint_of::raw;
             return c;
         }()},
        {about,
         "one that is not kept, and another request that was lost",
         {about},
         events().pay(1).answered(answer(402)).effect().other_body(std::nullopt),
         keeping(kept_outcomes::successes)},
        {about,
         "a fault where only successes are kept",
         {},
         events().pay(1).answered(answer(503)).effect(),
         keeping(kept_outcomes::successes)},
    };
}

std::vector<sample> other_body() {
    const auto about = rule::other_body_rejected;
    const events paid = events().pay(1).answered(charged()).effect();
    return {
        {about, "refused", {}, events(paid).other_body(answer(422))},
        {about, "refused as in flight", {}, events(paid).other_body(answer(409))},
        {about, "never answered", {}, events(paid).other_body(std::nullopt)},
        {about, "answered as the first", {about}, events(paid).other_body(charged())},
        {about, "refused in another way", {about}, events(paid).other_body(answer(400))},
        {about, "accepted", {about, about}, events(paid).other_body(charged(1, "ch_2")).effect(1)},
        {about,
         "unanswered, and took effect",
         {about},
         events(paid).other_body(std::nullopt).effect(1)},
        {about,
         "answered, where a key stands for anything",
         {},
         events(paid).other_body(replayed(charged())),
         without_fingerprint()},
        {about,
         "it came first, and the own request is the other one",
         {},
         events().pay(1).other_body(charged()).meanwhile().answered(answer(422)).effect(1)},
        {about,
         "it came first, and again",
         {},
         events()
             .pay(1)
             .other_body(charged())
             .answered(answer(422))
             .other_body(replayed(charged()))
             .effect(1)},
        {about,
         "both came first",
         {rule::acknowledged_effect, about},
         events().pay(1).other_body(charged()).meanwhile().answered(charged()).effect(1).effect(1)},
        {about,
         "accepted after a rejection that is kept",
         {about, about},
         events().pay(1).answered(answer(402)).other_body(charged()).effect(1)},
        {about,
         "accepted after a rejection that is not kept",
         {},
         events().pay(1).answered(answer(402)).other_body(charged()).effect(1),
         keeping(kept_outcomes::successes)},
        {about,
         "declined before the own request, and not kept",
         {},
         events().pay(1).other_body(answer(402)).answered(charged()).effect(),
         keeping(kept_outcomes::successes)},
        {about, "told that the key has expired", {}, events(paid).at(25h).other_body(answer(410))},
        {about, "told so too early", {about}, events(paid).at(23h).other_body(answer(410))},
        {about,
         "done anew after the retention, as promised",
         {},
         events(paid).at(11s).other_body(charged()).effect(1),
         redoing()},
        {about,
         "of a PUT",
         {},
         events()
             .pay(1, "shop", "PUT /v1/orders/1")
             .key("")
             .answered(answer(200))
             .effect()
             .other_body(answer(200))
             .effect(1)},
    };
}

std::vector<sample> other_body_of_what_is_done_again() {
    const auto about = rule::other_body_rejected;
    return {
        {about,
         "accepted after a rejection that would be done again",
         {about, about},
         events().pay(1).answered(answer(402)).other_body(charged()).effect(1),
         keeping(kept_outcomes::redriven)},
        {about,
         "refused after a rejection that would be done again",
         {},
         events().pay(1).answered(answer(402)).other_body(answer(422)),
         keeping(kept_outcomes::redriven)},
        {about,
         "declined before the own request, which then took its key",
         {about},
         events().pay(1).other_body(answer(402)).answered(charged()).effect(),
         keeping(kept_outcomes::redriven)},
    };
}

std::vector<sample> other_body_in_time() {
    const auto about = rule::other_body_rejected;
    const events paid = events().pay(1).answered(charged()).effect();
    return {
        {about, "answered with a fault", {}, events(paid).other_body(answer(503))},
        {about,
         "accepted after the retention",
         {about},
         events(paid).at(25h).other_body(charged())},
        {about,
         "accepted within the retention of what is done anew",
         {about},
         events(paid).other_body(charged()),
         redoing()},
        {about,
         "replayed to both at once",
         {about},
         events().pay(1).other_body(charged()).meanwhile().answered(charged()).effect()},
        {about,
         "in flight in other words",
         {},
         events(paid).other_body(answer(423)),
         [] {
             contract c;
             c.in_flight_status = 423;
             return c;
         }()},
    };
}

std::vector<sample> named() {
    const auto about = rule::acknowledged_effect;
    const http_response unnamed(204, "");
    return {
        {about,
         "the answer has the id of the effect",
         {},
         events().pay(1).answered(charged()).effect().called("ch_1")},
        {about,
         "the answer has the id of nothing",
         {about},
         events().pay(1).answered(charged()).effect().called("ch_2")},
        {about,
         "the answer has the id of the effect, after a blank",
         {},
         events().pay(1).answered(http_response(201, R"({"id": "ch_1"})")).effect().called("ch_1")},
        {about,
         "the answer has the id of nothing, after a blank",
         {about},
         events().pay(1).answered(http_response(201, R"({"id": "ch_1"})")).effect().called("ch_2")},
        {about,
         "the answer leads to nothing",
         {about},
         events()
             .pay(1)
             .answered(with(unnamed, "Location", "/v1/charges/ch_11"))
             .effect()
             .called("ch_1")},
        {about,
         "the answer names nothing",
         {},
         events().pay(1).answered(unnamed).effect().called("ch_1")},
        {about,
         "the answer has the id of another intent's effect",
         {about},
         events()
             .pay(1)
             .answered(charged())
             .effect()
             .called("ch_1")
             .pay(2)
             .answered(charged(2))
             .effect()
             .called("ch_2")},
    };
}

std::vector<sample> known_only() {
    const auto about = rule::known_effects_only;
    return {
        {about, "that of the intent", {}, events().pay(1).lost().effect()},
        {about, "another reference", {about}, events().pay(1).lost().effect_of("order-9")},
        {about, "another tenant", {about}, events().pay(1).lost().effect_of("order-1", "bank")},
        {about, "another amount", {about}, events().pay(1).lost().effect(7)},
        {about,
         "one known and one not",
         {about},
         events().pay(1).lost().effect().effect_of("order-9")},
        {about,
         "another operation",
         {about},
         events().pay(1).lost().effect_of("order-1", "shop", "POST /v1/refunds")},
        {about, "nobody asked for anything", {about}, events().effect_of("order-1")},
        {about,
         "the other amount of a PUT of the same resource",
         {},
         events()
             .pay(1, "shop", "PUT /v1/orders/1")
             .key("")
             .answered(answer(200))
             .effect(7)
             .pay(2, "shop", "PUT /v1/orders/1")
             .key("")
             .reference("order-1")
             .amount(7)
             .answered(answer(200))},
    };
}

}  // namespace

std::vector<sample> effect_samples() {
    return together({how_many(), acknowledged(), rejected(), other_body(), other_body_in_time(),
                     other_body_of_what_is_done_again(), known_only(), named()});
}

}  // namespace onceproof::model::testing
