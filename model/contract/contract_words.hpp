// Contracts in words, for people.
#pragma once

#include "model/contract/contract.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace onceproof::model {

struct contract_line {
    std::string_view name;  // "in flight"
    std::string words;      // "a duplicate is answered 409 at once, with Retry-After: 1"
};

// All that is promised, a line each, always the same lines in the same order. Name, summary and
// source are not among them.
std::vector<contract_line> in_words(const contract& c);

}  // namespace onceproof::model
