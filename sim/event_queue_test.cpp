// The queue against a plain model: a map ordered by (time, sequence).
#include "sim/event_queue.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

namespace onceproof::sim {
namespace {

using namespace std::chrono_literals;

struct numbered : event {
    numbered() : event(nullptr) {}
};

// The queue and its model, which do the same and are compared at each pop.
class pair_of_queues {
public:
    void push(duration from_now) {
        numbered& e = idle_.empty() ? all_.emplace_back() : take_idle();
        queue_.push(e, now_ + from_now);
        model_.emplace(std::pair(now_ + from_now, ++sequence_), &e);
        RC_ASSERT(e.queued());
    }

    // The one that stands at PERCENT of the model. Its memory is used again by the next push.
    void cancel(std::size_t percent) {
        if (model_.empty()) {
            return;
        }
        const auto found =
            std::next(model_.begin(), static_cast<std::ptrdiff_t>(model_.size() * percent / 100));
        queue_.cancel(*found->second);
        RC_ASSERT(!found->second->queued());
        idle_.push_back(found->second);
        model_.erase(found);
    }

    void pop() {
        RC_ASSERT(queue_.empty() == model_.empty());
        const event* const next = queue_.pop(now_);
        if (model_.empty()) {
            RC_ASSERT(next == nullptr);
            return;
        }
        const auto [key, expected] = *model_.begin();
        RC_ASSERT(next == expected);
        RC_ASSERT(now_ == key.first);
        RC_ASSERT(!expected->queued());
        idle_.push_back(expected);
        model_.erase(model_.begin());
    }

    void pop_all() {
        while (!model_.empty()) {
            pop();
        }
        pop();
    }

private:
    numbered& take_idle() {
        numbered& e = *idle_.back();
        idle_.pop_back();
        return e;
    }

    event_queue queue_;
    time_point now_{};
    std::map<std::pair<time_point, int>, numbered*> model_;
    int sequence_ = 0;
    std::deque<numbered> all_;
    std::vector<numbered*> idle_;
};

// Pushes come in bunches with many equal times, half of them at the current time; cancels in
// bunches that leave stale entries enough for a sweep.
RC_GTEST_PROP(EventQueue, RunsEventsByTimeAndThenInTheOrderOfTheirPushes, ()) {
    pair_of_queues q;
    const int bunches = *rc::gen::inRange(1, 40);
    for (int bunch = 0; bunch < bunches; ++bunch) {
        const int what = *rc::gen::inRange(0, 3);
        const int count = *rc::gen::inRange(1, 100);
        for (int i = 0; i < count; ++i) {
            const auto number = *rc::gen::inRange(0, 100);
            if (what == 0) {
                q.push(duration(std::max(0, number - 50)));
            } else if (what == 1) {
                q.cancel(static_cast<std::size_t>(number));
            } else if (i < count / 2) {
                q.pop();
            }
        }
    }
    q.pop_all();
}

TEST(EventQueue, WhatWasDueAlreadyComesBeforeWhatIsPushedForNow) {
    event_queue q;
    time_point now{};
    numbered a;
    numbered b;
    numbered late;
    numbered pushed_now;
    q.push(a, now + 5ns);
    q.push(late, now + 6ns);
    q.push(b, now + 5ns);
    EXPECT_EQ(q.pop(now), &a);
    q.push(pushed_now, now);
    EXPECT_EQ(q.pop(now), &b);
    EXPECT_EQ(q.pop(now), &pushed_now);
    EXPECT_EQ(now, time_point(5ns));
    EXPECT_EQ(q.pop(now), &late);
    EXPECT_EQ(now, time_point(6ns));
}

TEST(EventQueue, TimeStaysWhereItIsWhenNothingIsLeft) {
    event_queue q;
    time_point now{};
    numbered e;
    q.push(e, now + 5ns);
    q.cancel(e);
    EXPECT_TRUE(q.empty());
    EXPECT_EQ(q.pop(now), nullptr);
    EXPECT_EQ(now, time_point());
}

TEST(EventQueue, CancellingWhatIsNotQueuedDoesNothing) {
    event_queue q;
    time_point now{};
    numbered never;
    numbered e;
    q.push(e, now);
    q.cancel(never);
    EXPECT_EQ(q.pop(now), &e);
    q.cancel(e);
    EXPECT_TRUE(q.empty());
}

// The second push gets the slot of the first, whose stale entry must not run it early.
TEST(EventQueue, AnEventThatIsTakenBackAndPushedLaterRunsLater) {
    event_queue q;
    time_point now{};
    numbered e;
    numbered between;
    q.push(e, now + 1ns);
    q.cancel(e);
    q.push(e, now + 3ns);
    q.push(between, now + 2ns);
    EXPECT_EQ(q.pop(now), &between);
    EXPECT_EQ(q.pop(now), &e);
    EXPECT_EQ(now, time_point(3ns));
}

}  // namespace
}  // namespace onceproof::sim
