// The circuit breaker: its table of states, and the same by a naive model.
#include "designs/client/circuit_breaker.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace onceproof::designs {
namespace {

using namespace std::chrono_literals;
using state = circuit_breaker::state;
using duration = circuit_breaker::duration;

model::breaker_policy rules(std::uint32_t failures, duration open_for) {
    model::breaker_policy policy;
    policy.failures_to_open = failures;
    policy.open_for = open_for;
    return policy;
}

// Makes an attempt that ends at once. False if there was no leave.
bool attempt(circuit_breaker& b, bool failed, duration now) {
    auto leave = b.admit(now);
    if (leave) {
        leave->ended(failed, now);
    }
    return leave.has_value();
}

// One that has failed as often as it bears, at 10 s. It opens for 5 s.
struct opened {
    opened() {
        attempt(b, true, 9s);
        attempt(b, true, 10s);
    }
    circuit_breaker b{rules(2, 5s)};
};

TEST(CircuitBreaker, OpensAfterSoManyFailuresInARow) {
    circuit_breaker b(rules(3, 5s));
    for (const bool failed : {true, true, false, true, true}) {
        EXPECT_TRUE(attempt(b, failed, 1s));
        EXPECT_EQ(b.now_is(), state::closed);
    }
    EXPECT_EQ(b.wait(1s), 0s);
    EXPECT_TRUE(attempt(b, true, 1s));
    EXPECT_EQ(b.now_is(), state::open);
}

TEST(CircuitBreaker, LetsNothingThroughWhileItIsOpen) {
    opened o;
    EXPECT_FALSE(o.b.admit(10s));
    EXPECT_EQ(o.b.wait(11s), 4s);
    EXPECT_FALSE(o.b.admit(15s - 1ns));
    EXPECT_GT(o.b.wait(15s - 1ns), 0s);
    EXPECT_TRUE(o.b.admit(15s));
}

TEST(CircuitBreaker, LetsOneProbeThroughAndNothingBesideIt) {
    opened o;
    auto probe = o.b.admit(15s);
    ASSERT_TRUE(probe);
    EXPECT_EQ(o.b.now_is(), state::half_open);
    EXPECT_FALSE(o.b.admit(15s));
    EXPECT_FALSE(o.b.admit(1000s));
    EXPECT_EQ(o.b.wait(15s), 5s);
}

TEST(CircuitBreaker, ClosesWhenTheProbeSucceeds) {
    opened o;
    EXPECT_TRUE(attempt(o.b, false, 15s));
    EXPECT_EQ(o.b.now_is(), state::closed);
    EXPECT_TRUE(attempt(o.b, true, 15s));  // counts anew
    EXPECT_EQ(o.b.now_is(), state::closed);
    EXPECT_TRUE(attempt(o.b, true, 15s));
    EXPECT_EQ(o.b.now_is(), state::open);
}

TEST(CircuitBreaker, OpensAgainForAsLongWhenTheProbeFails) {
    opened o;
    auto probe = o.b.admit(20s);
    probe->ended(true, 21s);
    EXPECT_EQ(o.b.now_is(), state::open);
    EXPECT_FALSE(o.b.admit(26s - 1ns));
    EXPECT_TRUE(o.b.admit(26s));
}

TEST(CircuitBreaker, HearsOnlyWhatBelongsToItsPeriod) {
    circuit_breaker b(rules(2, 5s));
    auto late_success = b.admit(1s);
    auto late_failure = b.admit(1s);
    attempt(b, true, 9s);
    attempt(b, true, 10s);
    late_success->ended(false, 11s);
    EXPECT_EQ(b.now_is(), state::open);
    auto probe = b.admit(15s);
    late_failure->ended(true, 16s);
    EXPECT_EQ(b.now_is(), state::half_open);
    probe->ended(false, 17s);
    EXPECT_EQ(b.now_is(), state::closed);
}

TEST(CircuitBreaker, LetsAnotherProbeWhenTheFirstIsGivenUp) {
    opened o;
    {
        auto abandoned = o.b.admit(15s);
        auto moved = std::move(abandoned);
        EXPECT_FALSE(o.b.admit(15s));
    }
    EXPECT_GT(o.b.wait(15s), 0s);
    auto probe = o.b.admit(15s);
    ASSERT_TRUE(probe);
    EXPECT_FALSE(o.b.admit(15s));
    probe->ended(false, 15s);
    probe->ended(true, 15s);  // what is told twice counts once
    probe.reset();
    EXPECT_TRUE(attempt(o.b, true, 16s));
    EXPECT_EQ(o.b.now_is(), state::closed);
}

TEST(CircuitBreaker, IsNotThereWithoutFailuresToOpenAt) {
    circuit_breaker b(rules(0, 5s));
    for (int i = 0; i < 100; ++i) {
        EXPECT_TRUE(attempt(b, true, 1s));
    }
}

TEST(CircuitBreaker, LetsNobodySpinEvenIfItOpensForNoTime) {
    circuit_breaker b(rules(1, 0s));
    attempt(b, true, 1s);
    auto probe = b.admit(1s);
    ASSERT_TRUE(probe);
    EXPECT_FALSE(b.admit(1s));
    EXPECT_GT(b.wait(1s), 0s);
}

// The same from the list of all that has happened, read from the start each time.
class naive_breaker {
public:
    naive_breaker(std::uint32_t failures, duration open_for)
        : failures_to_open_(failures), open_for_(open_for) {}

    // The number of the attempt, if it may be made.
    std::optional<std::size_t> admit(duration now) {
        const picture p = look();
        const bool probes = p.expected == state::open && now >= p.since + open_for_;
        if (p.expected != state::closed && !probes) {
            return std::nullopt;
        }
        events_.push_back({what::begins, attempts_, now});
        return attempts_++;
    }
    void ended(std::size_t attempt, bool failed, duration now) {
        events_.push_back({failed ? what::fails : what::succeeds, attempt, now});
    }
    void given_back(std::size_t attempt, duration now) {
        events_.push_back({what::vanishes, attempt, now});
    }
    state now_is() const { return look().expected; }

private:
    enum class what : std::uint8_t { begins, succeeds, fails, vanishes };
    struct event {
        what happened;
        std::size_t attempt;
        duration at;
    };
    struct picture {
        state expected = state::closed;
        duration since{};
        std::uint32_t in_a_row = 0;
        std::size_t first = 0;  // no earlier attempt counts
    };

    picture look() const {
        picture p;
        for (const event& e : events_) {
            if (e.happened == what::begins) {
                if (p.expected == state::open) {
                    p.expected = state::half_open;
                    p.first = e.attempt;
                }
                continue;
            }
            if (e.attempt < p.first || p.expected == state::open) {
                continue;
            }
            if (e.happened == what::vanishes) {
                p.expected = p.expected == state::half_open ? state::open : p.expected;
                continue;
            }
            const bool failed = e.happened == what::fails;
            p.in_a_row = failed ? p.in_a_row + 1 : 0;
            if (failed && (p.expected == state::half_open || p.in_a_row == failures_to_open_)) {
                p.expected = state::open;
                p.since = e.at;
            } else if (!failed && p.expected == state::half_open) {
                p.expected = state::closed;
                p.first = e.attempt + 1;
            }
            p.in_a_row = p.expected == state::open ? 0 : p.in_a_row;
        }
        return p;
    }

    std::uint32_t failures_to_open_;
    duration open_for_;
    std::size_t attempts_ = 0;
    std::vector<event> events_;
};

RC_GTEST_PROP(CircuitBreaker, DoesWhatTheNaiveOneDoes, ()) {
    const auto failures = *rc::gen::inRange<std::uint32_t>(1, 4);
    const duration open_for(*rc::gen::inRange(0, 6));
    circuit_breaker tested(rules(failures, open_for));
    naive_breaker naive(failures, open_for);
    std::deque<std::pair<circuit_breaker::pass, std::size_t>> under_way;
    duration now{};
    for (const int step : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 40))) {
        const bool was_closed = tested.now_is() == state::closed;
        if (step < 10 || under_way.empty()) {
            auto leave = tested.admit(now);
            const auto expected = naive.admit(now);
            RC_ASSERT(leave.has_value() == expected.has_value());
            RC_ASSERT(leave.has_value() || tested.wait(now) > duration::zero());
            RC_ASSERT(was_closed || tested.now_is() != state::closed);
            if (leave) {
                under_way.emplace_back(std::move(*leave), *expected);
            }
        } else if (step < 20) {
            now += duration(step - 9);
        } else {
            const auto which =
                under_way.begin() +
                static_cast<std::ptrdiff_t>(static_cast<std::size_t>(step) % under_way.size());
            if (step < 24) {
                naive.given_back(which->second, now);
            } else {
                which->first.ended(step % 4 != 0, now);
                naive.ended(which->second, step % 4 != 0, now);
            }
            under_way.erase(which);
        }
        RC_ASSERT(tested.now_is() == naive.now_is());
    }
}

}  // namespace
}  // namespace onceproof::designs
