// What `onceproof prove` tells of a design that is not exactly-once: its windows.
#pragma once

#include "cli/record.hpp"
#include "designs/subject.hpp"
#include "search/workers/campaign.hpp"

#include <vector>

namespace onceproof::cli {

// Of those that have a weakness: measures them in workers, some hundred runs each. JSON: a line for
// each window and each lateness. Keeps them as well. False: it was interrupted. Throws a complaint
// about a design that ends the process.
bool print_windows(const std::vector<const designs::subject*>& which,
                   const search::campaign_options& how, bool json, record& kept);

}  // namespace onceproof::cli
