// Makes what was found small in a worker process, since the code under test may crash or hang.
#pragma once

#include "search/finding.hpp"
#include "search/workers/campaign.hpp"

#include <functional>

namespace onceproof::search {

// Gives F the smallest plan that breaks the same, and its story, by running its plan or else its
// seed. Leaves it as it is if it can't be made small, or has neither. Requires: F is of a run of S
// by BY.
void make_small(campaign& search, const scenarios::scenario& s, const designs::implementation& by,
                finding& f, std::function<void(const progress&)> on_progress = {});

}  // namespace onceproof::search
