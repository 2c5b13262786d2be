// The space-time diagram of a run, as SVG: a lane for each process, virtual time downwards and to
// scale, with idle stretches folded; messages as arrows, and what happened to each process as signs
// in its lane.
//
// A picture is one <svg> element that can be a file of its own or stand in an HTML page. It needs
// nothing from elsewhere, has no scripts, and its style is for what is in it alone. It can be read
// in light and in dark, on paper, and, by its title and description, aloud. All text of the code
// under test is escaped.
#pragma once

#include "reports/run/run_sketch.hpp"
#include "sim/world.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace onceproof::reports {

struct space_time_options {
    std::string title{"A run"};
    std::vector<std::string> notes{};  // a sentence each, below the title
    bool probes = true;                // also what is asked for again when the run has ended
};

// Requires: W kept its trace.
std::string space_time(const sim::world& w, const space_time_options& options = {});

struct space_time_panel {
    const sim::world* world;
    std::string caption;
};

// Runs beside one another on one scale of time; where the second first differs from the first is
// marked. Requires: there is at least one panel, and each world kept its trace.
std::string space_time(std::span<const space_time_panel> panels, const space_time_options& options);

// A part of runs, for who shows more about what is drawn there (explore/).
struct space_time_map {
    // Without title and legend, and drawn numbers of events: each <g data-event="7"> is what event
    // 7 looks like, of the second run <g data-other-event="7">.
    std::string svg;
    // Between two of these, one after the other, places are linear in time.
    std::vector<std::pair<sim::time_point, double>> scale;
};

// Requires: as space_time(); there is a sketch, or a part of one, for each panel.
space_time_map map_of(std::span<const space_time_panel> panels, std::vector<run_sketch> sketches);

// The same run as an HTML table, for who cannot see the picture.
std::string space_time_table(const sim::world& w, const space_time_options& options = {});

}  // namespace onceproof::reports
