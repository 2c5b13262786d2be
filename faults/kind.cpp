// See kind.hpp.
#include "faults/kind.hpp"

#include "sim/assert.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace onceproof::faults {
namespace {

// By number: a run looks up what strikes.
const kind* find_kind(harm what) {
    static const std::array<const kind*, harms_max> by_number = [] {
        std::array<const kind*, harms_max> all{};
        for (const kind& k : all_kinds()) {
            const auto number = static_cast<std::size_t>(k.what);
            ONCEPROOF_ASSERT(number > 0 && number < harms_max && all[number] == nullptr,
                             "each kind has a number of its own");
            all[number] = &k;
        }
        return all;
    }();
    return by_number.at(static_cast<std::size_t>(what));
}

fault_space kinds_of(origin from) {
    fault_space some = all_kinds();
    std::erase_if(some, [&](const kind& k) { return k.from != from; });
    return some;
}

}  // namespace

std::string_view to_text(harm h) {
    const kind* const found = find_kind(h);
    return found == nullptr ? "none" : found->name();
}

const kind& kind_of(harm what) {
    const kind* const found = find_kind(what);
    ONCEPROOF_ASSERT(found != nullptr, "a fault is of one of the kinds that there are");
    return *found;
}

sim::injection injection_of(const disturbance& d) {
    sim::injection i = kind_of(d.what).injects;
    i.span = d.span;
    i.restart = d.restart;
    i.until = d.until;
    i.survives = d.survives;
    i.lasting = i.lasting || d.lasting;
    return i;
}

bool lasts_for_good(const disturbance& d) {
    return injection_of(d).lasting && d.span == sim::duration::zero();
}

const kind* seen_in(const sim::record& r) {
    const kind* found = nullptr;
    for (const kind& k : all_kinds()) {
        if (k.seen.event == r.what && k.name() == r.word) {
            return &k;
        }
        if (k.seen.event == r.what && found == nullptr) {
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

const kind* find(const fault_space& space, harm what) {
    const auto found =
        std::find_if(space.begin(), space.end(), [&](const kind& k) { return k.what == what; });
    return found == space.end() ? nullptr : &*found;
}

const kind* find(const fault_space& space, std::string_view name) {
    const auto found =
        std::find_if(space.begin(), space.end(), [&](const kind& k) { return k.name() == name; });
    return found == space.end() ? nullptr : &*found;
}

fault_space only(const fault_space& space, const kind_set& kinds) {
    fault_space some = space;
    std::erase_if(some, [&](const kind& k) { return !kinds.has(k.what); });
    return some;
}

void add(fault_space& space, alternative a) {
    const auto found = std::find_if(space.begin(), space.end(),
                                    [&](const kind& k) { return k.what == a.what.what; });
    ONCEPROOF_ASSERT(found != space.end(), "an alternative is one of a kind that is there");
    found->alternatives.push_back(std::move(a));
}

}  // namespace onceproof::faults
