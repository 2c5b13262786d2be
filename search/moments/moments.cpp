// See moments.hpp.
#include "search/moments/moments.hpp"

#include "designs/service_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace onceproof::search {
namespace {

namespace moments = faults::moments;
using faults::kind_row;
using faults::moment_of_attempt;
using faults::pick;
using sim::primitive;
constexpr std::size_t nowhere = course::nowhere;

bool applies_after(const kind_row& k) {
    return k.injects.when == sim::timing::after;
}

bool is_death_before(const kind_row& k) {
    const primitive p = k.injects.kind;
    return (p == primitive::kill || p == primitive::power_off) && !applies_after(k);
}

bool sets_a_clock(const kind_row& k) {
    return k.injects.kind == primitive::jump_clock || k.injects.kind == primitive::drift_clock;
}

bool lets_time_pass(const kind_row& k) {
    return k.injects.kind == primitive::stall || k.injects.kind == primitive::delay ||
           sets_a_clock(k);
}

// Whether what acts so at the point I does so in that moment.
bool is_in(const course& c, std::string_view moment, const kind_row& k, std::size_t i) {
    const bool after = applies_after(k);
    if (moment == moments::request_arrives) {
        return i < c.first_of_server;
    }
    if (moment == moments::before_effect) {
        return i >= c.first_of_server && i < c.answer &&
               (i < c.effect || (i == c.effect && !after));
    }
    if (moment == moments::before_answer) {
        const bool from = i > c.effect || (i == c.effect && (after || lets_time_pass(k)));
        const bool to = i < c.answer || (i == c.answer && (is_death_before(k) || sets_a_clock(k)));
        return c.effect != nowhere && from && to;
    }
    if (moment == moments::answer_on_its_way) {
        return i == c.answer && !is_death_before(k);
    }
    return c.answer != nowhere && i > c.answer;
}

std::vector<std::size_t> indices_of(const course& c, std::string_view moment, const kind_row& k) {
    std::vector<std::size_t> some;
    for (std::size_t i = 0; i < c.points.size(); ++i) {
        if (k.applies_to.has(c.points[i].kind) && is_in(c, moment, k, i)) {
            some.push_back(i);
        }
    }
    return some;
}

pick pick_of(const kind_row& k, std::string_view moment) {
    if (moment == moments::before_effect) {
        return k.picks.before_effect;
    }
    if (moment == moments::before_answer) {
        return k.picks.before_answer;
    }
    return moment == moments::request_arrives ? pick::last : pick::first;
}

// Which of SOME is picked, as a position in SOME. Requires: there are some.
std::size_t position_of(pick p, const course& c, const std::vector<std::size_t>& some) {
    const std::size_t last = some.size() - 1;
    const auto last_of = [&](auto is_it) {
        const auto found = std::find_if(some.rbegin(), some.rend(), is_it);
        return found == some.rend() ? last : static_cast<std::size_t>(some.rend() - found) - 1;
    };
    const auto is_next_step = [&](std::size_t i) {
        const course::point& met = c.points[i];
        return i > c.claim && met.of_server && met.kind == sim::point_kind::step;
    };
    switch (p) {
        case pick::first:
            return 0;
        case pick::last:
            return last;
        case pick::last_of_server:
            return last_of([&](std::size_t i) { return c.points[i].of_server; });
        case pick::claim:
            return last_of([&](std::size_t i) { return i == c.claim; });
        case pick::before_claim:
            return last_of([&](std::size_t i) { return i + 1 == c.claim; });
        case pick::after_claim:
            break;
    }
    const auto found = std::ranges::find_if(some, is_next_step);
    return found == some.end() ? last : static_cast<std::size_t>(found - some.begin());
}

std::size_t position_of(const moment_of_attempt& when, const kind_row& k, const course& c,
                        const std::vector<std::size_t>& some) {
    return when.nth != 0 ? std::min<std::size_t>(when.nth, some.size()) - 1
                         : position_of(pick_of(k, when.moment), c, some);
}

// The name of a point of attempt 1, as it is for that attempt at that server.
std::string renamed(const std::string& name, const moment_of_attempt& when,
                    const parties& learnt_of, const parties& meant) {
    const std::size_t label = first_attempt(when.attempt).size();
    std::string rest = name.substr(label + 1);
    const auto replace = [&](const std::string& from, const std::string& to) {
        const bool is_it = rest.starts_with(from) && rest.size() > from.size() &&
                           (rest[from.size()] == '/' || rest[from.size()] == '>');
        if (is_it && !from.empty()) {
            rest.replace(0, from.size(), to);
            return true;
        }
        return false;
    };
    replace(learnt_of.server, meant.server) || replace(learnt_of.client, meant.client);
    return when.attempt + '/' + rest;
}

// The points that a fault may mean, by name, and which of them it means if nobody says more.
struct choice {
    std::vector<std::string> points;  // may be none
    std::size_t picked = 0;
};

choice choice_of(const faults::planned_fault& f, const scenarios::scenario& s,
                 const designs::implementation& by, const scenarios::workload& work) {
    const kind_row& k = *faults::find(designs::known_faults(), f.fault.kind);
    const course& c = course_of(s, by, work, f.when);
    const parties learnt_of = parties_of(work, {f.when.moment, f.when.attempt, "", 0});
    parties meant = parties_of(work, f.when);
    if (f.when.at.empty()) {
        meant.server = learnt_of.server;
    }
    choice all;
    const std::vector<std::size_t> some = indices_of(c, f.when.moment, k);
    for (const std::size_t i : some) {
        all.points.push_back(renamed(c.points[i].name, f.when, learnt_of, meant));
    }
    all.picked = some.empty() ? 0 : position_of(f.when, k, c, some);
    return all;
}

// Whether nobody has said yet which point it means.
bool is_open(const faults::planned_fault& f) {
    return f.point.empty() && !f.when.moment.empty();
}

}  // namespace

std::vector<std::string> points_of(const course& c, std::string_view moment, const kind_row& k) {
    std::vector<std::string> names;
    for (const std::size_t i : indices_of(c, moment, k)) {
        names.push_back(c.points[i].name);
    }
    return names;
}

faults::plan with_points(const faults::plan& plan, const scenarios::scenario& s,
                         const designs::implementation& by, const scenarios::workload& work) {
    faults::plan found = plan;
    for (faults::planned_fault& f : found) {
        if (is_open(f)) {
            const choice all = choice_of(f, s, by, work);
            f.point = all.points.empty() ? without_point(f.when) : all.points[all.picked];
        }
    }
    return found;
}

std::string without_point(const moment_of_attempt& when) {
    return fmt::format("{}/{}", when.attempt, when.moment);
}

faults::plan plan_for(const scenarios::scenario& s, const designs::implementation& by) {
    return with_points(s.plan, s, by, s.work);
}

moment_plans all_plans_for(const scenarios::scenario& s, const designs::implementation& by,
                           std::size_t plans_max) {
    moment_plans all;
    if (std::ranges::none_of(s.plan, is_open)) {
        return all;
    }
    const faults::plan usual = plan_for(s, by);
    const auto add = [&](faults::plan p) {
        const bool fits = all.plans.size() < plans_max;
        all.left_out += fits ? 0 : 1;
        if (fits) {
            all.plans.push_back(std::move(p));
        }
    };
    add(usual);
    for (std::size_t i = 0; i < s.plan.size(); ++i) {
        if (!is_open(s.plan[i]) || s.plan[i].when.nth != 0) {
            continue;
        }
        for (const std::string& point : choice_of(s.plan[i], s, by, s.work).points) {
            if (point != usual[i].point) {
                faults::plan other = usual;
                other[i].point = point;
                add(std::move(other));
            }
        }
    }
    return all;
}

}  // namespace onceproof::search
