// See kind.hpp.
#include "faults/kind.hpp"

#include "sim/assert.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace onceproof::faults {
namespace {

// By number: a run looks up what is injected.
const kind_row* find_kind(fault_kind what) {
    static const std::array<const kind_row*, fault_kinds_max> by_number = [] {
        std::array<const kind_row*, fault_kinds_max> all{};
        for (const kind_row& k : all_kinds()) {
            const auto number = static_cast<std::size_t>(k.number);
            ONCEPROOF_ASSERT(number > 0 && number < fault_kinds_max && all[number] == nullptr,
                             "each kind has a number of its own");
            all[number] = &k;
        }
        return all;
    }();
    return by_number.at(static_cast<std::size_t>(what));
}

fault_space kinds_of(origin from) {
    fault_space some = all_kinds();
    std::erase_if(some, [&](const kind_row& k) { return k.from != from; });
    return some;
}

}  // namespace

std::string_view to_text(fault_kind h) {
    const kind_row* const found = find_kind(h);
    return found == nullptr ? "none" : found->name();
}

const kind_row& kind_of(fault_kind what) {
    const kind_row* const found = find_kind(what);
    ONCEPROOF_ASSERT(found != nullptr, "a fault is of one of the kinds that there are");
    return *found;
}

sim::injection injection_of(const fault_spec& d) {
    sim::injection i = kind_of(d.kind).injects;
    i.span = d.span;
    i.restart = d.restart;
    i.until = d.until;
    i.survives = d.survives;
    i.lasting = i.lasting || d.lasting;
    return i;
}

bool lasts_for_good(const fault_spec& d) {
    return injection_of(d).lasting && d.span == sim::duration::zero();
}

const kind_row* seen_in(const sim::trace_event& r) {
    const kind_row* found = nullptr;
    for (const kind_row& k : all_kinds()) {
        if (k.seen.event == r.kind && k.name() == r.word) {
            return &k;
        }
        if (k.seen.event == r.kind && found == nullptr) {
            found = &k;
        }
    }
    return found;
}

fault_space world_faults() {
    return kinds_of(origin::world);
}

fault_space disk_faults() {
    return kinds_of(origin::disk);
}

fault_space false_disk_faults() {
    return kinds_of(origin::false_disk);
}

const kind_row* find(const fault_space& space, fault_kind what) {
    const auto found = std::find_if(space.begin(), space.end(),
                                    [&](const kind_row& k) { return k.number == what; });
    return found == space.end() ? nullptr : &*found;
}

const kind_row* find(const fault_space& space, std::string_view name) {
    const auto found = std::find_if(space.begin(), space.end(),
                                    [&](const kind_row& k) { return k.name() == name; });
    return found == space.end() ? nullptr : &*found;
}

fault_space only(const fault_space& space, const kind_set& kinds) {
    fault_space some = space;
    std::erase_if(some, [&](const kind_row& k) { return !kinds.has(k.number); });
    return some;
}

void add(fault_space& space, alternative a) {
    const auto found = std::find_if(space.begin(), space.end(),
                                    [&](const kind_row& k) { return k.number == a.fault.kind; });
    ONCEPROOF_ASSERT(found != space.end(), "an alternative is one of a kind that is there");
    found->alternatives.push_back(std::move(a));
}

}  // namespace onceproof::faults
