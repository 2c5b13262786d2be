// The scenarios of this build, each a TOML file whose folder is its tier; and those of the user.
#pragma once

#include "scenarios/scenario.hpp"

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace onceproof::scenarios {

// A file of this build.
struct scenario_file {
    std::string_view path;  // in scenarios/: "fast/lost-answer.toml"
    std::string_view text;
};

std::span<const scenario_file> scenario_files();

// A file of the user's that cannot be had, in one sentence.
class bad_scenario_file : public std::runtime_error {
public:
    enum class reason : std::uint8_t { missing, unreadable, wrong };

    bad_scenario_file(reason r, const std::string& sentence) : runtime_error(sentence), why(r) {}

    reason why;
};

// The scenario in FILE, whose name is that of the file without its ending; find() finds it from now
// on. Throws bad_scenario_file, also if another scenario has that name.
const scenario& add_scenario_file(const std::string& file);

}  // namespace onceproof::scenarios
