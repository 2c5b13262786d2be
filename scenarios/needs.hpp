// What a scenario may need of those who run it: a closed list, the features of subjects and what
// follows from their contracts.
#pragma once

#include "designs/subject.hpp"

#include <span>
#include <string_view>

namespace onceproof::scenarios {

struct scenario_need {
    std::string_view name;                     // "claims-first"
    std::string_view sentence;                 // what a subject is or has that meets it
    bool (*follows)(const designs::subject&);  // nullptr: it is a feature

    bool is_met_by(const designs::subject& s) const;
};

std::span<const scenario_need> needs();
const scenario_need* find_need(std::string_view name);  // nullptr if there is none

}  // namespace onceproof::scenarios
