// Two requests beside each other: whether they ask for the same, and in what they differ. For
// oracle*.cpp only.
//
// A request is a text as model::seen_attempt has it: "POST /v1/charges {...}".
#pragma once

#include "model/contract/contract.hpp"
#include "model/oracle/history.hpp"

#include <string>
#include <string_view>

namespace onceproof::model::oracle {

// "POST /v1/charges".
std::string_view operation_of(std::string_view request);

// Whether both are one request, by what the contract takes for its meaning.
bool is_same_request(std::string_view a, std::string_view b, const contract& promised);

// How B differs from A: "its `amount` is 1251 and was 1250". Requires: they are not the same.
std::string describe_difference(std::string_view a, std::string_view b);

// The name of a header of A that B has not, or has otherwise; empty if there is none, or if one of
// them did not go to the network whole. The time that an attempt may take is its own.
std::string_view find_other_header(const seen_attempt& a, const seen_attempt& b);

}  // namespace onceproof::model::oracle
