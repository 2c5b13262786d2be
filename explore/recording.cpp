// See recording.hpp.
#include "explore/recording.hpp"

#include "explore/what_if.hpp"
#include "faults/kind.hpp"
#include "search/grounds.hpp"
#include "sim/assert.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace onceproof::explore {
namespace {

using sim::event_kind;

bool is_shown(const sim::trace_event& r) {
    return r.kind != event_kind::timer_fired && r.kind != event_kind::channel_sent &&
           r.kind != event_kind::channel_received;
}

row_kind kind_of(reports::sign_kind sign) {
    switch (sign) {
        case reports::sign_kind::begins:
            return row_kind::attempt;
        case reports::sign_kind::suppresses:
            return row_kind::refusal;
        case reports::sign_kind::fault:
        case reports::sign_kind::dies:
            return row_kind::fault;
        case reports::sign_kind::effect:
            return row_kind::effect;
        default:
            return row_kind::other;
    }
}

}  // namespace

std::string_view to_text(row_kind kind) {
    constexpr std::array<std::string_view, 6> names{"other",   "message", "attempt",
                                                    "refusal", "fault",   "effect"};
    return names[static_cast<std::size_t>(kind)];
}

recording::recording(const scenarios::trial& t)
    : trial_(t), runner_(*t.base, t.under_test), again_(*t.base, t.under_test) {
    search::runner_options keep;
    keep.keep_trace = true;
    keep.keep_points = true;
    report_ = runner_.run(trial_, keep);
    reports::sketch_limits all;
    all.events = SIZE_MAX;
    sketch_ = reports::sketch(world(), all);
    kinds_.assign(size() + 1, row_kind::other);
    for (event_number i = 1; i <= size(); ++i) {
        kinds_[i] = kind_of(event(i));
        if (is_shown(event(i))) {
            rows_.push_back(i);
        }
    }
    for (const reports::sign& s : sketch_.signs) {
        kinds_[s.event] = std::max(kinds_[s.event], explore::kind_of(s.kind));
    }
}

recording::~recording() = default;

search::verdict recording::verdict() const {
    return verdict_on(grounds_of(trial_, !is_of_its_seed(trial_), against().fates(), report_));
}

const sim::trace_event& recording::event(event_number number) const {
    return world().events().records()[number - 1];
}

row_kind recording::kind_of(const sim::trace_event& r) const {
    switch (r.kind) {
        case event_kind::sent:
        case event_kind::delivered:
            return row_kind::message;
        default:
            return faults::seen_in(r) != nullptr ? row_kind::fault : row_kind::other;
    }
}

std::optional<std::size_t> recording::row_of(event_number at) const {
    const auto after = std::upper_bound(rows_.begin(), rows_.end(), at);
    return after == rows_.begin() ? std::nullopt : std::optional(after - rows_.begin() - 1);
}

recording::pause recording::pause_at(event_number at, bool cut_power) {
    ONCEPROOF_ASSERT(at <= size(), "the run has so many events");
    search::runner_options until;
    until.pause_at = at;
    until.then_cut_power = cut_power;
    paused_ = again_.run(trial_, until);
    return {paused_, again_};
}

bool recording::is_broken_at(event_number at, const model::violation& v) {
    const std::vector<model::violation> seen = pause_at(at).report.violations;
    return std::any_of(seen.begin(), seen.end(), [&](const model::violation& s) {
        return s.broken == v.broken && s.intent == v.intent;
    });
}

const std::vector<dated_violation>& recording::violations() {
    if (!violations_) {
        violations_.emplace();
        for (const model::violation& v : report_.violations) {
            event_number unseen = 0;
            event_number since = size();
            while (unseen + 1 < since) {
                const event_number middle = unseen + (since - unseen) / 2;
                (is_broken_at(middle, v) ? since : unseen) = middle;
            }
            const auto row = std::ranges::lower_bound(rows_, since);
            violations_->push_back({v, row == rows_.end() ? rows_.back() : *row});
        }
        std::ranges::sort(*violations_, {}, [](const dated_violation& v) {
            return std::tuple(v.since, v.violation.intent, v.violation.broken);
        });
    }
    return *violations_;
}

}  // namespace onceproof::explore
