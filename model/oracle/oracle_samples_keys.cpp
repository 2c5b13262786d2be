// Histories about keys: which key, and which request, goes with an intent.
#include "model/oracle/oracle_testing.hpp"

namespace onceproof::model::testing {
namespace {

contract reading_bytes() {
    contract c;
    c.fingerprint = fingerprint_of::raw;
    return c;
}

contract account_wide() {
    contract c;
    c.scope_has_operation = false;
    return c;
}

// Two intents, of which the second one has the key of the first.
events both_have_one_key(std::string_view tenant, std::string_view operation = "POST /v1/charges") {
    return events()
        .pay(1)
        .answered(charged())
        .effect()
        .pay(2, tenant, operation)
        .key("key-1")
        .answered(charged(2))
        .effect();
}

std::vector<sample> one_key() {
    const auto about = rule::one_key;
    const auto reordered = R"(POST /v1/charges {"reference":"order-1", "amount":1250})";
    return {
        {about, "over attempts", {}, events().pay(1).lost().answered(charged()).effect()},
        {about,
         "over a restart",
         {},
         events().pay(1).dies_in_it().restarts().answered(charged()).effect()},
        {about,
         "of two clients",
         {},
         events().pay(1).answered(charged()).from("other").answered(replayed(charged())).effect()},
        {about,
         "a new one after a refusal",
         {about},
         events().pay(1).answered(answer(409)).key("new").answered(charged()).effect()},
        {about,
         "a new one after a restart",
         {about, rule::same_key_after_unknown},
         events().pay(1).dies_in_it().restarts().key("new").answered(charged()).effect()},
        {about,
         "none after one",
         {about},
         events().pay(1).answered(answer(409)).key("").answered(charged()).effect()},
        {about,
         "another one of another client",
         {about},
         events().pay(1).lost().from("other").key("new").answered(charged()).effect()},
        {about,
         "another request",
         {about},
         events().pay(1).lost().request("POST /v1/charges {}").answered(charged()).effect()},
        {about,
         "another target",
         {about},
         events()
             .pay(1)
             .lost()
             .request(R"(POST /v1/refunds {"amount":1250,"reference":"order-1"})")
             .answered(charged())
             .effect()},
        {about,
         "reordered",
         {},
         events().pay(1).lost().request(reordered).answered(charged()).effect()},
        {about,
         "reordered, where bytes count",
         {about},
         events().pay(1).lost().request(reordered).answered(charged()).effect(),
         reading_bytes()},
    };
}

std::vector<sample> one_head() {
    const auto about = rule::one_key;
    const std::string_view of_shop = "Authorization: Bearer shop\r\n";
    return {
        {about,
         "the same head",
         {},
         events().pay(1).heads(of_shop).lost().answered(charged()).effect()},
        {about,
         "another time to wait",
         {},
         events()
             .pay(1)
             .heads("X-Request-Deadline-Ms: 1000\r\n")
             .lost()
             .heads("X-Request-Deadline-Ms: 900\r\n")
             .answered(charged())
             .effect()},
        {about,
         "another sender",
         {about},
         events()
             .pay(1)
             .heads(of_shop)
             .lost()
             .heads("Authorization: Bearer bank\r\n")
             .answered(charged())
             .effect()},
        {about,
         "another sender of another client",
         {},
         events()
             .pay(1)
             .heads(of_shop)
             .lost()
             .from("other")
             .heads("Authorization: Bearer bank\r\n")
             .answered(charged())
             .effect()},
    };
}

std::vector<sample> one_key_each() {
    const auto about = rule::one_key;
    return {
        {about,
         "downstream, and a look-up without one",
         {},
         events().pay(1).lost().calls("d", 201).looks_up(200, "POST /v1/captures {}")},
        {about, "of two intents", {about}, both_have_one_key("shop")},
        {about, "of two intents of two tenants", {}, both_have_one_key("bank")},
        {about,
         "of two operations where keys are of the account",
         {about},
         both_have_one_key("shop", "POST /v1/refunds"),
         account_wide()},
        {about, "downstream", {}, events().pay(1).lost().calls("d", 503).calls("d", 201)},
        {about,
         "downstream, another",
         {about},
         events().pay(1).lost().calls("d", 429).calls("e", 201)},
        {about,
         "downstream, none after one",
         {about},
         events().pay(1).lost().calls("d", 429).calls("", 201)},
        {about, "downstream, never one", {}, events().pay(1).lost().calls("", 429).calls("", 201)},
        {about,
         "downstream, one for each step",
         {},
         events().pay(1).lost().calls("d/1", 201, "/v1/authorizations").calls("d/2", 201)},
        {about,
         "of two tenants where keys are of all",
         {about},
         both_have_one_key("bank"),
         [] {
             contract c;
             c.scope_has_tenant = false;
             return c;
         }()},
    };
}

std::vector<sample> after_unknown() {
    const auto about = rule::same_key_after_unknown;
    return {
        {about, "the same key", {}, events().pay(1).lost().answered(charged()).effect()},
        {about,
         "a fresh key after silence",
         {rule::one_key, about},
         events().pay(1).lost().key("new").answered(charged()).effect()},
        {about,
         "a fresh key after a fault",
         {rule::one_key, about},
         events().pay(1).answered(answer(503)).key("new").answered(charged()).effect()},
        {about,
         "no key at all",
         {about},
         events().pay(1).key("").lost().answered(charged()).effect()},
        {about, "no key, and not again", {}, events().pay(1).key("").lost().effect()},
        {about,
         "no key, and again after a refusal",
         {},
         events().pay(1).key("").answered(answer(429)).answered(charged()).effect()},
        {about,
         "no key of a PUT",
         {},
         events().pay(1, "shop", "PUT /v1/orders/1").key("").lost().answered(answer(200)).effect()},
        {about,
         "another client's key is not a step after",
         {rule::one_key},
         events().pay(1).lost().from("other").key("new").answered(charged()).effect()},
    };
}

std::vector<sample> after_unknown_downstream() {
    const auto about = rule::same_key_after_unknown;
    return {
        {about,
         "downstream, the same key",
         {},
         events().pay(1).lost().calls("d", {}).calls("d", 201)},
        {about,
         "downstream, a fresh key",
         {rule::one_key, about},
         events().pay(1).lost().calls("d", {}).calls("e", 201)},
        {about, "downstream, no key", {about}, events().pay(1).lost().calls("", {}).calls("", 201)},
        {about,
         "downstream, no key after a fault",
         {about},
         events().pay(1).lost().calls("", 500).calls("", 201)},
        {about,
         "downstream, a look-up first",
         {},
         events().pay(1).lost().calls("", {}).looks_up(200).calls("", 201)},
        {about,
         "downstream, a look-up that failed",
         {about},
         events().pay(1).lost().calls("", {}).looks_up({}).calls("", 201)},
        {about,
         "downstream, turned away and again",
         {},
         events().pay(1).lost().calls("", 429).calls("", 201)},
        {about,
         "downstream, the next step",
         {},
         events().pay(1).lost().calls("", {}, "/v1/authorizations").calls("", 201)},
        {about,
         "the same key, and a fresh one after a refusal",
         {rule::one_key},
         events().pay(1).lost().answered(answer(409)).key("new").answered(charged()).effect()},
        {about,
         "downstream, a look-up that met a fault",
         {about},
         events().pay(1).lost().calls("", {}).looks_up(500).calls("", 201)},
        {about,
         "downstream, a look-up that was turned away",
         {about},
         events().pay(1).lost().calls("", {}).looks_up(429).calls("", 201)},
    };
}

}  // namespace

std::vector<sample> key_samples() {
    return together(
        {one_key(), one_head(), one_key_each(), after_unknown(), after_unknown_downstream()});
}

}  // namespace onceproof::model::testing
