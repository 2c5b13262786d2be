// See deadlines.hpp.
#include "search/exhaustive/deadlines.hpp"

#include "scenarios/roles/sweep.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace onceproof::search {

using faults::fault_kind;
using sim::clock_kind;
using sim::duration;
using sim::time_point;

bool is_without_bounds(const designs::implementation& by) {
    return by.design->weakness.empty();
}

bool has_ways_to_deadlines(const designs::implementation& by) {
    const faults::fault_space space = by.space();
    return find(space, fault_kind::delay) != nullptr ||
           find(space, fault_kind::clock_jump) != nullptr;
}

// What the run of the scenario's own plan did.
class around_deadlines::first_run {
public:
    explicit first_run(const around_deadlines& of) : search_(of), on_(of.on_) {
        for (const sim::trace_event& r : on_.world().events().records()) {
            add(r.at, r.activity, r.actor);
        }
        for (std::size_t i = 0; i < points().size(); ++i) {
            add(met_at(i), points()[i].activity, points()[i].where.actor);
        }
    }

    std::vector<deadline> deadlines() const {
        std::set<deadline> all;
        for (const faults::deadline_seen& d : on_.injector().deadlines()) {
            all.insert({d.at + d.left, search_.party_of(d.process), d.clock});
        }
        return {all.begin(), all.end()};
    }

    std::vector<lever> levers(const faults::fault_space& space) const {
        std::vector<lever> some;
        for (std::size_t i = 0; i < points().size(); ++i) {
            const sim::point& p = points()[i];
            const bool on_the_way =
                p.kind == sim::point_kind::connect || p.kind == sim::point_kind::message;
            const bool by_server =
                p.kind == sim::point_kind::step && search_.party_of(p.where.actor) == servers;
            const fault_kind what = on_the_way ? fault_kind::delay : fault_kind::clock_jump;
            if (is_of_interest(p.activity, p.where.actor) && (on_the_way || by_server) &&
                faults::find(space, what) != nullptr) {
                some.push_back({p, what, followers_of(i)});
            }
        }
        return some;
    }

private:
    const std::vector<sim::point>& points() const { return on_.injector().points(); }
    time_point met_at(std::size_t point) const { return on_.injector().visits()[point].at; }

    void add(time_point at, std::uint32_t activity, sim::name_index who) {
        if (is_of_interest(activity, who)) {
            steps_.insert({at, activity, search_.party_of(who)});
        }
    }

    // What belongs to an attempt, or sweeps what attempts have left.
    bool is_of_interest(std::uint32_t activity, sim::name_index who) const {
        return on_.world().activities().number_of(activity, 1) != 0 ||
               on_.world().name(who) == scenarios::sweep_name;
    }

    // What happened in the same activity once the run had met that point.
    std::vector<step> followers_of(std::size_t point) const {
        std::vector<step> some;
        std::copy_if(steps_.begin(), steps_.end(), std::back_inserter(some), [&](const step& s) {
            return s.activity == points()[point].activity && s.at >= met_at(point);
        });
        return some;
    }

    const around_deadlines& search_;
    const runner& on_;
    std::set<step> steps_;
};

around_deadlines::around_deadlines(const scenarios::scenario& s, const faults::fault_space& space,
                                   runner& on, run_function run)
    : plan_search(std::move(run)), scenario_(s), space_(space), on_(on) {}

sim::name_index around_deadlines::party_of(sim::name_index who) const {
    const std::string_view name = on_.world().name(who);
    const auto& all = scenario_.work.servers;
    const bool is_one = name == scenarios::sweep_name ||
                        std::any_of(all.begin(), all.end(), [&](const scenarios::server_work& s) {
                            return s.name == name;
                        });
    return is_one ? servers : who;
}

std::size_t around_deadlines::roots() {
    behaviour_ = run(faults::schedule_of(on_.plan())).behaviour;
    const first_run first(*this);
    deadlines_ = first.deadlines();
    levers_ = first.levers(space_);
    return deadlines_.size();
}

// How far that lever has to move what follows so that some of it comes with the deadline. A message
// that comes only when faults have stopped would hold up the end of the run.
std::set<duration> around_deadlines::spans_of(const lever& by, const deadline& d) const {
    const bool is_late = by.kind == fault_kind::delay;
    const bool can_move = is_late ? d.at < time_point(scenario_.faults_stop)
                                  : d.clock == clock_kind::wall && d.party == servers;
    std::set<duration> spans;
    for (const step& follower : by.followers) {
        const duration span = d.at - follower.at;
        const duration way = is_late ? span : std::chrono::abs(span);
        if (can_move && follower.party == d.party && way > duration(1)) {
            spans.insert(span);
        }
    }
    return spans;
}

void around_deadlines::explore(std::size_t root) {
    const deadline& d = deadlines_[root];
    std::array<bool, 3> met{};
    for (const lever& l : levers_) {
        for (const duration span : spans_of(l, d)) {
            for (const int beside : {-1, 0, 1}) {
                if (stopped()) {
                    return;
                }
                bool& its = met[static_cast<std::size_t>(beside + 1)];
                its = meets_beside(l, d, span, beside) || its;
            }
        }
    }
    met_ += std::all_of(met.begin(), met.end(), [](bool each) { return each; }) ? 1 : 0;
}

// SPAN brings what follows to the deadline itself.
bool around_deadlines::meets_beside(const lever& by, const deadline& d, duration span, int beside) {
    faults::fault_schedule plan = faults::schedule_of(on_.plan());
    plan.emplace_back(by.where.id, faults::fault_spec(by.kind, span + duration(beside)));
    const faults::run_seen seen = run(plan);
    count_offer(by.kind);
    count_last(by.kind, seen, behaviour_);
    return has_met(by, d, beside);
}

// In the last run.
bool around_deadlines::has_met(const lever& by, const deadline& d, int beside) const {
    if (d.clock == clock_kind::wall) {
        const auto& all = on_.injector().deadlines();
        return std::any_of(all.begin(), all.end(), [&](const faults::deadline_seen& seen) {
            return seen.clock == d.clock && seen.left == duration(-beside) &&
                   party_of(seen.process) == d.party;
        });
    }
    const auto moment = d.at + duration(beside);
    const auto is_its = [&](std::uint32_t activity, sim::name_index who) {
        return activity == by.where.activity && party_of(who) == d.party;
    };
    const auto& records = on_.world().events().records();
    const bool happened =
        std::any_of(records.begin(), records.end(), [&](const sim::trace_event& r) {
            const bool fired = beside > 0 && r.kind == sim::event_kind::timer_fired && r.at == d.at;
            return (fired || r.at == moment) && is_its(r.activity, r.actor);
        });
    const auto& points = on_.injector().points();
    const auto& visits = on_.injector().visits();
    bool acted = false;
    for (std::size_t i = 0; i < points.size() && !acted; ++i) {
        acted = visits[i].at == moment && is_its(points[i].activity, points[i].where.actor);
    }
    return happened || acted;
}

}  // namespace onceproof::search
