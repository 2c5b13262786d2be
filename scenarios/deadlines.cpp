// See deadlines.hpp.
#include "scenarios/deadlines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::scenarios {
namespace {

using sim::duration;
using sim::happening;
using sim::harm;
using sim::time_point;

// When something runs out: by time itself, and by the wall clock.
struct deadlines {
    std::set<time_point> true_time;
    std::set<time_point> wall_time;
};

// What the run of the scenario's own plan did.
class first_run {
public:
    first_run(const scenario& s, player& p) : scenario_(s), player_(p) {
        play_options keep;
        keep.keep_points = true;
        keep.keep_trace = true;
        player_.play(faults::strikes_of(s.plan), s.work, keep);
    }

    deadlines all_deadlines(const model::contract& by) const {
        deadlines all;
        std::set<std::uint32_t> begun;  // activities
        for (const sim::record& r : records()) {
            const bool of_attempt = is_of_attempt(r.activity);
            if (r.what == happening::timer_fired) {
                all.true_time.insert(r.at);
            }
            if (!of_attempt) {
                continue;
            }
            if (is_server(r.who)) {
                all.true_time.insert(r.at + by.lease);
                all.wall_time.insert(r.at + by.lease);
                all.wall_time.insert(r.at + by.retention);
            } else if (begun.insert(r.activity).second) {
                all.true_time.insert(r.at + by.retry.attempt_timeout);
                all.true_time.insert(r.at + by.retry.elapsed_max);
            } else if (r.what == happening::timer_fired || r.what == happening::delivered) {
                all.true_time.insert(r.at + by.retry.breaker.open_for);
            }
        }
        return all;
    }

    // The faults that bring something to a deadline, or next to it, each once.
    std::vector<std::pair<sim::point, sim::disturbance>> faults_around(
        const deadlines& all, const faults::fault_space& space) const {
        std::vector<std::pair<sim::point, sim::disturbance>> some;
        const auto& points = player_.against().points();
        for (std::size_t i = 0; i < points.size(); ++i) {
            const sim::point& p = points[i];
            const bool on_the_way =
                p.kind == sim::point_kind::connect || p.kind == sim::point_kind::message;
            const bool by_server = p.kind == sim::point_kind::step && is_server(p.where.who);
            const harm what = on_the_way ? harm::delay : harm::clock_jump;
            if (!is_of_attempt(p.activity) || !(on_the_way || by_server) ||
                faults::find(space, what) == nullptr) {
                continue;
            }
            const std::set<time_point>& moments = on_the_way ? all.true_time : all.wall_time;
            for (const duration span : spans_to(moments, followers_of(i))) {
                some.emplace_back(p, sim::disturbance(what, span));
            }
        }
        return some;
    }

    std::string name_of(const sim::point& p) const { return player_.world().name(p); }

private:
    const std::vector<sim::record>& records() const { return player_.world().events().records(); }

    bool is_of_attempt(std::uint32_t activity) const {
        return player_.world().activities().number_of(activity, 1) != 0;
    }

    bool is_server(sim::name_index who) const {
        const std::string_view name = player_.world().name(who);
        return std::any_of(scenario_.work.servers.begin(), scenario_.work.servers.end(),
                           [&](const server_work& s) { return s.name == name; });
    }

    // When something happened in the same attempt after the run met that point.
    std::set<time_point> followers_of(std::size_t point) const {
        std::set<time_point> times;
        const std::uint32_t activity = player_.against().points()[point].activity;
        for (std::size_t k = player_.against().meetings()[point].events; k < records().size();
             ++k) {
            if (records()[k].activity == activity) {
                times.insert(records()[k].at);
            }
        }
        return times;
    }

    // Each once.
    static std::vector<duration> spans_to(const std::set<time_point>& moments,
                                          const std::set<time_point>& from) {
        std::vector<duration> spans;
        for (const time_point moment : moments) {
            for (const time_point at : from) {
                for (const duration beside : {duration(-1), duration(0), duration(1)}) {
                    if (moment - at + beside > duration::zero()) {
                        spans.push_back(moment - at + beside);
                    }
                }
            }
        }
        std::sort(spans.begin(), spans.end());
        spans.erase(std::unique(spans.begin(), spans.end()), spans.end());
        return spans;
    }

    const scenario& scenario_;
    player& player_;
};

std::string why_broken(const run_report& r) {
    return r.violations.empty() ? r.trouble
                                : fmt::format("{}: {}", to_text(r.violations.front().broken),
                                              r.violations.front().why);
}

}  // namespace

around_deadlines play_around_deadlines(const scenario& s, const performer& by,
                                       std::size_t plays_max) {
    player first_player(s, by);
    const first_run first(s, first_player);
    const deadlines moments = first.all_deadlines(*by.as->promised);
    const auto all = first.faults_around(moments, by.space());
    around_deadlines sum;
    sum.deadlines = moments.true_time.size() + moments.wall_time.size();
    sum.plans = all.size();
    std::set<std::uint64_t> behaviours;
    player p(s, by);
    const std::size_t stride = std::max<std::size_t>(1, (all.size() + plays_max - 1) / plays_max);
    for (std::size_t i = 0; i < all.size(); i += stride) {
        const auto& [where, what] = all[i];
        faults::strikes plan = faults::strikes_of(s.plan);
        plan.emplace_back(where.id, what);
        const run_report r = p.play(plan, s.work);
        ++sum.played;
        behaviours.insert(r.behaviour);
        if (r.broke()) {
            sum.broken.push_back({faults::fault(first.name_of(where), what), why_broken(r)});
        }
    }
    sum.behaviours = behaviours.size();
    return sum;
}

}  // namespace onceproof::scenarios
