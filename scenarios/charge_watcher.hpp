// Watches a run about charges: writes its history, for the oracle, and what marks and liveness
// failures are told by.
#pragma once

#include "model/charge_client.hpp"
#include "model/history.hpp"
#include "scenarios/happenings.hpp"
#include "scenarios/subject.hpp"
#include "scenarios/workload.hpp"
#include "sim/hash.hpp"
#include "sim/trace.hpp"
#include "sim/world.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::scenarios {

class charge_watcher final : public sim::trace_watcher {
public:
    charge_watcher(const workload& work, const subject& plays);

    // HOME: the host of the servers.
    void begin(const sim::world& w, sim::name_index home);
    // A process that answers clients, or one that a server calls.
    void add_server(sim::name_index who) { servers_.push_back(who); }
    void add_downstream(sim::name_index who) { downstream_ = who; }
    void probing_begins();

    // --- What a client shows ---

    void attempt_begins(std::string_view client, std::uint32_t run, std::string_view server,
                        const model::charge_attempt& a);
    void attempt_sends(std::string_view client, std::uint32_t run, const model::charge_attempt& a,
                       const model::http_request& request);
    void attempt_ends(std::string_view client, std::uint32_t run, const model::charge_attempt& a,
                      const std::optional<model::http_response>& answer);
    void settles(std::string_view client, std::uint64_t intent,
                 const std::optional<model::http_response>& told);
    void saw(const sim::record& r) override;

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

    const happenings& what_happened() const { return happened_; }

    // What an intent that does not settle waits for, in words.
    std::string what_holds_up(std::uint64_t intent) const;

    // Equal in two runs if everybody did the same in the same order, whenever that was.
    std::uint64_t behaviour() const { return behaviour_; }

private:
    bool is_server(sim::name_index who) const;
    model::seen_attempt& under_way(std::string_view client, std::uint32_t run,
                                   const model::charge_attempt& a);
    model::seen_intent& intent(const model::charge_attempt& a);
    model::seen_attempt::purpose purpose_of(const model::charge_attempt& a) const;
    void note_behaviour(const sim::record& r);
    void saw_note(const sim::record& r);
    void saw_call(const sim::record& r);
    void saw_message(const sim::record& r);
    void saw_end_of_server(const sim::record& r, sim::name_index who);
    void add_mark(model::mark what, sim::name_index who, const sim::record& r);
    model::moment now() const;
    std::string run_of(sim::name_index who) const;

    const workload& work_;
    std::chrono::nanoseconds lease_;
    const sim::world* world_ = nullptr;
    sim::name_index home_{};
    std::vector<sim::name_index> servers_;
    std::optional<sim::name_index> downstream_;
    std::map<sim::name_index, std::uint32_t> starts_;
    std::map<std::uint64_t, std::string> last_keys_;
    bool probing_ = false;
    std::uint32_t captured_under_ = 0;  // the activity whose effect downstream is not answered yet
    model::history seen_;
    std::vector<model::seen_attempt> under_way_;
    happenings happened_;
    std::uint64_t behaviour_ = 0;
};

}  // namespace onceproof::scenarios
