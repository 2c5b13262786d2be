// See moment.hpp.
#include "explore/moment.hpp"

#include "faults/intent_name.hpp"
#include "sim/host.hpp"
#include "sim/world.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <span>

namespace onceproof::explore {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t body_shown = 200;

std::string milliseconds(sim::time_point at) {
    return sim::to_text(at) + " ms";
}

// --- Who runs ---

std::string labels_of(const sim::incarnation& living) {
    std::set<std::string> labels;
    for (const sim::operation& op : living.pending()) {
        labels.insert(living.in().activities().name(op.origin.activity));
    }
    labels.erase("");
    return fmt::format("{}", fmt::join(labels, ", "));
}

std::string clock_of(const sim::host& h) {
    const sim::wall_time shown = h.wall_now();
    const sim::duration wrong = shown - sim::wall_clock::epoch - h.in().now().time_since_epoch();
    const auto seconds = std::chrono::floor<std::chrono::seconds>(shown);
    const auto rest = std::chrono::floor<std::chrono::milliseconds>(shown - seconds);
    std::string text = fmt::format("{:%F %T}.{:03}", seconds, rest.count());
    if (wrong != sim::duration::zero()) {
        text += fmt::format(", {} {}", sim::to_text(std::chrono::abs(wrong)),
                            wrong > sim::duration::zero() ? "fast" : "slow");
    }
    return text;
}

// Until when it stalls; nothing if it does not.
std::optional<sim::time_point> stalled_until(const recording& r, std::string_view who,
                                             sim::time_point now) {
    for (const reports::stretch& s : r.sketch().stretches) {
        if (s.kind == reports::stretch_kind::stalls && r.sketch().lanes[s.lane].name == who &&
            s.from <= now && s.until > now) {
            return s.until;
        }
    }
    return std::nullopt;
}

actor actor_of(const sim::process& p, const recording& r) {
    const sim::host& home = p.on();
    actor a{std::string(p.name()), std::string(home.name()), {}, p.starts(), {}, clock_of(home)};
    const sim::incarnation* const living = p.alive();
    if (living != nullptr) {
        const auto until = stalled_until(r, p.name(), home.in().now());
        a.state = until ? "stalls until " + milliseconds(*until) : "runs";
        a.works_for = labels_of(*living);
    } else if (!home.powered()) {
        a.state = "is down: its host has no power";
    } else {
        a.state = a.starts == 0 ? "has not started yet" : "does not run";
    }
    return a;
}

// --- What is under way ---

std::vector<waiting> timers_of(const sim::world& w) {
    std::vector<waiting> all;
    for (const sim::armed_timer& t : w.armed_timers()) {
        all.push_back({std::string(w.name(t.owner)), milliseconds(t.due),
                       sim::to_text(t.due - w.now()), w.activities().name(t.activity)});
    }
    return all;
}

std::vector<under_way> messages_of(const recording& r, event_number at, sim::time_point now) {
    std::vector<under_way> all;
    for (const reports::arrow& a : r.sketch().arrows) {
        if (a.refused || a.lost || a.event > at || (a.arrives && *a.arrives <= now)) {
            continue;
        }
        const auto& lanes = r.sketch().lanes;
        all.push_back({a.event, lanes[a.from].name, lanes[a.to].name, a.label,
                       milliseconds(a.leaves),
                       a.arrives ? fmt::format("arrives in {}", sim::to_text(*a.arrives - now))
                                 : "reaches nobody"});
    }
    return all;
}

// --- What clients know ---

std::string came_of(const model::seen_attempt& a, bool client_lives_on) {
    if (a.answer) {
        return fmt::format("{} {}", a.answer->status, a.answer->body.substr(0, body_shown));
    }
    return a.ended ? "no answer" : client_lives_on ? "nothing yet" : "its client died in it";
}

std::string knowledge(const model::history& seen, const known_intent& i, std::uint64_t number) {
    for (const model::seen_outcome& o : seen.outcomes) {
        if (o.intent == number) {
            return o.told ? fmt::format("It ended with {}.", o.told->status)
                          : "The client gave up, and does not know what became of it.";
        }
    }
    const tried& last = i.attempts.back();
    if (last.came_of_it == "nothing yet") {
        return fmt::format("Not known: attempt {} is under way.", last.number);
    }
    return fmt::format("Not known: attempt {} ended with '{}'.", last.number,
                       last.came_of_it.substr(0, last.came_of_it.find('{')));
}

bool lives_on(const sim::world& w, const model::seen_attempt& a) {
    for (std::size_t i = 0; i < w.hosts(); ++i) {
        for (const auto& p : w.host_at(i).processes()) {
            if (p->name() == a.client) {
                return p->alive() != nullptr && p->starts() == a.client_run;
            }
        }
    }
    return false;
}

std::uint64_t effects_of(const model::seen_intent& intent, const model::history& seen) {
    return static_cast<std::uint64_t>(
        std::count_if(seen.effects.begin(), seen.effects.end(), [&](const auto& e) {
            return e.reference == intent.reference && e.tenant == intent.tenant;
        }));
}

std::vector<known_intent> intents_of(const model::history& seen, const sim::world& w) {
    std::vector<known_intent> all;
    const std::size_t count = std::min(seen.intents.size(), intents_told);
    for (const model::seen_intent& intent : std::span(seen.intents).last(count)) {
        known_intent known{faults::intent_name(intent.number), {}, effects_of(intent, seen), {}};
        for (const model::seen_attempt& a : seen.attempts) {
            if (a.intent == intent.number) {
                known.attempts.push_back({a.client, a.number,
                                          milliseconds(sim::time_point(a.begin)),
                                          came_of(a, lives_on(w, a))});
            }
        }
        if (!known.attempts.empty()) {
            known.knows = knowledge(seen, known, intent.number);
        }
        all.push_back(std::move(known));
    }
    return all;
}

// --- What the disks hold ---

shown_table compare(const sim::table& now, const sim::table* safe) {
    shown_table shown{now.name, now.columns, {}, 0, {}};
    std::multiset<sim::table::row> left;
    if (safe != nullptr) {
        left.insert(safe->rows.begin(), safe->rows.end());
    }
    shown.left_out = now.rows.size() - std::min(now.rows.size(), rows_told);
    for (std::size_t i = 0; i < now.rows.size(); ++i) {
        const auto same = left.find(now.rows[i]);
        if (i >= shown.left_out) {
            shown.rows.push_back({now.rows[i], same != left.end()});
        }
        if (same != left.end()) {
            left.erase(same);
        }
    }
    shown.lost.assign(left.begin(), left.end());
    return shown;
}

std::vector<shown_database> compare(const std::vector<search::kept_database>& now,
                                    const std::vector<search::kept_database>& safe) {
    std::vector<shown_database> all;
    for (std::size_t i = 0; i < now.size(); ++i) {
        shown_database& d = all.emplace_back();
        d.host = now[i].host;
        d.file = now[i].file;
        for (const sim::table& t : now[i].tables) {
            const auto same = std::ranges::find(safe[i].tables, t.name, &sim::table::name);
            d.tables.push_back(compare(t, same == safe[i].tables.end() ? nullptr : &*same));
        }
    }
    return all;
}

}  // namespace

moment look_at(recording& r, event_number at) {
    const recording::pause here = r.pause_at(at);
    const sim::world& w = here.runner.world();
    moment seen;
    seen.at = at;
    seen.time = milliseconds(w.now());
    for (std::size_t i = 0; i < w.hosts(); ++i) {
        for (const auto& p : w.host_at(i).processes()) {
            seen.actors.push_back(actor_of(*p, r));
        }
    }
    seen.timers = timers_of(w);
    seen.messages = messages_of(r, at, w.now());
    seen.intents = intents_of(here.runner.seen(), w);
    std::ranges::copy_if(here.report.violations, std::back_inserter(seen.oracle),
                         [](const auto& v) { return !is_liveness(v.broken); });
    const std::vector<search::kept_database> now = here.runner.databases();
    seen.databases = compare(now, r.pause_at(at, true).runner.databases());
    return seen;
}

}  // namespace onceproof::explore
