// What has happened in a run, as far as marks care: what a scenario is about is told by these.
#pragma once

#include "sim/hash.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {

class happenings {
public:
    // All of these: before the closing probes.

    // Whether somebody has said so in the trace.
    bool said(sim::literal what) const;
    // Whether an attempt was answered with that status.
    bool answered(unsigned status) const;
    // Whether a system downstream told that status; 0: whether a call of it had no answer.
    bool was_told_downstream(unsigned status) const;

    // Two attempts of one intent, by different clients, were under way at the same time.
    bool attempts_overlapped = false;
    bool lost_answer_after_effect = false;
    bool lost_downstream_answer = false;
    bool killed_between_effect_and_answer = false;
    bool server_died = false;
    bool client_started_again = false;
    std::string crash{};  // of whoever crashed last

    // --- For who watches ---

    void add_word(std::string_view word);
    void add_answer(unsigned status);
    void add_answer_downstream(unsigned status);

private:
    std::vector<std::string_view> words_;
    std::vector<unsigned> answers_;
    std::vector<unsigned> answers_downstream_;
};

}  // namespace onceproof::scenarios
