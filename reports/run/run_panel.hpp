// Draws the sketch of one run into a space-time diagram. Private to it.
#pragma once

#include "reports/run/label_places.hpp"
#include "reports/run/run_sketch.hpp"
#include "reports/run/svg_text.hpp"
#include "reports/run/time_scale.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::reports {

// Cuts TEXT into lines of at most COLUMNS, between words if it can be, and ends it with "..." if
// it needs more than LINES.
std::vector<std::string> wrap(std::string_view text, std::size_t columns, std::size_t lines);

class run_panel {
public:
    // LEFT: where it begins. TOP: where time begins. NUMBERS: the attribute that names the event of
    // what is drawn; empty: none.
    run_panel(const run_sketch& of, const time_scale& scale, double left, double top,
              std::string_view numbers);

    // How wide the panel of such a sketch is.
    static double width_of(const run_sketch& s);

    // Keeps labels out of a place.
    void reserve(const box& place) { places_.take(place); }

    // The names of the lanes, above the place where time begins or below the one where it ends.
    void draw_names(svg_text& out, double y) const;

    // What lies behind the folds of time, and what lies before them.
    void draw_lanes(svg_text& out) const;
    void draw_events(svg_text& out);

    // Whether there was no room for some words.
    bool left_out() const { return left_out_; }

private:
    struct group;  // of signs at one place
    double x_of(std::size_t lane) const;
    void open(svg_text& out, intent_number intent, std::uint32_t event, std::string_view tip) const;
    double y_of(sim::time_point at) const { return top_ + scale_.place_of(at); }
    void draw_stretch(svg_text& out, const stretch& s) const;
    void draw_stall(svg_text& out, const stretch& s) const;
    void draw_arrow(svg_text& out, const arrow& a);
    void draw_refusal(svg_text& out, const arrow& a);
    void label_arrow(svg_text& out, const arrow& a, double slope);
    void draw_group(svg_text& out, const group& g);
    double evasion_of(const group& g) const;
    void draw_label(svg_text& out, const group& g);

    const run_sketch& sketch_;
    const time_scale& scale_;
    double left_;
    double top_;
    std::string_view numbers_;
    label_places places_;
    bool left_out_ = false;
};

// The sign of KIND, around (X, Y).
void draw_glyph(svg_text& out, sign_kind kind, double x, double y);

// The class that colours what is done for that intent.
std::string colour_class(intent_number intent);

}  // namespace onceproof::reports
