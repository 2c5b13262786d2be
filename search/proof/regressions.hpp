// Every counterexample that was ever found, as a plan that the reference implementation must
// survive.
//
// Each is a file in search/proof/regressions/ with one line why, and is built into the program.
// Users have folders of their own, for `onceproof run --regressions`.
#pragma once

#include "search/workers/campaign.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace onceproof::search {

struct regression {
    std::string name;  // "clock-set-back"
    std::string file;  // "search/proof/regressions/clock-set-back.json"
    std::string text;  // of that plan file
};

// Those that are built in.
const std::vector<regression>& regressions();

// Of ALL, those of that scenario. Throws base::bad_document.
std::vector<regression> regressions_of(const scenarios::scenario& s,
                                       const std::vector<regression>& all);

// What came of some: what broke, or which point the run never came to, with whose.
struct regressions_seen {
    std::uint64_t plans = 0;
    std::vector<std::pair<regression, finding>> broken{};
    std::vector<std::pair<regression, std::string>> unmet{};
    ending end{};
};

// Throws base::bad_document.
regressions_seen run_regressions(campaign& search, const std::vector<regression>& which,
                                 std::function<void(const progress&)> on_progress = {});

}  // namespace onceproof::search
