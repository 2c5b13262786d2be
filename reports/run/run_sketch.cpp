// See run_sketch.hpp.
#include "reports/run/run_sketch.hpp"

#include "faults/kind.hpp"
#include "reports/run/lane_list.hpp"
#include "reports/run/sign_words.hpp"
#include "reports/run/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <utility>

namespace onceproof::reports {
namespace {

using sim::event_kind;
using sim::trace_event;

class sketcher {
public:
    sketcher(const sim::world& w, const sketch_limits& limits)
        : world_(w), limits_(limits), lanes_(w) {}

    run_sketch draw() {
        const std::vector<trace_event>& all = world_.events().records();
        const auto is_end = [](const trace_event& r) { return r.kind == event_kind::ended; };
        const auto until =
            limits_.probes ? all.end() : std::find_if(all.begin(), all.end(), is_end);
        std::for_each(all.begin(), until, [&](const trace_event& r) { lanes_.see(r); });
        made_.lanes = lanes_.lanes();
        for (std::size_t i = 0; i < made_.lanes.size(); ++i) {
            down_since_[i] = sim::time_point();
        }
        for (auto r = all.begin(); r != until; ++r) {
            ++event_;
            if (made_.told.size() == limits_.events) {
                made_.cut = true;
                break;
            }
            made_.end = r->at;
            see(*r);
        }
        finish();
        return std::move(made_);
    }

private:
    struct connection {
        std::optional<std::size_t> opener;
        std::optional<std::size_t> other;
        sim::time_point asked;
        std::optional<std::size_t> last_speaker{};
    };
    struct message {
        std::size_t arrow;
        std::uint64_t bytes_left;
    };
    struct open_span {
        std::size_t stretch;
        bool asks;  // and so is the work of a client
        bool done;  // as far as can be seen
    };
    using work = std::pair<std::size_t, std::uint32_t>;  // a lane, and an activity

    void see(const trace_event& r) {
        const std::optional<std::size_t> who = lanes_.lane_of(r.actor);
        if (!who) {
            see_host(r);
            return;
        }
        switch (r.kind) {
            case event_kind::started:
                starts(*who, r);
                break;
            case event_kind::killed:
                dies(*who, r);
                break;
            case event_kind::note:
                notes(*who, r);
                break;
            case event_kind::connecting:
                connections_[r.a] = {who, lanes_.lane_behind(r.peer, r.b), r.at};
                under_way_.erase({r.a, true});
                under_way_.erase({r.a, false});
                asks(*who, r);
                break;
            case event_kind::refused:
                is_refused(*who, r);
                break;
            case event_kind::sent:
            case event_kind::lost:
                sends(*who, r);
                break;
            case event_kind::delivered:
                gets(*who, r);
                break;
            case event_kind::paused:
                made_.stretches.push_back({*who, r.at,
                                           r.at + sim::duration(static_cast<std::int64_t>(r.a)),
                                           stretch_kind::stalls, 0});
                add_sign(*who, r, sign_kind::fault, in_words(r, world_));
                break;
            default:
                see_the_rest(*who, r);
                break;
        }
    }

    void see_the_rest(std::size_t who, const trace_event& r) {
        switch (r.kind) {
            case event_kind::crashed:
            case event_kind::held:
                add_sign(who, r, sign_kind::fault, in_words(r, world_));
                break;
            case event_kind::saw_reset:
                add_sign(who, r, sign_kind::word, in_words(r, world_));
                works_on(who, r);
                break;
            case event_kind::finished:
                if (connections_[r.a].opener == who) {
                    works_on(who, r);
                    client_is_done(who, r);
                }
                break;
            default:
                if (faults::seen_in(r) != nullptr) {
                    add_sign(who, r, sign_kind::fault, in_words(r, world_));
                }
                break;
        }
    }

    // What happens to a host happens to all who are there.
    void see_host(const trace_event& r) {
        switch (r.kind) {
            case event_kind::powered_off:
                for (const std::size_t i : lanes_.lanes_on(r.actor)) {
                    dies(i, r);
                }
                break;
            case event_kind::lost:
                sends_from_host(r);
                break;
            default:
                if (r.kind == event_kind::healed || faults::seen_in(r) != nullptr) {
                    for (const std::size_t i : lanes_.lanes_on(r.actor)) {
                        add_sign(i, r, sign_kind::fault, in_words(r, world_));
                    }
                }
                break;
        }
    }

    void tell(const trace_event& r) {
        if (made_.told.empty() || !(made_.told.back() == r)) {
            made_.told.push_back(r);
        }
    }

    void add_sign(std::size_t who, const trace_event& r, sign_kind kind, std::string label) {
        tell(r);
        made_.signs.push_back({who, r.at, kind, intent_of(r), std::move(label), tip_of(r), event_});
    }

    std::string tip_of(const trace_event& r) const {
        return fmt::format("{} ms: {} {}", sim::to_text(r.at), world_.name(r.actor),
                           in_words(r, world_));
    }

    intent_number intent_of(const trace_event& r) {
        const std::uint64_t number = world_.activities().number_of(r.activity, 0);
        return number == 0 ? 0 : intents_.try_emplace(number, intents_.size() + 1).first->second;
    }

    // --- Life and death ---

    void starts(std::size_t who, const trace_event& r) {
        close_down(who, r.at);
        if (r.a > 1) {
            add_sign(who, r, sign_kind::starts, "starts again");
        }
    }

    void close_down(std::size_t who, sim::time_point at) {
        const auto down = down_since_.find(who);
        if (down != down_since_.end()) {
            made_.stretches.push_back({who, down->second, at, stretch_kind::down, 0});
            down_since_.erase(down);
        }
    }

    void dies(std::size_t who, const trace_event& r) {
        if (!down_since_.try_emplace(who, r.at).second) {
            return;
        }
        for (stretch& s : made_.stretches) {
            if (s.lane == who && s.kind == stretch_kind::stalls) {
                s.until = std::min(s.until, r.at);
            }
        }
        add_sign(who, r, sign_kind::dies, in_words(r, world_));
        for (auto w = open_.begin(); w != open_.end();) {
            if (w->first.first == who) {
                if (!w->second.done) {
                    made_.stretches[w->second.stretch].until = r.at;
                }
                w = open_.erase(w);
            } else {
                ++w;
            }
        }
    }

    // --- Work for an intent ---

    // Whether that is news.
    bool works(std::size_t who, const trace_event& r, bool asks) {
        const work key{who, r.activity};
        if (r.activity == 0 || open_.contains(key)) {
            return false;
        }
        open_[key] = {made_.stretches.size(), asks, false};
        made_.stretches.push_back({who, r.at, r.at, stretch_kind::works, intent_of(r)});
        return true;
    }

    void works_on(std::size_t who, const trace_event& r) {
        const auto known = open_.find({who, r.activity});
        if (known != open_.end()) {
            sim::time_point& until = made_.stretches[known->second.stretch].until;
            until = std::max(until, r.at);
        }
    }

    // A server is done when it has answered, whatever becomes of what it asks for meanwhile.
    void client_is_done(std::size_t who, const trace_event& r) {
        const auto known = open_.find({who, r.activity});
        if (known != open_.end() && known->second.asks) {
            known->second.done = true;
        }
    }

    // An attempt begins where somebody asks who was not asked.
    void asks(std::size_t who, const trace_event& r) {
        const auto known = open_.find({who, r.activity});
        if (known != open_.end() && known->second.done) {
            open_.erase(known);
        }
        if (works(who, r, true)) {
            add_sign(who, r, sign_kind::begins, world_.activities().name(r.activity));
        }
        works_on(who, r);
    }

    void notes(std::size_t who, const trace_event& r) {
        if (const auto said = word_of(r, world_)) {
            add_sign(who, r, said->kind, said->label);
        }
        works_on(who, r);
    }

    // --- Messages ---

    void is_refused(std::size_t who, const trace_event& r) {
        const connection& c = connections_[r.a];
        if (c.other) {
            tell(r);
            made_.arrows.push_back({who, *c.other, c.asked, r.at, false, true, intent_of(r),
                                    "refused", tip_of(r), event_});
        }
        works_on(who, r);
        client_is_done(who, r);
    }

    void sends(std::size_t who, const trace_event& r) {
        connection& c = connections_[r.a];
        const bool asking = c.opener == who;
        const bool goes_on = c.last_speaker == who;
        c.last_speaker = who;
        const std::optional<std::size_t> peer = asking ? other_end(c, r) : c.opener;
        if (asking && r.kind == event_kind::sent) {
            asks(who, r);
        }
        if (r.kind == event_kind::lost && loses_what_was_sent(r, asking)) {
            return;
        }
        if (peer) {
            tell(r);
            const bool lost = r.kind == event_kind::lost;
            if (!lost) {
                under_way_[{r.a, asking}].push_back({made_.arrows.size(), r.b});
            }
            made_.arrows.push_back({who, *peer, r.at, std::nullopt, lost, false, intent_of(r),
                                    r.b == 0 ? "connection" : label_of_message(r.detail, goes_on),
                                    tip_of(r), event_});
        }
        works_on(who, r);
        if (!asking) {
            open_.erase({who, r.activity});
        }
    }

    // The answer to a connection that nobody has taken yet.
    void sends_from_host(const trace_event& r) {
        const connection& c = connections_[r.a];
        if (c.opener && c.other && r.b == 0) {
            tell(r);
            made_.arrows.push_back({*c.other, *c.opener, r.at, std::nullopt, true, false,
                                    intent_of(r), "connection", tip_of(r), event_});
        }
    }

    std::optional<std::size_t> other_end(const connection& c, const trace_event& r) const {
        const std::optional<std::size_t> named = lanes_.lane_of(r.peer);
        return named ? named : c.other;
    }

    // A message that came to a machine without power is lost there.
    bool loses_what_was_sent(const trace_event& r, bool asking) {
        std::deque<message>& waiting = under_way_[{r.a, asking}];
        if (waiting.empty() || made_.arrows[waiting.front().arrow].leaves == r.at) {
            return false;
        }
        made_.arrows[waiting.front().arrow].lost = true;
        waiting.pop_front();
        return true;
    }

    void gets(std::size_t who, const trace_event& r) {
        const bool asked = connections_[r.a].opener == who;
        if (asked) {
            works_on(who, r);
            client_is_done(who, r);
        } else {
            works(who, r, false);
            works_on(who, r);
        }
        std::deque<message>& waiting = under_way_[{r.a, !asked}];
        std::uint64_t bytes = r.b;
        while (bytes > 0 && !waiting.empty()) {
            message& first = waiting.front();
            const std::uint64_t part = std::min(bytes, first.bytes_left);
            first.bytes_left -= part;
            bytes -= part;
            made_.arrows[first.arrow].arrives = r.at;
            if (first.bytes_left == 0) {
                waiting.pop_front();
            }
        }
    }

    void finish() {
        while (!down_since_.empty()) {
            close_down(down_since_.begin()->first, made_.end);
        }
        for (stretch& s : made_.stretches) {
            s.until = std::min(s.until, made_.end);
        }
    }

    const sim::world& world_;
    const sketch_limits& limits_;
    lane_list lanes_;
    run_sketch made_;
    std::uint32_t event_ = 0;  // that is looked at
    std::map<std::uint64_t, connection> connections_;
    std::map<std::pair<std::uint64_t, bool>, std::deque<message>> under_way_;  // true: by opener
    std::map<work, open_span> open_;
    std::map<std::size_t, sim::time_point> down_since_;
    std::map<std::uint64_t, intent_number> intents_;
};

}  // namespace

run_sketch sketch(const sim::world& w, const sketch_limits& limits) {
    return sketcher(w, limits).draw();
}

run_sketch part_of(const run_sketch& whole, sim::time_point from, sim::time_point until) {
    run_sketch part;
    part.lanes = whole.lanes;
    part.begin = from;
    part.end = std::min(until, whole.end);
    part.cut = whole.cut;
    for (const arrow& a : whole.arrows) {
        if (a.leaves <= until && a.arrives.value_or(a.leaves) >= from) {
            arrow& kept = part.arrows.emplace_back(a);
            kept.leaves = std::max(a.leaves, from);
            if (a.arrives) {
                kept.arrives = std::min(*a.arrives, until);
            }
        }
    }
    const auto is_in = [&](const auto& seen) { return seen.at >= from && seen.at <= until; };
    std::ranges::copy_if(whole.signs, std::back_inserter(part.signs), is_in);
    std::ranges::copy_if(whole.told, std::back_inserter(part.told), is_in);
    for (const stretch& s : whole.stretches) {
        if (s.from <= until && s.until >= from) {
            stretch& kept = part.stretches.emplace_back(s);
            kept.from = std::max(s.from, from);
            kept.until = std::min(s.until, until);
        }
    }
    return part;
}

}  // namespace onceproof::reports
