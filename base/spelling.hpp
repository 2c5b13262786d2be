// Near matches for misspelt words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace onceproof::base {

// ", did you mean 'replay'?" for the candidate nearest to WORD, or nothing if none is near: at
// most a third of the word's letters may be wrong (Damerau-Levenshtein without moved blocks).
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace onceproof::base
