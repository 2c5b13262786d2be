// See moments.hpp.
#include "search/moments.hpp"

#include "designs/charge_faults.hpp"
#include "model/oracle/oracle.hpp"
#include "search/player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace onceproof::search {
namespace {

using faults::harm;
using faults::moment_of_attempt;
constexpr std::size_t nowhere = course::nowhere;

// "pay-17/attempt-1": 17
std::uint64_t intent_in(std::string_view attempt) {
    const std::size_t hyphen = std::min(attempt.find('-') + 1, attempt.size());
    std::uint64_t intent = 0;
    std::from_chars(attempt.data() + hyphen, attempt.data() + attempt.size(), intent);
    return intent;
}

// Who asks whom in an attempt.
struct parties {
    std::string client;
    std::string server;
};

// The first client that wants it done there, or anywhere.
parties parties_of(const scenarios::workload& work, const moment_of_attempt& when) {
    const std::uint64_t intent = intent_in(when.attempt);
    for (const scenarios::client_work& c : work.clients) {
        for (const scenarios::errand& e : c.errands) {
            const bool is_there = when.at.empty() || e.at == when.at || e.at == "proxy";
            if (e.intent == intent && is_there) {
                const bool is_behind = e.at == "proxy" && !work.servers.empty();
                return {c.name, is_behind ? work.servers.front().name : e.at};
            }
        }
    }
    return {"", when.at};
}

// The attempt that is played to learn of: the others go the same way.
std::string first_attempt(std::string_view attempt) {
    return fmt::format("pay-{}/attempt-1", intent_in(attempt));
}

class lesson {
public:
    lesson(const scenarios::scenario& s, const designs::performer& by,
           const scenarios::workload& work, const moment_of_attempt& when)
        : work_(work),
          attempt_(first_attempt(when.attempt)),
          who_(parties_of(work, {when.moment, when.attempt, "", 0})),
          lease_(by.as->promised->lease),
          player_(s, designs::performer(*by.as)) {}

    course learn() {
        play_options options;
        options.keep_points = true;
        const run_report calm = player_.play(faults::strikes(), work_, options);
        take_points();
        const std::uint64_t step = step_of_effect(calm.steps);
        if (step != 0) {
            for (std::size_t i = 0; i < met_in_.size() && met_in_[i] <= step; ++i) {
                learnt_.effect = i;
            }
            find_claim();
        }
        return std::move(learnt_);
    }

private:
    void take_points() {
        const auto& against = player_.against();
        for (std::size_t i = 0; i < against.points().size(); ++i) {
            const sim::point& met = against.points()[i];
            const std::string name = player_.world().name(met);
            if (is_of_attempt(name)) {
                add(name, met, against.meetings()[i].steps);
            }
        }
    }

    // Of this attempt, and neither by another client that makes one of that name nor at another
    // server.
    bool is_of_attempt(std::string_view name) const {
        if (!name.starts_with(attempt_ + '/')) {
            return false;
        }
        const std::string_view rest = name.substr(attempt_.size() + 1);
        const std::string_view who = rest.substr(0, rest.find_first_of("/>"));
        const auto is_other = [&](const auto& all, const std::string& mine) {
            return who != mine &&
                   std::ranges::any_of(all, [&](const auto& one) { return one.name == who; });
        };
        return !is_other(work_.clients, who_.client) && !is_other(work_.servers, who_.server);
    }

    void add(const std::string& name, const sim::point& met, std::uint64_t step) {
        const std::size_t at = learnt_.points.size();
        const std::string_view who =
            std::string_view(name).substr(attempt_.size() + 1, who_.server.size() + 1);
        const bool of_server = who == who_.server + '/';
        const bool is_answer = name == fmt::format("{}/{}>api/response", attempt_, who_.client);
        learnt_.points.push_back({name, met.kind, of_server});
        met_in_.push_back(step);
        if (of_server) {
            learnt_.first_of_server = std::min(learnt_.first_of_server, at);
        }
        if (is_answer) {
            learnt_.answer = std::min(learnt_.answer, at);
        }
    }

    // After how many steps the effect is there; 0: it never is.
    std::uint64_t step_of_effect(std::uint64_t steps) {
        std::uint64_t without = 0;
        std::uint64_t with = steps;
        if (!shows_effect(steps)) {
            return 0;
        }
        while (with - without > 1) {
            const std::uint64_t between = without + (with - without) / 2;
            (shows_effect(between) ? with : without) = between;
        }
        return with;
    }

    bool shows_effect(std::uint64_t steps) {
        play_options options;
        options.bounds.steps = steps;
        player_.play(faults::strikes(), work_, options);
        const scenarios::errand* const asked = scenarios::errand_of(work_, intent_in(attempt_));
        const std::string reference = fmt::format("order-{}", intent_in(attempt_));
        return asked != nullptr &&
               std::ranges::any_of(player_.seen().effects, [&](const model::seen_effect& e) {
                   return e.reference == reference && e.tenant == asked->tenant;
               });
    }

    void find_claim() {
        for (std::size_t i = 0; i < learnt_.effect && learnt_.claim == nowhere; ++i) {
            const course::point& p = learnt_.points[i];
            if (p.of_server && p.kind == sim::point_kind::step && death_holds_up(p.name)) {
                learnt_.claim = i;
            }
        }
    }

    // Whether who dies after that point holds up the next attempt for as long as a lease.
    bool death_holds_up(const std::string& point) {
        faults::disturbance death(harm::kill_after);
        death.restart = std::chrono::milliseconds(1);
        player_.play({{sim::point_id(point), death}}, work_);
        const std::uint64_t intent = intent_in(attempt_);
        std::optional<sim::duration> begin;
        std::optional<sim::duration> settled;
        for (const model::seen_attempt& a : player_.seen().attempts) {
            const bool is_its = a.intent == intent && a.same_request();
            if (is_its && !begin && a.client == who_.client) {
                begin = a.begin;
            }
            if (is_its && !settled && a.answer && model::is_final(*a.answer)) {
                settled = a.end;
            }
        }
        return begin && (!settled || *settled - *begin >= lease_ / 10 * 9);
    }

    const scenarios::workload& work_;
    std::string attempt_;
    parties who_;
    sim::duration lease_;
    player player_;
    course learnt_;
    std::vector<std::uint64_t> met_in_;  // the step of each point
};

bool strikes_after(harm h) {
    return h == harm::kill_after || h == harm::power_off_after || h == harm::reset_after;
}

bool is_death_before(harm h) {
    return h == harm::kill_before || h == harm::power_off_before;
}

bool sets_a_clock(harm h) {
    return h == harm::clock_jump || h == harm::clock_drift;
}

bool lets_time_pass(harm h) {
    return h == harm::pause || h == harm::delay || sets_a_clock(h);
}

// Whether what strikes so at the point I does so in that moment.
bool is_in(const course& c, std::string_view moment, harm h, std::size_t i) {
    const bool after = strikes_after(h);
    if (moment == "request arrives") {
        return i < c.first_of_server;
    }
    if (moment == "before the effect") {
        return i >= c.first_of_server && i < c.answer &&
               (i < c.effect || (i == c.effect && !after));
    }
    if (moment == "between effect and answer") {
        const bool from = i > c.effect || (i == c.effect && (after || lets_time_pass(h)));
        const bool to = i < c.answer || (i == c.answer && (is_death_before(h) || sets_a_clock(h)));
        return c.effect != nowhere && from && to;
    }
    if (moment == "the answer is on its way") {
        return i == c.answer && !is_death_before(h);
    }
    return c.answer != nowhere && i > c.answer;
}

std::vector<std::size_t> indices_of(const course& c, std::string_view moment,
                                    const faults::kind& k) {
    std::vector<std::size_t> some;
    for (std::size_t i = 0; i < c.points.size(); ++i) {
        if (k.strikes_at.has(c.points[i].kind) && is_in(c, moment, k.what, i)) {
            some.push_back(i);
        }
    }
    return some;
}

// Before the effect: where there is something to lose, a claim, or to get wrong.
std::size_t best_before_effect(const course& c, harm h, const std::vector<std::size_t>& some) {
    const auto among = [&](std::size_t i) {
        return std::ranges::find(some, i) == some.end() ? some.back() : i;
    };
    if (faults::kind_of(h).strikes_at.has(sim::point_kind::service)) {
        const auto own = std::ranges::find_if(some.rbegin(), some.rend(),
                                              [&](std::size_t i) { return c.points[i].of_server; });
        return own == some.rend() ? some.back() : *own;
    }
    if (c.claim == nowhere) {
        return some.back();
    }
    if (sets_a_clock(h)) {
        return among(c.claim - 1);
    }
    if (h == harm::delay) {
        const auto next = std::ranges::find_if(some, [&](std::size_t i) {
            const course::point& p = c.points[i];
            return i > c.claim && p.of_server && p.kind == sim::point_kind::step;
        });
        return next == some.end() ? some.back() : *next;
    }
    return among(c.claim);
}

std::size_t best_of(const course& c, const moment_of_attempt& when, harm h,
                    const std::vector<std::size_t>& some) {
    if (when.nth != 0) {
        return some[std::min<std::size_t>(when.nth, some.size()) - 1];
    }
    if (when.moment == "before the effect") {
        return best_before_effect(c, h, some);
    }
    const bool last = when.moment == "request arrives" ||
                      (when.moment == "between effect and answer" && is_death_before(h));
    return last ? some.back() : some.front();
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

faults::fault with_point(const faults::fault& f, const scenarios::scenario& s,
                         const designs::performer& by, const scenarios::workload& work) {
    faults::fault found = f;
    const faults::kind& k = *faults::find(designs::known_faults(), f.what.what);
    const course& c = course_of(s, by, work, f.when);
    const std::vector<std::size_t> some = indices_of(c, f.when.moment, k);
    if (some.empty()) {
        found.point = without_point(f.when);
        return found;
    }
    const parties learnt_of = parties_of(work, {f.when.moment, f.when.attempt, "", 0});
    const parties meant = parties_of(work, f.when);
    found.point = renamed(c.points[best_of(c, f.when, f.what.what, some)].name, f.when, learnt_of,
                          {meant.client, f.when.at.empty() ? learnt_of.server : meant.server});
    return found;
}

}  // namespace

const course& course_of(const scenarios::scenario& s, const designs::performer& by,
                        const scenarios::workload& work, const moment_of_attempt& when) {
    using key = std::tuple<std::string, std::string_view, std::uint64_t>;
    static std::map<key, std::pair<scenarios::workload, course>> known;
    const key which(s.name, by.as->name, intent_in(when.attempt));
    const auto found = known.find(which);
    if (found != known.end() && found->second.first == work) {
        return found->second.second;
    }
    std::pair<scenarios::workload, course> learnt(work, lesson(s, by, work, when).learn());
    return known.insert_or_assign(which, std::move(learnt)).first->second.second;
}

std::vector<std::string> points_of(const course& c, std::string_view moment,
                                   const faults::kind& k) {
    std::vector<std::string> names;
    for (const std::size_t i : indices_of(c, moment, k)) {
        names.push_back(c.points[i].name);
    }
    return names;
}

faults::plan with_points(const faults::plan& plan, const scenarios::scenario& s,
                         const designs::performer& by, const scenarios::workload& work) {
    faults::plan found;
    for (const faults::fault& f : plan) {
        const bool is_open = f.point.empty() && !f.when.moment.empty();
        found.push_back(is_open ? with_point(f, s, by, work) : f);
    }
    return found;
}

std::string without_point(const moment_of_attempt& when) {
    return fmt::format("{}/{}", when.attempt, when.moment);
}

faults::plan plan_for(const scenarios::scenario& s, const designs::performer& by) {
    return with_points(s.plan, s, by, s.work);
}

}  // namespace onceproof::search
