// The evidence report: what a reviewer or an auditor asks about retries, and what was seen of it.
// Every number in it comes from the results file.
#pragma once

#include "reports/evidence.hpp"
#include "reports/formats/page.hpp"

#include <array>
#include <string_view>

namespace onceproof::reports {

// A question that is answered by a run, told.
struct question {
    std::string_view title;
    std::array<std::string_view, 2> scenarios;  // whose runs are quoted; empty: no second
};

inline constexpr std::array questions{
    question{"The same request twice, one effect", {"same-request-twice", ""}},
    question{"The duplicate that comes at the same time", {"two-at-once", ""}},
    question{"The interruption between effect and response",
             {"killed-before-answer", "lost-answer"}},
};

page evidence_page(const evidence& e);

}  // namespace onceproof::reports
