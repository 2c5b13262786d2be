// Histories about outcomes that are due: whether a refusal had a reason, and a success none against
// it.
#include "model/oracle/oracle_testing.hpp"

namespace onceproof::model::testing {
namespace {

constexpr auto due = rule::due_outcome;

// Keeps records for ten seconds.
contract forgetting_soon() {
    contract c;
    c.retention = 10s;
    return c;
}

contract of_all_operations() {
    contract c;
    c.scope_has_operation = false;
    return c;
}

events unkeyed() {
    return events().pay(1).key("");
}

std::vector<sample> declines() {
    return {
        {due,
         "declined as it was due",
         {},
         events().pay(1).due_to_be_declined().answered(answer(402))},
        {due,
         "declined with a status of its own",
         {},
         events().pay(1).due_to_be_declined().answered(answer(422))},
        {due, "declined though it was not due", {due}, events().pay(1).answered(answer(403))},
        {due, "refused with no reason at all", {due}, events().pay(1).answered(answer(404))},
        {due, "told to go elsewhere", {due}, events().pay(1).answered(answer(302))},
        {due,
         "done though it was due to be declined",
         {due},
         events().pay(1).due_to_be_declined().answered(charged()).effect()},
        {due,
         "turned away for a while",
         {},
         events()
             .pay(1)
             .answered(answer(429))
             .answered(answer(409))
             .answered(answer(503))
             .answered(charged())
             .effect()},
        {due, "told to come again later", {}, events().pay(1).answered(answer(425))},
        {due,
         "done under a key that stands for another request",
         {},
         events().pay(1).due_to_be_declined().other_body(charged()).answered(charged()).effect(1),
         without_fingerprint()},
    };
}

std::vector<sample> mismatches() {
    const std::string_view other = R"(POST /v1/charges {"amount":7,"reference":"order-1"})";
    return {
        {due,
         "refused for another request that came before",
         {},
         events().pay(1).other_body(charged()).effect(1).answered(answer(422))},
        {due,
         "refused for another request that nobody sent",
         {due},
         events().pay(1).answered(answer(422))},
        {due,
         "refused for another request that came later",
         {due},
         events().pay(1).answered(answer(422)).other_body(answer(422))},
        {due,
         "refused since its client had sent something else",
         {rule::one_key},
         events().pay(1).lost().request(other).answered(answer(422))},
        {due,
         "refused for another intent with its key",
         {rule::one_key},
         events().pay(1).key("k").answered(charged()).effect().pay(2).key("k").answered(
             answer(422))},
        {due,
         "refused for another operation that the contract counts in",
         {rule::one_key},
         events()
             .pay(1)
             .key("k")
             .answered(charged())
             .effect()
             .pay(2, "shop", "POST /v1/refunds")
             .key("k")
             .answered(answer(422)),
         of_all_operations()},
    };
}

std::vector<sample> expiries() {
    const auto late = [] { return events().pay(1).lost().from("other"); };
    return {
        {due,
         "told in time that its key has expired",
         {},
         late().at(11s).answered(answer(410)),
         forgetting_soon()},
        {due,
         "told too early that its key has expired",
         {due},
         late().at(5s).answered(answer(410)),
         forgetting_soon()},
        {due,
         "told too early by a clock that was set ahead",
         {},
         late().clocks_were_wrong(6s).at(5s).answered(answer(410)),
         forgetting_soon()},
        {due,
         "told too early by a clock that was not off by so much",
         {due},
         late().clocks_were_wrong(-1s).at(5s).answered(answer(410)),
         forgetting_soon()},
        {due,
         "told too early by a clock that gained enough",
         {},
         late().clocks_drifted(900'000'000).at(6s).answered(answer(410)),
         forgetting_soon()},
        {due,
         "told too early by a clock that gained little",
         {due},
         late().clocks_drifted(1'000'000).at(6s).answered(answer(410)),
         forgetting_soon()},
    };
}

std::vector<sample> unfit() {
    const http_response bad(400, "{}");
    return {
        {due, "refused without the key that it needs", {}, unkeyed().answered(bad)},
        {due,
         "refused for a key that is too long",
         {},
         events().pay(1).key(std::string(300, 'k')).answered(bad)},
        {due, "refused as malformed", {due}, events().pay(1).answered(bad)},
        {due,
         "a PUT that is refused",
         {due},
         events().pay(1, "shop", "PUT /v1/orders/1").answered(bad)},
        {due,
         "nothing is there to be read",
         {},
         events().pay(1, "shop", "GET /v1/orders/1").answered(answer(404))},
    };
}

std::vector<sample> fresh() {
    return {
        {due, "a fresh operation is done", {}, events().pay(1).fresh().probed(charged()).effect()},
        {due,
         "a fresh operation is declined",
         {due},
         events().pay(1).fresh().due_to_be_declined().probed(answer(402))},
        {due,
         "a fresh operation is told that its key has expired",
         {due},
         events().clocks_were_wrong().pay(1).fresh().probed(answer(410))},
    };
}

events once_each() {
    return events().each_request_went_once();
}

http_response in_flight_with(std::string_view pause) {
    http_response a(409, "{}");
    if (!pause.empty()) {
        a.headers.add("Retry-After", pause);
    }
    return a;
}

std::vector<sample> in_flight() {
    const http_response busy = answer(409);
    const auto about = rule::refusal;
    return {
        {about,
         "in flight beside another attempt",
         {},
         once_each().pay(1).lost().from("other").meanwhile().answered(busy).effect()},
        {about,
         "in flight after an unknown outcome",
         {},
         once_each().pay(1).answered(answer(503)).answered(busy).answered(charged()).effect()},
        {about,
         "in flight with nobody else",
         {about},
         once_each().pay(1).answered(busy).answered(charged()).effect()},
        {about,
         "in flight after the outcome was told",
         {about},
         once_each().pay(1).answered(charged()).from("other").answered(busy).effect()},
        {about,
         "in flight while a proxy may have sent it again",
         {},
         events().pay(1).answered(busy).answered(charged()).effect()},
        {about,
         "in flight without a pause",
         {about},
         events().pay(1).answered(in_flight_with("")).from("other").answered(charged()).effect()},
        {about,
         "in flight without a pause, where none is promised",
         {},
         events().pay(1).answered(in_flight_with("")).from("other").answered(charged()).effect(),
         [] {
             contract c;
             c.retry_after = 0s;
             return c;
         }()},
        {about,
         "in flight with another pause",
         {about},
         events().pay(1).answered(in_flight_with("2")).waits(1s).answered(charged()).effect()},
    };
}

}  // namespace

std::vector<sample> due_samples() {
    return together({declines(), mismatches(), expiries(), unfit(), fresh(), in_flight()});
}

}  // namespace onceproof::model::testing
