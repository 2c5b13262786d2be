// What a command found, kept as plan files.
#pragma once

#include "designs/subject.hpp"
#include "search/finding.hpp"

#include <string>
#include <vector>

namespace onceproof::cli {

// A finding of BY in a scenario, with the file in which its plan was kept.
struct kept_finding {
    search::finding finding;
    std::string file{};  // empty: none
};

// Keeps a finding, if it has a plan, in FOLDER, which is made if need be:
// "lost-answer.key-per-attempt.one-effect.json". Throws std::system_error.
kept_finding keep(const std::string& folder, const scenarios::scenario& s,
                  const designs::implementation& by, const search::finding& found);
std::vector<kept_finding> keep(const std::string& folder, const scenarios::scenario& s,
                               const designs::implementation& by,
                               const std::vector<search::finding>& found);

// The command that runs it again: from its file, or else its seed in S.
std::string again(const kept_finding& f, const scenarios::scenario& s,
                  const designs::implementation& by);

// That of a plan file; nothing if there is none.
std::string again(const std::string& plan_file);

}  // namespace onceproof::cli
