// See find_scenario.hpp.
#include "cli/find_scenario.hpp"

#include "faults/spelling.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <vector>

namespace onceproof::cli {

const scenarios::scenario* find_or_complain(const std::string& name) {
    if (const scenarios::scenario* found = scenarios::find(name)) {
        return found;
    }
    std::vector<std::string> known;
    for (const scenarios::scenario& s : scenarios::all()) {
        known.emplace_back(s.name);
    }
    fmt::print(stderr, "onceproof: there is no scenario '{}'{} (onceproof list shows all)\n", name,
               faults::did_you_mean(name, known));
    return nullptr;
}

}  // namespace onceproof::cli
