// Rehearses a service: the calm run three times, then every single fault at every point of it, and
// each finding again and again.
#pragma once

#include "rehearsal/run/player.hpp"
#include "rehearsal/run/stage.hpp"
#include "search/verdict.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace onceproof::rehearsal {

struct rehearsal_options {
    std::optional<plan> only_plan{};                     // instead of all single faults
    std::vector<std::string> only{};                     // kinds of faults; empty: all
    std::uint32_t again = 20;                            // how often a finding is played again
    std::function<void(const std::string&)> progress{};  // what is done next; may be empty
};

struct rehearsal_finding {
    std::string rule;         // of the oracle, or "ends by itself"
    std::string why;          // one sentence
    plan at{};                // the calm run: empty
    bool is_planned = false;  // its faults fired, and nothing else went wrong
    bool is_crash = false;    // of the service, which ended by itself
    std::uint32_t again = 0;  // how often it was seen again
    std::uint32_t of = 0;     // of so many
    std::vector<std::string> story{};
};

struct rehearsal_report {
    std::vector<std::string> points{};  // of the calm run
    std::uint64_t plans = 0;
    std::uint64_t runs = 0;  // with calm ones and those again
    std::vector<rehearsal_finding> findings{};
    std::vector<std::string> open{};  // what could not be decided, a sentence each
    bool is_whole = false;  // it came to its end, and was not interrupted

    search::verdict said() const;
};

// Throws interrupted, with TO up to date. Requires: ON has been set up for S.
void rehearse(const service_spec& s, stage& on, const rehearsal_options& options,
              rehearsal_report& to);

}  // namespace onceproof::rehearsal
