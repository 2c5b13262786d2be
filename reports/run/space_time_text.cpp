// See space_time_text.hpp.
#include "reports/run/space_time_text.hpp"

#include "reports/run/space_time.hpp"
#include "reports/run/story.hpp"
#include "reports/run/svg_text.hpp"

#include <fmt/format.h>

namespace onceproof::reports {

std::string told_as_text(const run_sketch& s, const sim::world& of) {
    svg_text out;
    out.add("Time runs downwards, past");
    for (std::size_t i = 0; i < s.lanes.size(); ++i) {
        out.add("{} {}", i == 0 ? "" : ",", base::markup(s.lanes[i].name));
    }
    out.add(".\n");
    for (const sim::trace_event& r : s.told) {
        out.add("{} ms, {}: {}", sim::to_text(r.at), base::markup(of.name(r.actor)),
                base::markup(in_words(r, of)));
        const std::string label = of.activities().name(r.activity);
        out.add("{}{}\n", label.empty() ? "" : ", for ", base::markup(label));
    }
    return out.take();
}

std::string space_time_table(const sim::world& w, const space_time_options& options) {
    sketch_limits limits;
    limits.probes = options.probes;
    const run_sketch s = sketch(w, limits);
    svg_text out;
    out.add("<table class=\"onceproof-run-table\">\n<caption>{}</caption>\n",
            base::markup(options.title));
    out.add(
        "<thead><tr><th scope=\"col\">ms</th><th scope=\"col\">who</th>"
        "<th scope=\"col\">what happens</th><th scope=\"col\">for</th></tr></thead>\n<tbody>\n");
    for (const sim::trace_event& r : s.told) {
        out.add("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", sim::to_text(r.at),
                base::markup(w.name(r.actor)), base::markup(in_words(r, w)),
                base::markup(w.activities().name(r.activity)));
    }
    out.add("</tbody>\n</table>\n");
    return out.take();
}

}  // namespace onceproof::reports
