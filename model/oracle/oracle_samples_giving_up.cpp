// Histories about clients that give up: whether the policy left them anything else to do.
#include "model/oracle/oracle_testing.hpp"

namespace onceproof::model::testing {
namespace {

constexpr auto policy = rule::retry_policy;

contract with_tokens(std::uint32_t tokens) {
    contract c;
    c.retry.budget = {tokens, 1, 1};
    return c;
}

contract with_failures(std::uint32_t failures) {
    contract c;
    c.retry.breaker = {failures, 10s};
    return c;
}

events lost_once() {
    return events().pay(1).lost();
}

events lost_three_times() {
    return events().pay(1).lost().lost().lost();
}

}  // namespace

std::vector<sample> giving_up_samples() {
    return {
        {policy, "given up at once", {policy}, lost_once().gives_up().effect()},
        {policy, "given up with attempts left", {policy}, lost_three_times().gives_up().effect()},
        {policy,
         "given up after the last attempt",
         {},
         lost_three_times().may_try(3).gives_up().effect()},
        {policy,
         "more attempts than it may make",
         {policy},
         lost_three_times().may_try(2).effect()},
        {policy, "died before it could go on", {}, lost_once().effect()},
        {policy, "given up without a key", {}, events().pay(1).key("").lost().gives_up().effect()},
        {policy,
         "a PUT that is given up at once",
         {policy},
         events().pay(1, "shop", "PUT /v1/orders/1").key("").lost().gives_up()},
        {policy,
         "given up since it stood still",
         {},
         lost_once().clients_were_paused().gives_up().effect()},
        {policy,
         "given up since it would have to wait for too long",
         {},
         events().pay(1).answered(with(answer(503), "Retry-After", "100000")).gives_up().effect()},
        {policy,
         "given up when its time is over",
         {},
         events()
             .pay(1)
             .answered(with(answer(503), "Retry-After", "58"))
             .waits(58s)
             .answered(with(answer(503), "Retry-After", "2"))
             .gives_up()
             .effect()},
        {policy,
         "given up with an empty budget",
         {},
         lost_three_times().gives_up().effect(),
         with_tokens(2)},
        {policy,
         "given up with tokens left",
         {policy},
         lost_three_times().gives_up().effect(),
         with_tokens(3)},
        {policy,
         "given up while the breaker may be open",
         {},
         lost_three_times().gives_up().effect(),
         with_failures(3)},
        {policy,
         "given up before the breaker opens",
         {policy},
         lost_three_times().gives_up().effect(),
         with_failures(4)},
    };
}

}  // namespace onceproof::model::testing
