// What the readers of all documents share: they ask for a value of a kind and refuse anything else
// in one sentence.
//
// Each function throws bad_document, at the place of the node, if the document holds something
// else. WHAT is what the sentence calls the value: "a point".
#pragma once

#include "base/document.hpp"

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::base {

const std::string& text_of(const node& n, std::string_view what);

// A whole number from 0 to MOST.
std::uint64_t number_of(const node& n, std::string_view what, std::uint64_t most);

const std::vector<node>& items_of(const node& n, std::string_view what);

// A span of time: see base/span.hpp.
std::chrono::nanoseconds span_of(const node& n, std::string_view what);

// Refuses N if it is no object, or has a member that is none of these.
void expect_members(const node& n, std::string_view what,
                    const std::vector<std::string_view>& known);

// Returns the member of that name, which N has to have.
const node& need(const node& n, std::string_view what, std::string_view member);

[[noreturn]] void refuse(const node& at, const std::string& sentence);

}  // namespace onceproof::base
