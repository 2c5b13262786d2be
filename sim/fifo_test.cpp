// A fifo does what a std::deque does.
#include "sim/fifo.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <span>

namespace onceproof::sim {
namespace {

void expect_same(fifo<int>& actual, std::deque<int>& model) {
    RC_ASSERT(actual.empty() == model.empty());
    RC_ASSERT(actual.size() == model.size());
    RC_ASSERT(std::equal(model.begin(), model.end(), actual.data(), actual.data() + actual.size()));
    if (!model.empty()) {
        RC_ASSERT(actual.front() == model.front());
        RC_ASSERT(actual.back() == model.back());
    }
}

// Big enough steps for the moment when the space before the front is used again.
RC_GTEST_PROP(Fifo, HoldsWhatADequeHolds, ()) {
    fifo<int> actual;
    std::deque<int> model;
    int next = 0;
    const int steps = *rc::gen::inRange(1, 60);
    for (int step = 0; step < steps; ++step) {
        const auto count = *rc::gen::inRange<std::size_t>(0, 100);
        switch (*rc::gen::weightedElement<int>({{4, 0}, {4, 1}, {4, 2}, {1, 3}})) {
            case 0:
                for (std::size_t i = 0; i < count; ++i) {
                    actual.push(next);
                    model.push_back(next++);
                }
                break;
            case 1:
                for (int& item : std::span(actual.extend(count), count)) {
                    item = next;
                    model.push_back(next++);
                }
                break;
            case 2: {
                const std::size_t popped = std::min(count, model.size());
                actual.pop(popped);
                model.erase(model.begin(), model.begin() + static_cast<std::ptrdiff_t>(popped));
                break;
            }
            default:
                actual.clear();
                model.clear();
        }
        expect_same(actual, model);
    }
}

TEST(Fifo, TakesWhatCanOnlyBeMoved) {
    fifo<std::unique_ptr<int>> q;
    for (int i = 0; i < 200; ++i) {
        q.push(std::make_unique<int>(i));
    }
    for (int i = 0; i < 200; ++i) {
        EXPECT_EQ(*q.front(), i);
        q.pop();
    }
    EXPECT_TRUE(q.empty());
}

}  // namespace
}  // namespace onceproof::sim
