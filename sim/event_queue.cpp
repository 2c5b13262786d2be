// The seldom used parts of event_queue.hpp.
#include "sim/event_queue.hpp"

#include "sim/assert.hpp"

namespace onceproof::sim {

void event_queue::cancel(event& e) {
    if (!e.queued()) {
        return;
    }
    // Whether the stale entry is in the heap or in soon_ is not worth knowing: counting too many
    // only makes the next sweep come earlier.
    ++stale_in_heap_;
    claim(slots_[e.slot_].key);
    if (stale_in_heap_ > 64 && stale_in_heap_ * 2 > heap_.size()) {
        sweep();
    }
}

std::optional<time_point> event_queue::next_due() {
    const auto is_stale = [this](std::uint64_t key) {
        return slots_[key & ((1U << slot_bits) - 1)].key != key;
    };
    while (soon_front_ < soon_.size() && is_stale(soon_[soon_front_])) {
        ++soon_front_;
    }
    if (soon_front_ < soon_.size()) {
        return now_;
    }
    while (!heap_.empty() && is_stale(heap_.front().key)) {
        std::pop_heap(heap_.begin(), heap_.end(), later());
        heap_.pop_back();
        --stale_in_heap_;
    }
    return heap_.empty() ? std::nullopt : std::optional(heap_.front().at);
}

std::optional<time_point> event_queue::due(const event& e) const {
    if (!e.queued()) {
        return std::nullopt;
    }
    const auto found = std::ranges::find(heap_, slots_[e.slot_].key, &entry::key);
    return found == heap_.end() ? std::nullopt : std::optional(found->at);
}

void event_queue::sweep() {
    std::erase_if(heap_, [this](const entry& x) {
        return slots_[x.key & ((1U << slot_bits) - 1)].key != x.key;
    });
    std::make_heap(heap_.begin(), heap_.end(), later());
    stale_in_heap_ = 0;
}

}  // namespace onceproof::sim
