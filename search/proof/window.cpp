// See window.hpp.
#include "search/proof/window.hpp"

#include "designs/service_faults.hpp"
#include "scenarios/roles/downstream.hpp"
#include "scenarios/scenario.hpp"
#include "search/runner.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace onceproof::search {
namespace {

using namespace std::chrono_literals;
using faults::fault_kind;
using faults::fault_spec;

// The deaths and losses by which windows are told.
faults::fault_space deaths_and_losses() {
    using enum sim::primitive;
    faults::fault_space some = designs::service_faults();
    std::erase_if(some, [](const faults::kind_row& k) {
        const sim::primitive p = k.injects.kind;
        return p != lose && p != reset && p != kill && p != power_off;
    });
    return some;
}

bool applies_once_done(fault_kind h) {
    return faults::kind_of(h).injects.when == sim::timing::after;
}

// One client that wants one thing, and a fault in that at most.
class single_intent {
public:
    struct met {
        sim::point where;
        faults::point_visit when;
        std::string name;
    };

    explicit single_intent(const designs::subject& s)
        : scenario_(*scenarios::find("lost-answer")),
          runner_(scenario_, designs::implementation(s)) {
        runner_options keep;
        keep.keep_points = true;
        keep.keep_trace = true;
        runner_.run(faults::fault_schedule{}, scenario_.work, keep);
        const auto& points = runner_.injector().points();
        for (std::size_t i = 0; i < points.size(); ++i) {
            met_.push_back(
                {points[i], runner_.injector().visits()[i], runner_.world().name(points[i])});
        }
        for (const sim::trace_event& r : runner_.world().events().records()) {
            said_.emplace_back(r.kind == sim::event_kind::note ? r.word : std::string_view());
        }
    }

    // What the calm run met, in order.
    const std::vector<met>& points() const { return met_; }

    // How that fault breaks a rule of safety; empty if it does not.
    std::string breach(const sim::point& at, const fault_spec& fault) {
        const faults::fault_schedule one{{at.id, fault}};
        for (const model::violation& v : runner_.run(one, scenario_.work).violations) {
            if (!is_liveness(v.broken)) {
                return v.why;
            }
        }
        return {};
    }

    // What was said last among the first EVENTS of the calm run, and what first after them.
    std::string said_before(std::uint32_t events) const {
        const auto end = said_.rend() - events;
        const auto last = std::find_if(end, said_.rend(), is_said);
        return last == said_.rend() ? "the beginning" : *last;
    }
    std::string said_after(std::uint32_t events) const {
        const auto next = std::find_if(said_.begin() + events, said_.end(), is_said);
        return next == said_.end() ? "the end" : *next;
    }

private:
    static bool is_said(const std::string& word) { return !word.empty(); }

    const scenarios::scenario& scenario_;
    runner runner_;
    std::vector<met> met_;
    std::vector<std::string> said_;  // one for each event; empty: that is not a note
};

// What of it breaks the promise at a point.
struct weak_point {
    std::vector<fault_kind> fault_kinds;
    std::string sentence;
};

weak_point weakness_at(single_intent& run, const sim::point& at, const faults::fault_space& space) {
    weak_point found;
    for (const faults::kind_row& k : space) {
        for (const faults::alternative& a : k.alternatives) {
            const std::string breach =
                k.applies_to.has(at.kind) ? run.breach(at, a.fault) : std::string();
            if (!breach.empty()) {
                found.fault_kinds.push_back(k.number);
                found.sentence = found.sentence.empty() ? breach : found.sentence;
            }
        }
    }
    return found;
}

bool can_fire_at(const sim::point& at, const faults::fault_space& space) {
    return std::any_of(space.begin(), space.end(),
                       [&](const faults::kind_row& k) { return k.applies_to.has(at.kind); });
}

// Puts windows together, point by point of the calm run.
class window_list {
public:
    explicit window_list(const single_intent& run) : run_(run) {}

    void add(std::size_t i, const weak_point& here) {
        if (here.fault_kinds.empty()) {
            is_open_ = false;
            return;
        }
        if (!is_open_) {
            open(i, here);
        }
        window& w = all.back();
        w.last = run_.points()[i].name;
        w.to = run_.said_after(run_.points()[i].when.events);
        w.span = end_of(i).at - opened_;
        ++w.points;
        for (const fault_kind h : here.fault_kinds) {
            if (std::find(w.fault_kinds.begin(), w.fault_kinds.end(), h) == w.fault_kinds.end()) {
                w.fault_kinds.push_back(h);
            }
        }
    }

    std::vector<window> all;

private:
    // What a process says as soon as it has done a step of its own, it says before the next point.
    void open(std::size_t i, const weak_point& here) {
        const single_intent::met& first = run_.points()[i];
        const bool once_done =
            first.where.kind == sim::point_kind::step &&
            std::all_of(here.fault_kinds.begin(), here.fault_kinds.end(), applies_once_done);
        window& w = all.emplace_back();
        w.first = first.name;
        w.from = run_.said_before(once_done ? end_of(i).events : first.when.events);
        w.sentence = here.sentence;
        opened_ = first.when.at;
        is_open_ = true;
    }

    // When the next point is met; of the last one, when it is itself.
    const faults::point_visit& end_of(std::size_t i) const {
        return run_.points()[std::min(i + 1, run_.points().size() - 1)].when;
    }

    const single_intent& run_;
    bool is_open_ = false;
    sim::time_point opened_{};
};

bool is_downstream(const single_intent::met& point) {
    return point.name.find(scenarios::downstream_host) != std::string::npos;
}

}  // namespace

std::vector<window> windows_of(const designs::subject& s) {
    single_intent run(s);
    const faults::fault_space space = deaths_and_losses();
    window_list windows(run);
    for (std::size_t i = 0; i < run.points().size(); ++i) {
        const sim::point& at = run.points()[i].where;
        if (can_fire_at(at, space)) {
            windows.add(i, weakness_at(run, at, space));
        }
    }
    return std::move(windows.all);
}

std::vector<lateness> lateness_of(const designs::subject& s) {
    constexpr std::array<sim::duration, 4> spans{1s, 5s, 10s, 30s};
    single_intent run(s);
    std::vector<lateness> all;
    for (const sim::duration span : spans) {
        lateness& late = all.emplace_back();
        late.span = span;
        for (const single_intent::met& m : run.points()) {
            if (!is_downstream(m)) {
                continue;
            }
            ++late.points;
            if (!run.breach(m.where, fault_spec(fault_kind::delay, span)).empty()) {
                late.breaks.push_back(m.name);
            }
        }
    }
    return all;
}

}  // namespace onceproof::search
