// See deadlines.hpp.
#include "scenarios/deadlines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {
namespace {

using sim::duration;
using sim::happening;
using sim::harm;
using sim::time_point;

using moments = std::vector<time_point>;  // sorted, each once

// When something runs out: by time itself, and by the wall clock.
struct deadlines {
    moments true_time;
    moments wall_time;
};

// What happened at a moment in an attempt, or was about to.
struct step {
    time_point at;
    std::uint32_t activity;
    bool by_server;
};

// One point at which a fault brings what follows from it to deadlines.
struct lever {
    sim::point where;
    harm what;
    moments followers;
    const moments* deadlines;

    // Calls EACH with the span that brings a follower to a deadline, and with those beside it.
    template <class Each>
    void each_span(const Each& each) const {
        for (const time_point at : followers) {
            auto deadline = std::upper_bound(deadlines->begin(), deadlines->end(), at);
            for (; deadline != deadlines->end(); ++deadline) {
                for (const int beside : {-1, 0, 1}) {
                    each(*deadline - at + duration(beside));
                }
            }
        }
    }
};

void sort_each_once(moments& some) {
    std::sort(some.begin(), some.end());
    some.erase(std::unique(some.begin(), some.end()), some.end());
}

// What the run of the scenario's own plan did.
class first_run {
public:
    first_run(const scenario& s, player& p) : scenario_(s), player_(p) {
        play_options keep;
        keep.keep_points = true;
        keep.keep_trace = true;
        player_.play(faults::strikes_of(s.plan), s.work, keep);
        for (const sim::record& r : records()) {
            add(r.at, r.activity, r.who);
        }
        for (std::size_t i = 0; i < points().size(); ++i) {
            add(met_at(i), points()[i].activity, points()[i].where.who);
        }
    }

    deadlines all_deadlines(const model::contract& by) const {
        deadlines all;
        std::set<std::uint32_t> begun;  // activities
        for (const sim::record& r : records()) {
            const bool ends = r.what == happening::timer_fired || r.what == happening::delivered;
            if (r.what == happening::timer_fired) {
                all.true_time.push_back(r.at);
            }
            if (!is_of_attempt(r.activity) || is_server(r.who)) {
                continue;
            }
            if (begun.insert(r.activity).second) {
                all.true_time.push_back(r.at + by.retry.attempt_timeout);
                all.true_time.push_back(r.at + by.retry.elapsed_max);
            } else if (ends) {
                all.true_time.push_back(r.at + by.retry.breaker.open_for);
            }
        }
        for (const step& done : steps_) {
            if (done.by_server) {
                all.true_time.push_back(done.at + by.lease);
                all.wall_time.push_back(done.at + by.lease);
                all.wall_time.push_back(done.at + by.retention);
            }
        }
        sort_each_once(all.true_time);
        sort_each_once(all.wall_time);
        return all;
    }

    // Requires: ALL outlives them.
    std::vector<lever> levers(const deadlines& all, const faults::fault_space& space) const {
        std::vector<lever> some;
        for (std::size_t i = 0; i < points().size(); ++i) {
            const sim::point& p = points()[i];
            const bool on_the_way =
                p.kind == sim::point_kind::connect || p.kind == sim::point_kind::message;
            const bool by_server = p.kind == sim::point_kind::step && is_server(p.where.who);
            const harm what = on_the_way ? harm::delay : harm::clock_jump;
            if (is_of_attempt(p.activity) && (on_the_way || by_server) &&
                faults::find(space, what) != nullptr) {
                some.push_back(
                    {p, what, followers_of(i), on_the_way ? &all.true_time : &all.wall_time});
            }
        }
        return some;
    }

    std::string name_of(const sim::point& p) const { return player_.world().name(p); }

private:
    const std::vector<sim::record>& records() const { return player_.world().events().records(); }
    const std::vector<sim::point>& points() const { return player_.against().points(); }
    time_point met_at(std::size_t point) const { return player_.against().meetings()[point].at; }

    void add(time_point at, std::uint32_t activity, sim::name_index who) {
        if (is_of_attempt(activity)) {
            steps_.push_back({at, activity, is_server(who)});
        }
    }

    bool is_of_attempt(std::uint32_t activity) const {
        return player_.world().activities().number_of(activity, 1) != 0;
    }

    bool is_server(sim::name_index who) const {
        const std::string_view name = player_.world().name(who);
        return std::any_of(scenario_.work.servers.begin(), scenario_.work.servers.end(),
                           [&](const server_work& s) { return s.name == name; });
    }

    // When something happened in the same attempt once the run had met that point.
    moments followers_of(std::size_t point) const {
        moments times;
        for (const step& done : steps_) {
            if (done.activity == points()[point].activity && done.at >= met_at(point)) {
                times.push_back(done.at);
            }
        }
        sort_each_once(times);
        return times;
    }

    const scenario& scenario_;
    player& player_;
    std::vector<step> steps_;
};

std::string why_broken(const run_report& r) {
    return r.violations.empty() ? r.trouble
                                : fmt::format("{}: {}", to_text(r.violations.front().broken),
                                              r.violations.front().why);
}

// So many are left out after each that is played. Not a multiple of three, or each would be on the
// same side of its deadline.
std::size_t stride_for(std::size_t plans, std::size_t plays_max) {
    const std::size_t least = std::max<std::size_t>(1, (plans + plays_max - 1) / plays_max);
    return least == 1 || least % 3 != 0 ? least : least + 1;
}

}  // namespace

around_deadlines play_around_deadlines(const scenario& s, const performer& by,
                                       std::size_t plays_max) {
    player first_player(s, by);
    const first_run first(s, first_player);
    const deadlines all = first.all_deadlines(*by.as->promised);
    const std::vector<lever> levers = first.levers(all, by.space());
    around_deadlines sum;
    sum.deadlines = all.true_time.size() + all.wall_time.size();
    for (const lever& l : levers) {
        l.each_span([&](duration) { ++sum.plans; });
    }
    const std::size_t stride = stride_for(sum.plans, plays_max);
    std::set<std::uint64_t> behaviours;
    std::size_t passed = 0;
    player p(s, by);
    for (const lever& l : levers) {
        l.each_span([&](duration span) {
            if (passed++ % stride != 0) {
                return;
            }
            const sim::disturbance what(l.what, span);
            faults::strikes plan = faults::strikes_of(s.plan);
            plan.emplace_back(l.where.id, what);
            const run_report r = p.play(plan, s.work);
            ++sum.played;
            behaviours.insert(r.behaviour);
            if (r.broke()) {
                sum.broken.push_back({faults::fault(first.name_of(l.where), what), why_broken(r)});
            }
        });
    }
    sum.behaviours = behaviours.size();
    return sum;
}

}  // namespace onceproof::scenarios
