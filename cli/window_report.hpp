// What `onceproof prove` tells of a design that is not exactly-once: its windows.
#pragma once

#include "cli/record.hpp"
#include "scenarios/campaign.hpp"
#include "scenarios/subject.hpp"

#include <vector>

namespace onceproof::cli {

// Of those that have a weakness: measures them in workers, some hundred runs each. JSON: a line for
// each window and each lateness. Keeps them as well. False: it was interrupted. Throws a complaint
// about a design that ends the process.
bool print_windows(const std::vector<const scenarios::subject*>& which,
                   const scenarios::campaign_options& how, bool json, record& kept);

}  // namespace onceproof::cli
