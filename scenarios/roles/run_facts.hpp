// What has happened in a run beside what its history holds, as far as observations care.
#pragma once

#include "model/oracle/history.hpp"
#include "sim/hash.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {

// A server process died, or stood still for a while.
struct interruption {
    std::string server;
    model::moment at;
    bool died;
};

class run_facts {
public:
    // All of these: before the closing probes.

    // Whether somebody of the surroundings, which no server is, has said so in the trace.
    bool said(sim::literal what) const;
    // Whether a system downstream answered with that status.
    bool was_told_downstream(unsigned status) const;

    // Two attempts of one intent, by different clients, were under way at the same time.
    bool attempts_overlapped = false;
    bool lost_answer_after_effect = false;
    bool lost_downstream_answer = false;
    bool call_unanswered = false;  // that a server made
    bool looked_up = false;        // a server read something downstream
    bool server_died = false;
    bool client_started_again = false;
    std::vector<interruption> interruptions{};
    std::string crash{};  // of whoever crashed last

    // How much of the history's attempts and outcomes is no probe's.
    std::size_t attempts_before_probes = SIZE_MAX;
    std::size_t outcomes_before_probes = SIZE_MAX;

    // --- For who watches ---

    void add_word(std::string_view word);
    void add_answer_downstream(unsigned status);

    // A server opens a connection to whom it needs; then something comes back, or it gives up.
    void call_begins(std::uint64_t connection) { calls_.push_back(connection); }
    void call_is_answered(std::uint64_t connection);
    void call_ends(std::uint64_t connection);
    bool is_call(std::uint64_t connection) const;

private:
    std::vector<std::string_view> words_;
    std::vector<unsigned> answers_downstream_;
    std::vector<std::uint64_t> calls_;  // that have no answer yet
};

}  // namespace onceproof::scenarios
