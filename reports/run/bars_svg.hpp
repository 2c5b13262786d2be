// Draws numbers as bars, one below the other, on a logarithmic scale: such as how many runs it took
// to catch each mutant. In the manner of experiments/figure_svg.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace onceproof::reports {

struct bar {
    std::string name;
    std::uint64_t value;  // 0: none is known, and no bar is drawn
};

struct bars {
    std::string title;        // one sentence
    std::string description;  // for who cannot see it; what each bar says is added
    std::string unit;         // "runs"
    std::vector<bar> all;     // from top to bottom
};

// One <svg> element, which can be a file of its own or stand in an HTML page.
std::string to_svg(const bars& b);

}  // namespace onceproof::reports
