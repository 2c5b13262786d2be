// See watcher.hpp.
#include "scenarios/watcher.hpp"

#include "model/http/request_deadline.hpp"
#include "model/oracle/oracle.hpp"
#include "scenarios/asking.hpp"
#include "scenarios/roles/role.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace onceproof::scenarios {
namespace {

using designs::client_attempt;
using model::http_response;
using model::mark;
using model::seen_attempt;

}  // namespace

watcher::watcher(const workload& work, const designs::subject& subject)
    : work_(work), subject_(subject) {
    seen_.has_marks = subject.has("marks");
    seen_.attempts_max = work.attempts_max;
}

void watcher::tell(participant& who, const std::vector<sim::event_kind>& kinds) {
    for (const sim::event_kind kind : kinds) {
        told_.at(static_cast<std::size_t>(kind)).push_back(&who);
    }
}

void watcher::probing_begins() {
    probing_ = true;
    facts_.attempts_before_probes = seen_.attempts.size();
    facts_.outcomes_before_probes = seen_.outcomes.size();
}

model::moment watcher::now() const {
    return world_->now().time_since_epoch();
}

model::seen_intent& watcher::intent(const client_attempt& a, const submission& e) {
    const auto known = std::ranges::find(seen_.intents, a.intent, &model::seen_intent::number);
    if (known != seen_.intents.end()) {
        return *known;
    }
    const submission* const own = submission_of(work_, a.intent);
    submission asked = own == nullptr ? e : *own;
    if (own != nullptr) {
        asked.other_body = 0;
    }
    model::wanted wants = request_of(subject_, asked);
    model::seen_intent& added = seen_.intents.emplace_back();
    added.number = a.intent;
    added.tenant = a.tenant;
    added.operation = a.operation;
    added.reference = *find_field(wants.asks_for, "reference");
    added.asks_for = std::move(wants.asks_for);
    added.described = std::move(wants.described);
    added.fresh = own == nullptr;
    return added;
}

seen_attempt::purpose watcher::purpose_of(const model::seen_intent& i,
                                          const model::fields& asked) const {
    if (asked != i.asks_for) {
        return seen_attempt::purpose::other_body;
    }
    return probing_ ? seen_attempt::purpose::probe : seen_attempt::purpose::work;
}

void watcher::attempt_begins(std::string_view client, std::uint32_t run, std::string_view server,
                             const client_attempt& a, const submission& e) {
    facts_.client_started_again |= run > 1;
    const model::fields asked = fields_of(subject_, e);
    const seen_attempt::purpose why = purpose_of(intent(a, e), asked);
    facts_.attempts_overlapped |= std::any_of(
        under_way_.begin(), under_way_.end(),
        [&](const seen_attempt& u) { return u.intent == a.intent && u.client != client; });
    last_keys_.insert_or_assign(a.intent, a.key);
    seen_attempt& begun = under_way_.emplace_back();
    begun.intent = a.intent;
    begun.number = a.number;
    begun.why = why;
    begun.declined = is_declined(subject_, e, asked);
    begun.client = client;
    begun.client_run = run;
    begun.submission = a.submission;
    begun.server = server;
    begun.begin = now();
    begun.ended = false;
    begun.key = a.key;
}

seen_attempt& watcher::under_way(std::string_view client, std::uint32_t run,
                                 const client_attempt& a) {
    return *std::find_if(under_way_.begin(), under_way_.end(), [&](const seen_attempt& u) {
        return u.intent == a.intent && u.number == a.number && u.client == client &&
               u.client_run == run;
    });
}

watcher::line* watcher::line_of(std::uint64_t connection) {
    const auto known = std::find_if(lines_.rbegin(), lines_.rend(),
                                    [&](const line& l) { return l.connection == connection; });
    return known == lines_.rend() ? nullptr : &*known;
}

seen_attempt* watcher::attempt_on(const line& l) {
    const auto found = std::ranges::find_if(under_way_, [&](const seen_attempt& u) {
        return u.intent == l.intent && u.number == l.attempt && u.client == l.client &&
               u.client_run == l.run;
    });
    return found == under_way_.end() ? nullptr : &*found;
}

void watcher::client_sent(const sim::trace_event& r) {
    line* known = line_of(r.a);
    if (known == nullptr) {
        known = &lines_.emplace_back();
        known->connection = r.a;
        known->client = world_->name(r.actor);
        const auto starts = starts_.find(r.actor);
        known->run = starts == starts_.end() ? 1 : starts->second;
        known->intent = world_->activities().number_of(r.activity, 0);
        known->attempt = world_->activities().number_of(r.activity, 1);
    }
    if (seen_attempt* const a = attempt_on(*known)) {
        a->sent += r.detail;
    }
}

void watcher::client_is_sent(const sim::trace_event& r) {
    if (line* const known = line_of(r.a)) {
        known->bytes += r.detail;
    }
}

void watcher::client_got(const sim::trace_event& r) {
    if (line* const known = line_of(r.a)) {
        if (seen_attempt* const a = attempt_on(*known)) {
            a->received += known->bytes.substr(0, r.b);
        }
        known->bytes.erase(0, r.b);
    }
}

void watcher::attempt_sends(std::string_view client, std::uint32_t run, const client_attempt& a,
                            const model::http_request& request) {
    seen_attempt& sends = under_way(client, run, a);
    sends.deadline = model::read_request_deadline(request);
    sends.request = fmt::format("{} {} {}", request.method, request.target, request.body);
}

void watcher::attempt_ends(std::string_view client, std::uint32_t run, const client_attempt& a,
                           const std::optional<http_response>& answer) {
    seen_attempt& begun = under_way(client, run, a);
    begun.ended = true;
    begun.end = now();
    begun.answer = answer;
    if (answer && model::is_final(*answer) && begun.same_request()) {
        std::ranges::find(seen_.intents, a.intent, &model::seen_intent::number)->settled = true;
    }
    seen_.attempts.push_back(std::move(begun));
    under_way_.erase(under_way_.begin() + (&begun - under_way_.data()));
}

void watcher::settles(std::string_view client, std::uint32_t run, const designs::client_intent& i,
                      const std::optional<http_response>& told) {
    model::seen_outcome& outcome = seen_.outcomes.emplace_back();
    outcome.intent = i.number;
    outcome.client = client;
    outcome.told = told;
    outcome.client_run = run;
    outcome.submission = i.submission;
}

void watcher::end() {
    seen_.requests_were_repeated = facts_.said("sends it again");
    for (seen_attempt& left : under_way_) {
        seen_.attempts.push_back(std::move(left));
    }
    under_way_.clear();
}

std::string watcher::last_key(std::uint64_t intent) const {
    const auto known = last_keys_.find(intent);
    return known == last_keys_.end() ? "" : known->second;
}

std::string watcher::what_holds_up(std::uint64_t intent) const {
    std::string text = "it was never asked for";
    for (const seen_attempt& a : seen_.attempts) {
        if (a.intent == intent && a.same_request()) {
            text = a.answer ? fmt::format("its last answer was {}", a.answer->status)
                            : "its last attempt had no answer";
        }
    }
    for (const model::seen_mark& claim : seen_.marks) {
        const bool is_claim = claim.kind == mark::claims || claim.kind == mark::takes_over;
        const auto died = std::find_if(seen_.marks.begin(), seen_.marks.end(), [&](const auto& m) {
            return m.kind == mark::dies && m.process == claim.process && m.at >= claim.at;
        });
        if (is_claim && claim.intent == intent && died != seen_.marks.end()) {
            const model::moment end = claim.at + subject_.promised->lease;
            text += fmt::format("; the lease of {}, dead since {} ms, {} at {} ms", claim.process,
                                sim::to_text(sim::time_point(died->at)),
                                end > now() ? "ends" : "ended", sim::to_text(sim::time_point(end)));
        }
    }
    return text;
}

std::string watcher::run_of(sim::name_index who) const {
    const auto starts = starts_.find(who);
    return fmt::format("{}/{}", world_->name(who), starts == starts_.end() ? 1 : starts->second);
}

// Called for every event of every run: looks at what it must and no more.
void watcher::saw(const sim::trace_event& r) {
    switch (r.kind) {
        case sim::event_kind::note:
            note_behaviour(r);
            if (!probing_ && !unheard_.contains(r.actor)) {
                facts_.add_word(r.word);
            }
            break;
        case sim::event_kind::started:
            note_behaviour(r);
            starts_[r.actor] = static_cast<std::uint32_t>(r.a);
            break;
        case sim::event_kind::refused:
        case sim::event_kind::saw_reset:
        case sim::event_kind::failed:
        case sim::event_kind::killed:
        case sim::event_kind::powered_off:
            note_behaviour(r);
            break;
        case sim::event_kind::clock_jumped:
            note_clock(r.at.time_since_epoch(), model::moment(static_cast<std::int64_t>(r.a)), 0);
            break;
        case sim::event_kind::clock_drifts:
            note_clock(r.at.time_since_epoch(), {}, static_cast<std::int64_t>(r.a));
            break;
        case sim::event_kind::crashed:
            facts_.crash = fmt::format("{} crashed: {}", world_->name(r.actor), r.detail);
            break;
        default:
            break;
    }
    for (participant* const who : told_[static_cast<std::size_t>(r.kind)]) {
        who->saw(r);
    }
}

void watcher::note_clock(model::moment at, model::moment jumps, std::int64_t gains_ppb) {
    seen_.clocks_were_true = false;
    seen_.clock_changes.push_back({at, jumps, gains_ppb});
}

void watcher::note_behaviour(const sim::trace_event& r) {
    const std::uint64_t what = sim::mix(static_cast<std::uint64_t>(r.kind), sim::hash_text(r.word));
    const std::uint64_t who =
        sim::mix(world_->name_id(r.actor), world_->activities().id(r.activity));
    behaviour_ = sim::mix(behaviour_, sim::mix(sim::mix(what, who), r.a));
}

void watcher::add_mark(mark what, sim::name_index who, const sim::trace_event& r) {
    if (!seen_.has_marks) {
        return;
    }
    model::seen_mark& added = seen_.marks.emplace_back();
    added.kind = what;
    added.process = run_of(who);
    if (what != mark::dies) {
        added.intent = world_->activities().number_of(r.activity, 0);
        added.attempt = world_->activities().number_of(r.activity, 1);
        added.epoch = r.a;
        added.key = sim::hash_text(r.detail);
    }
    added.at = r.at.time_since_epoch();
}

model::seen_call& watcher::call(const sim::trace_event& r, model::seen_call::purpose why) {
    model::seen_call& made = seen_.calls.emplace_back();
    made.intent = world_->activities().number_of(r.activity, 0);
    made.why = why;
    made.at = r.at.time_since_epoch();
    return made;
}

void watcher::call_ends(const sim::trace_event& r, unsigned status) {
    const std::uint64_t intent = world_->activities().number_of(r.activity, 0);
    const auto last = std::find_if(seen_.calls.rbegin(), seen_.calls.rend(),
                                   [&](const auto& c) { return c.intent == intent; });
    if (last != seen_.calls.rend() && status != 0) {
        last->status = status;
    }
}

}  // namespace onceproof::scenarios
