// See charge_watcher.hpp.
#include "scenarios/charge_watcher.hpp"

#include "model/marks.hpp"
#include "model/oracle.hpp"
#include "model/request_deadline.hpp"
#include "sim/host.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace onceproof::scenarios {
namespace {

using model::charge_attempt;
using model::http_response;
using model::mark;
using model::seen_attempt;
namespace marks = model::marks;

struct word_of_mark {
    sim::literal word;
    mark what;
};

constexpr std::array<word_of_mark, 8> words_of_marks{{{marks::claims, mark::claims},
                                                      {marks::takes_over, mark::takes_over},
                                                      {marks::completes, mark::completes},
                                                      {marks::releases, mark::releases},
                                                      {marks::rests, mark::rests},
                                                      {marks::replays, mark::suppresses},
                                                      {marks::refuses_in_flight, mark::suppresses},
                                                      {marks::rejects, mark::rejects}}};

// How an answer begins, and one that tells of a success.
constexpr std::string_view answer_begins = "HTTP/1.1 ";
constexpr std::string_view success_begins = "HTTP/1.1 2";

// Requires: it begins as an answer does.
unsigned status_in(std::string_view message) {
    unsigned status = 0;
    std::from_chars(message.data() + answer_begins.size(), message.data() + message.size(), status);
    return status;
}

// Of a body that has an amount, however it is spelled; 0 of one that has none.
std::int64_t amount_in(std::string_view body) {
    constexpr std::string_view name = "\"amount\"";
    const std::size_t at = body.find(name);
    std::int64_t amount = 0;
    if (at != std::string_view::npos) {
        const std::size_t digits = body.find_first_not_of(" :", at + name.size());
        std::from_chars(body.data() + digits, body.data() + body.size(), amount);
    }
    return amount;
}

}  // namespace

charge_watcher::charge_watcher(const workload& work, const subject& plays)
    : work_(work), lease_(plays.promised->lease) {
    seen_.has_marks = plays.has_marks;
}

void charge_watcher::begin(const sim::world& w, sim::name_index home) {
    world_ = &w;
    home_ = home;
}

void charge_watcher::probing_begins() {
    probing_ = true;
    happened_.attempts_before_probes = seen_.attempts.size();
    happened_.outcomes_before_probes = seen_.outcomes.size();
}

model::moment charge_watcher::now() const {
    return world_->now().time_since_epoch();
}

model::seen_intent& charge_watcher::intent(const charge_attempt& a) {
    const auto known = std::find_if(seen_.intents.begin(), seen_.intents.end(),
                                    [&](const auto& i) { return i.number == a.intent; });
    if (known != seen_.intents.end()) {
        return *known;
    }
    const errand* const asked = errand_of(work_, a.intent);
    model::seen_intent& added = seen_.intents.emplace_back();
    added.number = a.intent;
    added.tenant = a.tenant;
    added.operation = a.operation;
    added.reference = fmt::format("order-{}", a.intent);
    added.amount = asked->amount;
    return added;
}

seen_attempt::purpose charge_watcher::purpose_of(const charge_attempt& a) const {
    const errand* const asked = errand_of(work_, a.intent);
    const std::int64_t amount = amount_in(a.body);
    if (amount != 0 && amount != asked->amount) {
        return seen_attempt::purpose::other_body;
    }
    return probing_ ? seen_attempt::purpose::probe : seen_attempt::purpose::work;
}

void charge_watcher::attempt_begins(std::string_view client, std::uint32_t run,
                                    std::string_view server, const charge_attempt& a) {
    happened_.client_started_again |= run > 1;
    intent(a);
    happened_.attempts_overlapped |= std::any_of(
        under_way_.begin(), under_way_.end(),
        [&](const seen_attempt& u) { return u.intent == a.intent && u.client != client; });
    last_keys_.insert_or_assign(a.intent, a.key);
    seen_attempt& begun = under_way_.emplace_back();
    begun.intent = a.intent;
    begun.number = a.number;
    begun.why = purpose_of(a);
    begun.client = client;
    begun.client_run = run;
    begun.server = server;
    begun.begin = now();
    begun.ended = false;
    begun.key = a.key;
    begun.request = a.operation + ' ' + a.body;
}

seen_attempt& charge_watcher::under_way(std::string_view client, std::uint32_t run,
                                        const charge_attempt& a) {
    return *std::find_if(under_way_.begin(), under_way_.end(), [&](const seen_attempt& u) {
        return u.intent == a.intent && u.number == a.number && u.client == client &&
               u.client_run == run;
    });
}

void charge_watcher::attempt_sends(std::string_view client, std::uint32_t run,
                                   const charge_attempt& a, const model::http_request& request) {
    under_way(client, run, a).tells_deadline =
        request.headers.find(model::request_deadline_header) != nullptr;
}

void charge_watcher::attempt_ends(std::string_view client, std::uint32_t run,
                                  const charge_attempt& a,
                                  const std::optional<http_response>& answer) {
    seen_attempt& begun = under_way(client, run, a);
    begun.ended = true;
    begun.end = now();
    begun.answer = answer;
    if (answer && model::is_final(*answer) && begun.same_request()) {
        intent(a).settled = true;
    }
    seen_.attempts.push_back(std::move(begun));
    under_way_.erase(under_way_.begin() + (&begun - under_way_.data()));
}

void charge_watcher::settles(std::string_view client, std::uint64_t intent,
                             const std::optional<http_response>& told) {
    model::seen_outcome& outcome = seen_.outcomes.emplace_back();
    outcome.intent = intent;
    outcome.client = client;
    outcome.told = told;
}

void charge_watcher::end() {
    for (seen_attempt& left : under_way_) {
        seen_.attempts.push_back(std::move(left));
    }
    under_way_.clear();
}

std::string charge_watcher::last_key(std::uint64_t intent) const {
    const auto known = last_keys_.find(intent);
    return known == last_keys_.end() ? "" : known->second;
}

std::string charge_watcher::what_holds_up(std::uint64_t intent) const {
    std::string text = "it was never asked for";
    for (const seen_attempt& a : seen_.attempts) {
        if (a.intent == intent && a.same_request()) {
            text = a.answer ? fmt::format("its last answer was {}", a.answer->status)
                            : "its last attempt had no answer";
        }
    }
    for (const model::seen_mark& claim : seen_.marks) {
        const bool is_claim = claim.what == mark::claims || claim.what == mark::takes_over;
        const auto died = std::find_if(seen_.marks.begin(), seen_.marks.end(), [&](const auto& m) {
            return m.what == mark::dies && m.who == claim.who && m.at >= claim.at;
        });
        if (is_claim && claim.intent == intent && died != seen_.marks.end()) {
            const model::moment end = claim.at + lease_;
            text += fmt::format("; the lease of {}, dead since {} ms, {} at {} ms", claim.who,
                                sim::to_text(sim::time_point(died->at)),
                                end > now() ? "ends" : "ended", sim::to_text(sim::time_point(end)));
        }
    }
    return text;
}

bool charge_watcher::is_server(sim::name_index who) const {
    return std::find(servers_.begin(), servers_.end(), who) != servers_.end();
}

std::string charge_watcher::run_of(sim::name_index who) const {
    const auto starts = starts_.find(who);
    return fmt::format("{}/{}", world_->name(who), starts == starts_.end() ? 1 : starts->second);
}

// Called for every event of every run: looks at what it must and no more.
void charge_watcher::saw(const sim::record& r) {
    switch (r.what) {
        case sim::happening::note:
            note_behaviour(r);
            saw_note(r);
            break;
        case sim::happening::connecting:
        case sim::happening::sent:
        case sim::happening::delivered:
        case sim::happening::saw_end:
        case sim::happening::finished:
        case sim::happening::reset:
            saw_message(r);
            break;
        case sim::happening::lost:
            // Whoever answers so says that the effect is there.
            happened_.lost_answer_after_effect |=
                is_server(r.who) && r.detail.starts_with(success_begins);
            happened_.lost_downstream_answer |=
                captured_under_ != 0 && r.activity == captured_under_ && downstream_ == r.who;
            break;
        case sim::happening::started:
            note_behaviour(r);
            starts_[r.who] = static_cast<std::uint32_t>(r.a);
            break;
        case sim::happening::refused:
        case sim::happening::saw_reset:
            note_behaviour(r);
            saw_message(r);
            break;
        case sim::happening::troubled:
            note_behaviour(r);
            break;
        case sim::happening::killed:
            note_behaviour(r);
            if (is_server(r.who)) {
                saw_end_of_server(r, r.who);
            }
            break;
        case sim::happening::powered_off:
            note_behaviour(r);
            for (const sim::name_index server : servers_) {
                if (r.who == home_) {
                    saw_end_of_server(r, server);
                }
            }
            break;
        case sim::happening::clock_jumped:
        case sim::happening::clock_drifts:
            seen_.clocks_were_true = false;
            break;
        case sim::happening::paused:
            seen_.clients_kept_pace &= is_server(r.who) || downstream_ == r.who;
            if (is_server(r.who)) {
                happened_.interruptions.push_back(
                    {std::string(world_->name(r.who)), r.at.time_since_epoch(), false});
            }
            break;
        case sim::happening::crashed:
            happened_.crash = fmt::format("{} crashed: {}", world_->name(r.who), r.detail);
            break;
        default:
            break;
    }
}

void charge_watcher::saw_end_of_server(const sim::record& r, sim::name_index who) {
    happened_.server_died = true;
    happened_.interruptions.push_back(
        {std::string(world_->name(who)), r.at.time_since_epoch(), true});
    add_mark(mark::dies, who, r);
}

// What servers ask of others, and what they are told.
void charge_watcher::saw_message(const sim::record& r) {
    if (downstream_ == r.who && r.what == sim::happening::sent &&
        r.detail.starts_with(answer_begins)) {
        happened_.add_answer_downstream(status_in(r.detail));
    }
    if (r.what == sim::happening::connecting && is_server(r.who)) {
        happened_.call_begins(r.a);
    } else if (happened_.is_call(r.a) && is_server(r.who)) {
        if (r.what == sim::happening::delivered) {
            happened_.call_is_answered(r.a);
        } else if (r.what == sim::happening::sent) {
            happened_.looked_up |= r.detail.starts_with("GET ");
        } else {
            happened_.call_ends(r.a);
        }
    }
}

void charge_watcher::note_behaviour(const sim::record& r) {
    const std::uint64_t what = sim::mix(static_cast<std::uint64_t>(r.what), sim::hash_text(r.word));
    const std::uint64_t who = sim::mix(world_->name_id(r.who), world_->activities().id(r.activity));
    behaviour_ = sim::mix(behaviour_, sim::mix(sim::mix(what, who), r.a));
}

void charge_watcher::add_mark(mark what, sim::name_index who, const sim::record& r) {
    if (!seen_.has_marks) {
        return;
    }
    model::seen_mark& added = seen_.marks.emplace_back();
    added.what = what;
    added.who = run_of(who);
    if (what != mark::dies) {
        added.intent = world_->activities().number_of(r.activity, 0);
        added.attempt = world_->activities().number_of(r.activity, 1);
        added.epoch = r.a;
        added.key = sim::hash_text(r.detail);
    }
    added.at = r.at.time_since_epoch();
}

void charge_watcher::saw_note(const sim::record& r) {
    if (!is_server(r.who)) {
        if (!probing_) {
            happened_.add_word(r.word);
        }
        if (r.word == "CAPTURES") {
            captured_under_ = r.activity;
        }
        return;
    }
    for (const word_of_mark& m : words_of_marks) {
        if (r.word == m.word.text()) {
            add_mark(m.what, r.who, r);
            return;
        }
    }
    saw_call(r);
}

void charge_watcher::saw_call(const sim::record& r) {
    const std::uint64_t intent = world_->activities().number_of(r.activity, 0);
    const bool looks = r.word == marks::looks_up.text();
    if (looks || r.word == marks::calls.text()) {
        model::seen_call& made = seen_.calls.emplace_back();
        made.intent = intent;
        made.why = looks ? model::seen_call::purpose::look_up : model::seen_call::purpose::effect;
        made.at = r.at.time_since_epoch();
        if (!looks) {
            const std::size_t blank = r.detail.find(' ');
            made.key = r.detail.substr(blank + 1);
            made.request = fmt::format("POST /v1/{}", r.detail.substr(0, blank));
        }
    } else if (r.word == marks::is_told.text()) {
        const auto last = std::find_if(seen_.calls.rbegin(), seen_.calls.rend(),
                                       [&](const auto& c) { return c.intent == intent; });
        if (last != seen_.calls.rend() && r.a != 0) {
            last->status = static_cast<unsigned>(r.a);
        }
    }
}

}  // namespace onceproof::scenarios
