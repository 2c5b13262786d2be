// Histories about clients that give up: whether the policy left them anything else to do.
#include "model/oracle/oracle_testing.hpp"

namespace onceproof::model::testing {
namespace {

constexpr auto about = rule::retry_policy;

contract with_budget(std::uint32_t tokens) {
    contract c;
    c.retry.budget = {tokens, 1, 1};
    return c;
}

contract with_breaker(std::uint32_t failures) {
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
        {about, "given up at once", {about}, lost_once().gives_up().effect()},
        {about, "given up with attempts left", {about}, lost_three_times().gives_up().effect()},
        {about,
         "given up after the last attempt",
         {},
         lost_three_times().may_try(3).gives_up().effect()},
        {about, "more attempts than it may make", {about}, lost_three_times().may_try(2).effect()},
        {about, "died before it could go on", {}, lost_once().effect()},
        {about,
         "given up without a key",
         {},
         events().pay(1).key("").lost().gives_up().effect()},
        {about,
         "a PUT that is given up at once",
         {about},
         events().pay(1, "shop", "PUT /v1/orders/1").key("").lost().gives_up()},
        {about,
         "given up since it stood still",
         {},
         lost_once().clients_were_paused().gives_up().effect()},
        {about,
         "given up since it would have to wait for too long",
         {},
         events()
             .pay(1)
             .answered(with(answer(503), "Retry-After", "100000"))
             .gives_up()
             .effect()},
        {about,
         "given up when its time is over",
         {},
         events()
             .pay(1)
             .answered(with(answer(503), "Retry-After", "58"))
             .at(59s)
             .lost()
             .gives_up()
             .effect()},
        {about,
         "given up with an empty budget",
         {},
         lost_three_times().gives_up().effect(),
         with_budget(2)},
        {about,
         "given up with tokens left",
         {about},
         lost_three_times().gives_up().effect(),
         with_budget(3)},
        {about,
         "given up while the breaker may be open",
         {},
         lost_three_times().gives_up().effect(),
         with_breaker(3)},
        {about,
         "given up before the breaker opens",
         {about},
         lost_three_times().gives_up().effect(),
         with_breaker(4)},
    };
}

}  // namespace onceproof::model::testing
