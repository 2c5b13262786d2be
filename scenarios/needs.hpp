// What a scenario may need of those who play it: a closed list.
#pragma once

#include "scenarios/subject.hpp"

#include <span>
#include <string_view>

namespace onceproof::scenarios {

struct scenario_need {
    std::string_view name;      // "claims-first"
    std::string_view sentence;  // what a subject is or has that meets it
    bool (*is_met_by)(const subject&);
};

std::span<const scenario_need> needs();
const scenario_need* find_need(std::string_view name);  // nullptr if there is none

}  // namespace onceproof::scenarios
