// Draws curves over time, in panels one above the other that share their axes, as an SVG picture
// that can be read on light and on dark pages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace onceproof::experiments {

enum class look : std::uint8_t {
    area,    // filled from zero
    line,    // strong
    thread,  // thin, for what others are compared with
};

// One value for each step of the x axis, drawn as a stair.
struct curve {
    std::string name;
    look style;
    std::vector<double> values;
};

struct panel {
    std::string title;
    std::vector<curve> curves;
};

// A range of x that is shaded.
struct band {
    std::string name;  // empty: there is none
    double from;
    double until;
};

struct axis {
    std::string name;
    double max;         // the axis begins at zero
    double mark_every;  // a number is written there
};

struct curves {
    std::string title;        // one sentence
    std::string description;  // for who cannot see it
    axis x;
    axis y;
    double step;  // of x, from one value to the next
    band shaded;
    std::vector<panel> panels;  // with curves of the same names and looks
};

// Values above the y axis are cut off.
std::string to_svg(const curves& f);

}  // namespace onceproof::experiments
