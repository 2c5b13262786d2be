// Watches a run: writes its history, for the oracle, and what marks and liveness failures are told
// by. What only one role can make sense of it passes on to that one.
#pragma once

#include "designs/client/retrying_client.hpp"
#include "designs/subject.hpp"
#include "model/oracle/history.hpp"
#include "scenarios/roles/run_facts.hpp"
#include "scenarios/workload.hpp"
#include "sim/hash.hpp"
#include "sim/trace/trace.hpp"
#include "sim/world.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::scenarios {

class participant;  // roles/role.hpp

class watcher final : public sim::trace_watcher {
public:
    watcher(const workload& work, const designs::subject& subject);

    void begin(const sim::world& w) { world_ = &w; }
    // WHO sees events of those KINDS from now on.
    void tell(participant& who, const std::vector<sim::event_kind>& kinds);
    // What that process says of itself is not listened to.
    void ignore_words_of(sim::name_index who) { unheard_.insert(who); }
    void probing_begins();

    // --- What a client shows ---

    // E is what it is made for.
    void attempt_begins(std::string_view client, std::uint32_t run, std::string_view server,
                        const designs::client_attempt& a, const submission& e);
    void attempt_sends(std::string_view client, std::uint32_t run, const designs::client_attempt& a,
                       const model::http_request& request);
    void attempt_ends(std::string_view client, std::uint32_t run, const designs::client_attempt& a,
                      const std::optional<model::http_response>& answer);
    void settles(std::string_view client, std::uint32_t run, const designs::client_intent& i,
                 const std::optional<model::http_response>& told);
    // What passes the network: bytes of a client, of who answers it, and what comes to a client.
    void client_sent(const sim::trace_event& r);
    void client_is_sent(const sim::trace_event& r);
    void client_got(const sim::trace_event& r);
    void client_stood_still() { seen_.clients_kept_pace = false; }

    // --- What a server says ---

    // R says or shows that.
    void add_mark(model::mark what, sim::name_index who, const sim::trace_event& r);
    // R begins a call downstream.
    model::seen_call& call(const sim::trace_event& r, model::seen_call::purpose why);
    // R ends the last one of its intent; 0: without an answer.
    void call_ends(const sim::trace_event& r, unsigned status);

    void saw(const sim::trace_event& r) override;

    // --- What came of it ---

    // When faults have stopped, before anybody asks again.
    void rests_with(std::optional<std::vector<model::seen_effect>> e) {
        seen_.effects_at_rest = std::move(e);
    }
    void add_effects(std::vector<model::seen_effect> e) { seen_.effects = std::move(e); }
    // Nothing more will be seen.
    void end();
    const model::history& seen() const { return seen_; }

    // The key that an intent was sent with last; empty if it was not.
    std::string last_key(std::uint64_t intent) const;

    const run_facts& facts() const { return facts_; }
    run_facts& facts() { return facts_; }

    // What an intent that does not settle waits for, in words.
    std::string what_holds_up(std::uint64_t intent) const;

    // Equal in two runs if everybody did the same in the same order, whenever that was.
    std::uint64_t behaviour() const { return behaviour_; }

private:
    model::seen_attempt& under_way(std::string_view client, std::uint32_t run,
                                   const designs::client_attempt& a);
    // The intent of the attempt. One that the workload does not have is made from E.
    model::seen_intent& intent(const designs::client_attempt& a, const submission& e);
    model::seen_attempt::purpose purpose_of(const model::seen_intent& i,
                                            const model::fields& asked) const;
    void note_clock(model::moment at, model::moment jumps, std::int64_t gains_ppb);
    void note_behaviour(const sim::trace_event& r);
    model::moment now() const;
    std::string run_of(sim::name_index who) const;

    // What is under way to a client, on the connection of an attempt.
    struct line {
        std::uint64_t connection = 0;
        std::string client{};
        std::uint32_t run = 0;
        std::uint64_t intent = 0;
        std::uint64_t attempt = 0;
        std::string bytes{};
    };
    line* line_of(std::uint64_t connection);
    model::seen_attempt* attempt_on(const line& l);

    const workload& work_;
    const designs::subject& subject_;
    const sim::world* world_ = nullptr;
    // By the number of the kind of event.
    std::array<std::vector<participant*>, 64> told_;
    std::set<sim::name_index> unheard_;
    std::map<sim::name_index, std::uint32_t> starts_;
    std::map<std::uint64_t, std::string> last_keys_;
    bool probing_ = false;
    model::history seen_;
    std::vector<model::seen_attempt> under_way_;
    std::vector<line> lines_;
    run_facts facts_;
    std::uint64_t behaviour_ = 0;
};

}  // namespace onceproof::scenarios
