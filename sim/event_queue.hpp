// The one queue of a world: events ordered by (time, sequence).
//
// It holds events, it does not own them. An event that has been taken back leaves a stale entry
// behind, which is skipped when its turn comes, or swept out when there are too many of them.
// Entries are 16 bytes, since moving them around is most of what a simulation does.
#pragma once

#include "sim/assert.hpp"
#include "sim/time/time.hpp"
#include "sim/trace/activity.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace onceproof::sim {

// Something that the world will do at a given time: deliver bytes, complete an operation, run a
// line of a scenario's script. Whoever owns it must take it out of the queue before it dies.
class event {
public:
    using run_function = void (*)(event&);

    explicit event(run_function what) : run_(what) {}
    event(const event&) = delete;
    event& operator=(const event&) = delete;

    bool queued() const { return slot_ != not_queued; }
    void run() { run_(*this); }

    context origin;  // under which the event runs

protected:
    ~event() = default;

private:
    friend class event_queue;
    static constexpr std::uint32_t not_queued = UINT32_MAX;

    run_function run_;
    std::uint32_t slot_ = not_queued;
};

class event_queue {
public:
    // Requires: e is not queued; AT is not in the past.
    void push(event& e, time_point at);

    // Takes e out, if it is in.
    void cancel(event& e);

    // Takes out the next event and sets NOW to its time; nullptr if there is none.
    event* pop(time_point& now);

    bool empty() const { return live_ == 0; }

    // When the next event is due; nothing if there is none.
    std::optional<time_point> next_due();

    // When E is due; nothing if it is not queued, or due at once. Looks through all of them.
    std::optional<time_point> due(const event& e) const;

private:
    // Sequence and slot in one word: the sequence in the upper 40 bits decides the order.
    static constexpr unsigned slot_bits = 24;

    struct entry {
        time_point at;
        std::uint64_t key;
    };
    struct slot {
        event* queued;
        std::uint64_t key;
    };
    struct later {
        bool operator()(const entry& x, const entry& y) const {
            return x.at != y.at ? x.at > y.at : x.key > y.key;
        }
    };

    std::uint32_t take_slot();
    event* claim(std::uint64_t key);
    void sweep();

    std::vector<entry> heap_;          // due later than when they were pushed
    std::vector<std::uint64_t> soon_;  // due at the time of the last pop, in order of sequence
    std::size_t soon_front_ = 0;
    time_point now_{};
    std::vector<slot> slots_;
    std::vector<std::uint32_t> free_slots_;
    std::uint64_t sequence_ = 0;
    std::size_t live_ = 0;
    std::size_t stale_in_heap_ = 0;
};

inline std::uint32_t event_queue::take_slot() {
    if (free_slots_.empty()) {
        ONCEPROOF_ASSERT(slots_.size() < 1U << slot_bits, "too many events wait at once");
        slots_.push_back({nullptr, 0});
        return static_cast<std::uint32_t>(slots_.size() - 1);
    }
    const std::uint32_t index = free_slots_.back();
    free_slots_.pop_back();
    return index;
}

inline void event_queue::push(event& e, time_point at) {
    ONCEPROOF_ASSERT(at >= now_, "nothing can happen in the past");
    e.slot_ = take_slot();
    const std::uint64_t key = ++sequence_ << slot_bits | e.slot_;
    slots_[e.slot_] = {&e, key};
    ++live_;
    if (at == now_) {
        soon_.push_back(key);
        return;
    }
    heap_.push_back({at, key});
    std::push_heap(heap_.begin(), heap_.end(), later());
}

inline event* event_queue::claim(std::uint64_t key) {
    const auto index = static_cast<std::uint32_t>(key & ((1U << slot_bits) - 1));
    slot& s = slots_[index];
    if (s.key != key) {
        return nullptr;
    }
    event* e = s.queued;
    s.key = 0;
    free_slots_.push_back(index);
    e->slot_ = event::not_queued;
    --live_;
    return e;
}

inline event* event_queue::pop(time_point& now) {
    while (true) {
        const bool any_soon = soon_front_ < soon_.size();
        if (any_soon &&
            (heap_.empty() || heap_.front().at > now_ || heap_.front().key > soon_[soon_front_])) {
            const std::uint64_t key = soon_[soon_front_++];
            if (soon_front_ == soon_.size()) {
                soon_.clear();
                soon_front_ = 0;
            }
            if (event* e = claim(key)) {
                return e;
            }
            continue;
        }
        if (heap_.empty()) {
            return nullptr;
        }
        const entry top = heap_.front();
        std::pop_heap(heap_.begin(), heap_.end(), later());
        heap_.pop_back();
        if (event* e = claim(top.key)) {
            now = now_ = top.at;
            return e;
        }
        --stale_in_heap_;
    }
}

}  // namespace onceproof::sim
