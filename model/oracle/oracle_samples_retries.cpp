// Histories about retries: what is tried again, how often, for how long, and after which pause.
#include "model/oracle/oracle_testing.hpp"

namespace onceproof::model::testing {
namespace {

constexpr rule about = rule::retry_policy;

http_response busy(std::string_view wait) {
    return with(answer(503), "Retry-After", wait);
}

contract with_budget(std::uint32_t tokens, std::uint32_t earns = 0) {
    contract c;
    c.retry.budget.tokens_max = tokens;
    c.retry.budget.success_earns = earns;
    return c;
}

// Opens after two failures, for five seconds.
contract with_breaker() {
    contract c;
    c.retry.breaker.failures_to_open = 2;
    c.retry.breaker.open_for = 5s;
    return c;
}

std::vector<sample> deadlines() {
    return {
        {about,
         "one that tells no deadline",
         {about},
         [] {
             history untold = events().pay(1).lost().lost();
             untold.attempts.back().deadline.reset();
             return untold;
         }()},
        {about,
         "one that is as long as an attempt may take",
         {},
         [] {
             history told = events().pay(1).lost().lost();
             told.attempts.back().deadline = contract().retry.attempt_timeout;
             return told;
         }()},
        {about,
         "one that is longer",
         {about},
         [] {
             history told = events().pay(1).lost().lost();
             told.attempts.back().deadline = contract().retry.attempt_timeout + 1ms;
             return told;
         }()},
    };
}

std::vector<sample> caps() {
    contract three;
    three.retry.attempts_max = 3;
    contract four_seconds;
    four_seconds.retry.elapsed_max = 4s;
    return {
        {about, "three attempts of three", {}, events().pay(1).lost().lost().lost(), three},
        {about,
         "four attempts of three",
         {about},
         events().pay(1).lost().lost().lost().lost(),
         three},
        {about,
         "three attempts, and three after a restart",
         {},
         events().pay(1).lost().lost().dies_in_it().restarts().lost().lost().lost(),
         three},
        {about,
         "three attempts of each client",
         {},
         events().pay(1).lost().lost().lost().from("other").lost().lost().lost(),
         three},
        {about,
         "three attempts, and the submission again",
         {},
         events().pay(1).lost().lost().lost().from("client").lost().lost().lost(),
         three},
        {about, "within four seconds", {}, events().pay(1).lost().lost().lost(), four_seconds},
        {about,
         "beyond four seconds",
         {about},
         events().pay(1).lost().lost().lost().lost(),
         four_seconds},
        {about,
         "beyond four seconds of a client that stood still",
         {},
         events().pay(1).lost().lost().lost().lost().clients_were_paused(),
         four_seconds},
        {about,
         "probes are nobody's retries",
         {},
         events()
             .pay(1)
             .lost()
             .lost()
             .lost()
             .effect()
             .at(100s)
             .probed(answer(503))
             .probed(charged()),
         three},
    };
}

std::vector<sample> after_answers() {
    return {
        {about,
         "again after a rejection",
         {about},
         events().pay(1).answered(answer(402)).answered(answer(402))},
        {about,
         "again after a success",
         {about},
         events().pay(1).answered(charged()).effect().answered(replayed(charged()))},
        {about,
         "again after what is not final",
         {},
         events()
             .pay(1)
             .answered(answer(409))
             .answered(answer(429))
             .answered(answer(500))
             .answered(charged())
             .effect()},
    };
}

std::vector<sample> pauses() {
    contract hasty;
    hasty.retry.retry_after_max = 10s;
    return {
        {about, "as long as it was told", {}, events().pay(1).answered(busy("3")).waits(3s).lost()},
        {about,
         "and the longest pause",
         {},
         events().pay(1).answered(busy("3")).waits(3100ms).lost()},
        {about,
         "less than it was told",
         {about},
         events().pay(1).answered(busy("3")).waits(2999ms).lost()},
        {about,
         "longer than the longest pause",
         {about},
         events().pay(1).answered(busy("3")).waits(3101ms).lost()},
        {about,
         "longer than the longest pause without being told",
         {about},
         events().pay(1).lost().waits(101ms).lost()},
        {about, "longer after the second", {}, events().pay(1).lost().lost().waits(200ms).lost()},
        {about,
         "longer of a client that stood still",
         {},
         events().pay(1).lost().waits(101ms).lost().clients_were_paused()},
        {about,
         "longer while the breaker was open",
         {},
         events().pay(1).lost().lost().waits(5s).lost(),
         with_breaker()},
        {about,
         "a date is not judged",
         {},
         events().pay(1).answered(busy("Sun, 06 Nov 1994 08:49:37 GMT")).waits(7s).lost()},
        {about,
         "told to wait too long, and waited",
         {about},
         events().pay(1).answered(busy("11")).waits(11s).lost(),
         hasty},
        {about,
         "told to wait for ever, and did not",
         {about},
         events().pay(1).answered(busy("99999999999999999999")).waits(3s).lost()},
        {about,
         "told to wait as long as it may",
         {},
         events().pay(1).answered(busy("10")).waits(10s).lost(),
         hasty},
        {about, "told something else", {}, events().pay(1).answered(busy("3s")).waits(0s).lost()},
        {about,
         "a probe may wait as it likes",
         {},
         [] {
             history seen = events().pay(1).probed(answer(503)).at(9s).probed(answer(503));
             seen.attempts.back().number = 2;
             return seen;
         }()},
    };
}

std::vector<sample> jitter() {
    const auto pause_each = [](std::uint64_t intents, moment pause) {
        events t;
        for (std::uint64_t n = 1; n <= intents; ++n) {
            t.pay(n).lost().waits(pause).lost();
        }
        return t;
    };
    contract at_once;
    at_once.retry.backoff_base = 0s;
    at_once.retry.backoff_max = 0s;
    return {
        {about,
         "eight of the longest, of clients that stood still",
         {},
         pause_each(8, 100ms).clients_were_paused()},
        {about, "eight pauses within", {}, pause_each(8, 50ms)},
        {about, "eight pauses of nothing", {about}, pause_each(8, 0ms)},
        {about, "eight of the longest", {about}, pause_each(8, 100ms)},
        {about, "seven of the longest", {}, pause_each(7, 100ms)},
        {about,
         "eight of the longest and another",
         {},
         pause_each(8, 100ms).pay(9).lost().waits(99ms).lost()},
        {about, "eight pauses of nothing, as agreed", {}, pause_each(8, 0ms), at_once},
    };
}

std::vector<sample> budget() {
    const auto fail_twice = [](events t, std::uint64_t n) { return t.pay(n).lost().lost(); };
    const events broke = fail_twice(fail_twice(events(), 1), 2);
    const auto charge = [](events t, std::uint64_t n) {
        return t.pay(n).answered(charged(n)).effect();
    };
    return {
        {about,
         "what was earned before, by an intent of a higher number",
         {},
         events().pay(2).lost().lost().pay(3).answered(charged(3)).effect().pay(1).lost().lost(),
         with_budget(1, 1)},
        {about,
         "nothing is earned by what is not final",
         {about},
         fail_twice(events(broke).pay(3).answered(answer(429)), 4),
         with_budget(2, 1)},
        {about, "two retries of two tokens", {}, broke, with_budget(2)},
        {about, "three retries of two tokens", {about}, fail_twice(broke, 3), with_budget(2)},
        {about,
         "a third one that was earned",
         {},
         fail_twice(charge(broke, 3), 4),
         with_budget(2, 1)},
        {about,
         "nothing is earned with a full bucket",
         {about},
         fail_twice(fail_twice(charge(events(), 5), 1), 2),
         with_budget(1, 1)},
        {about,
         "a bucket for each client",
         {},
         events(broke).pay(3).from("other").lost().lost(),
         with_budget(2)},
        {about,
         "a bucket for each server",
         {},
         events(broke).pay(3).to("api-2").lost().lost(),
         with_budget(2)},
        {about,
         "a full bucket after a restart",
         {},
         events(broke).pay(3).restarts().lost().lost(),
         with_budget(2)},
        {about,
         "a retry that costs too much",
         {about},
         events().pay(1).lost().lost(),
         [] {
             contract c = with_budget(2);
             c.retry.budget.retry_costs = 3;
             return c;
         }()},
    };
}

// The breaker opens, and its probe fails; what intent-2 had sent before took that long to succeed.
events success_from_before(moment took) {
    return events()
        .pay(1)
        .lost()
        .lost()
        .waits(5s)
        .lost()
        .pay(2)
        .at(2s)
        .waits(0s)
        .answered(charged(2), took)
        .effect();
}

std::vector<sample> breaker() {
    const events opened = events().pay(1).lost().lost();
    return {
        {about, "sent after it was open", {}, events(opened).waits(5s).lost(), with_breaker()},
        {about,
         "sent while it was open",
         {about},
         events(opened).waits(4999ms).lost(),
         with_breaker()},
        {about,
         "of another intent, sent while it was open",
         {about},
         events(opened).waits(4s).pay(2).lost(),
         with_breaker()},
        {about,
         "to another server, sent while it was open",
         {},
         events(opened).waits(4s).to("api-2").pay(2).lost(),
         with_breaker()},
        {about,
         "of another client, sent while it was open",
         {},
         events(opened).waits(4s).from("other").pay(2).lost(),
         with_breaker()},
        {about,
         "not in a row",
         {},
         events().pay(1).lost().answered(answer(429)).lost().answered(answer(429)),
         with_breaker()},
        {about,
         "another request under the key was the probe",
         {},
         events(opened).waits(5s).other_body_of_its_own(answer(422)).lost().lost(),
         with_breaker()},
        {about,
         "another request under the key, sent while it was open",
         {about},
         events(opened).waits(4s).other_body_of_its_own(answer(422)),
         with_breaker()},
        {about,
         "sent beside the probe",
         {about},
         events(opened).waits(5s).lost().pay(2).meanwhile().waits(500ms).lost(),
         with_breaker()},
    };
}

std::vector<sample> breaker_after_its_probe() {
    const events opened = events().pay(1).lost().lost();
    return {
        {about,
         "sent after the probe had failed",
         {about},
         events(opened).waits(5s).lost().waits(1s).lost(),
         with_breaker()},
        {about,
         "sent after the probe had succeeded",
         {},
         events(opened).waits(5s).answered(charged()).effect().pay(2).lost().lost(),
         with_breaker()},
        {about, "sent as it opened", {}, events(opened).pay(2).waits(0s).lost(), with_breaker()},
        {about,
         "sent before it opened, and ended as the probe was under way",
         {},
         success_from_before(4500ms),
         with_breaker()},
        {about, "sent at once where there is none", {}, events(opened).lost()},
        {about,
         "sent when it had opened again and time had passed",
         {},
         events(opened).waits(5s).lost().waits(5s).lost(),
         with_breaker()},
        {about,
         "sent after an old success came beside the probe, which failed",
         {about},
         success_from_before(5500ms).pay(3).at(8500ms).lost(),
         with_breaker()},
    };
}

}  // namespace

std::vector<sample> retry_samples() {
    return together({deadlines(), caps(), after_answers(), pauses(), jitter(), budget(), breaker(),
                     breaker_after_its_probe()});
}

}  // namespace onceproof::model::testing
