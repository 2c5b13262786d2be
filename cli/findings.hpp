// What a command found, kept as plan files.
#pragma once

#include "scenarios/finding.hpp"
#include "scenarios/subject.hpp"

#include <string>
#include <vector>

namespace onceproof::cli {

// A finding of BY in a scenario, with the file in which its plan was kept.
struct kept_finding {
    scenarios::finding what;
    std::string file{};  // empty: none
};

// Keeps a finding, if it has a plan, in FOLDER, which is made if need be:
// "lost-answer.key-per-attempt.one-effect.json". Throws std::system_error.
kept_finding keep(const std::string& folder, const scenarios::scenario& s,
                  const scenarios::performer& by, const scenarios::finding& found);
std::vector<kept_finding> keep(const std::string& folder, const scenarios::scenario& s,
                               const scenarios::performer& by,
                               const std::vector<scenarios::finding>& found);

// The command that plays it again: from its file, or else its seed in S.
std::string again(const kept_finding& f, const scenarios::scenario& s,
                  const scenarios::performer& by);

// That of a plan file; nothing if there is none.
std::string again(const std::string& plan_file);

}  // namespace onceproof::cli
