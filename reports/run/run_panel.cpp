// See run_panel.hpp.
#include "reports/run/run_panel.hpp"

#include "reports/run/space_time_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace onceproof::reports {
namespace {

constexpr double panel_letter = 6.5;  // on average
constexpr double line_height = 15;
constexpr double margin_for_labels = 196;  // beside the outer lanes
constexpr double panel_bar = 4;            // half as wide
constexpr std::size_t columns_max = 28;
constexpr std::size_t lines_max = 2;

// How far a message gets that does not arrive.
constexpr double lost_share = 0.42;
constexpr double lost_drop = 9;

double distance_of_lanes(std::size_t lanes) {
    constexpr std::array<double, 4> distances{0, 0, 300, 250};
    return lanes < distances.size() ? distances[lanes] : 208;
}

// What a sign's words look like.
std::string_view style_of(sign_kind kind) {
    switch (kind) {
        case sign_kind::fault:
        case sign_kind::dies:
            return "bad";
        case sign_kind::effect:
        case sign_kind::answered:
            return "strong";
        case sign_kind::begins:
            return "own";
        default:
            return "said";
    }
}

struct styled_line {
    std::string style;
    std::string text;
};

}  // namespace

std::string colour_class(intent_number intent) {
    return fmt::format("i{}", intent == 0 ? 0 : (intent - 1) % intent_colours + 1);
}

std::vector<std::string> wrap(std::string_view text, std::size_t columns, std::size_t lines) {
    std::vector<std::string> all;
    while (text.size() > columns && all.size() + 1 < lines) {
        const std::size_t blank = text.rfind(' ', columns);
        const std::size_t end = blank == std::string_view::npos || blank == 0 ? columns : blank;
        all.emplace_back(text.substr(0, end));
        text.remove_prefix(end == blank ? end + 1 : end);
    }
    const bool fits = text.size() <= columns;
    all.push_back(fits ? std::string(text) : std::string(text.substr(0, columns - 3)) + "...");
    return all;
}

void draw_glyph(svg_text& out, sign_kind kind, double x, double y) {
    switch (kind) {
        case sign_kind::word:
        case sign_kind::begins:
            out.add("<circle class=\"head\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>\n", x, y);
            break;
        case sign_kind::keeps:
            out.add("<circle class=\"hollow\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\"/>\n", x, y);
            break;
        case sign_kind::takes_over:
            out.add("<circle class=\"hollow\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6.5\"/>\n", x, y);
            out.add("<circle class=\"head\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.2\"/>\n", x, y);
            break;
        case sign_kind::suppresses:
            out.add("<path class=\"hollow\" d=\"M{:.1f} {:.1f}h9v9h-9z\"/>\n", x - 4.5, y - 4.5);
            break;
        case sign_kind::answered:
            out.add("<path class=\"tick\" d=\"M{:.1f} {:.1f}l3.5 4l6.5 -8.5\"/>\n", x - 5, y);
            break;
        case sign_kind::starts:
            out.add("<path class=\"head\" d=\"M{:.1f} {:.1f}l6 9h-12z\"/>\n", x, y - 5);
            break;
        case sign_kind::fault:
            out.add(
                "<path class=\"bolt\" d=\"M{:.1f} {:.1f}l-6.5 10h4.5l-2.5 8l8 -10.5h-4.5z\"/>\n",
                x + 2, y - 9);
            break;
        case sign_kind::effect:
            out.add("<path class=\"effect\" d=\"M{:.1f} {:.1f}l7.5 7.5l-7.5 7.5l-7.5 -7.5z\"/>\n",
                    x, y - 7.5);
            break;
        case sign_kind::dies:
            out.add("<path class=\"cross\" d=\"M{:.1f} {:.1f}l11 11m0 -11l-11 11\"/>\n", x - 5.5,
                    y - 5.5);
            break;
    }
}

// What one lane has at one moment: drawn as one sign, the most telling, with all their words.
struct run_panel::group {
    std::size_t lane;
    sim::time_point at;
    intent_number intent;
    sign_kind strongest;
    std::vector<styled_line> lines;
    std::string tip;
    std::uint32_t event;  // of the strongest
};

run_panel::run_panel(const run_sketch& of, const time_scale& scale, double left, double top,
                     std::string_view numbers)
    : sketch_(of), scale_(scale), left_(left), top_(top), numbers_(numbers) {}

// The group of what is drawn for one event.
void run_panel::open(svg_text& out, intent_number intent, std::uint32_t event,
                     std::string_view tip) const {
    out.add("<g class=\"{}\"", colour_class(intent));
    if (!numbers_.empty()) {
        out.add(" {}=\"{}\"", numbers_, event);
    }
    out.add("><title>{}</title>\n", base::markup(tip));
}

double run_panel::width_of(const run_sketch& s) {
    const double lanes = static_cast<double>(std::max<std::size_t>(s.lanes.size(), 1));
    return 2 * margin_for_labels + (lanes - 1) * distance_of_lanes(s.lanes.size());
}

double run_panel::x_of(std::size_t lane) const {
    return left_ + margin_for_labels +
           static_cast<double>(lane) * distance_of_lanes(sketch_.lanes.size());
}

void run_panel::draw_names(svg_text& out, double y) const {
    for (std::size_t i = 0; i < sketch_.lanes.size(); ++i) {
        const std::string name = wrap(sketch_.lanes[i].name, columns_max, 1).front();
        const double width = 22 + 7.4 * static_cast<double>(name.size());
        out.add(
            "<rect class=\"box\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"25\" "
            "rx=\"6\"/>\n",
            x_of(i) - width / 2, y, width);
        out.write("name", x_of(i), y + 17, "middle", name);
    }
}

void run_panel::draw_lanes(svg_text& out) const {
    const double end = y_of(sketch_.end);
    for (std::size_t i = 0; i < sketch_.lanes.size(); ++i) {
        out.add("<path class=\"lane\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n", x_of(i), top_ - 12,
                end + 14);
    }
    for (const stretch_kind kind :
         {stretch_kind::down, stretch_kind::works, stretch_kind::stalls}) {
        for (const stretch& s : sketch_.stretches) {
            if (s.kind == kind) {
                draw_stretch(out, s);
            }
        }
    }
}

void run_panel::draw_stretch(svg_text& out, const stretch& s) const {
    const double x = x_of(s.lane);
    const double from = y_of(s.from);
    const double until = y_of(s.until);
    switch (s.kind) {
        case stretch_kind::down:
            if (s.from < s.until) {
                out.add(
                    "<path class=\"gone\" d=\"M{0:.1f} {1:.1f}V{2:.1f}\"/>"
                    "<path class=\"absent\" d=\"M{0:.1f} {1:.1f}V{2:.1f}\"/>\n",
                    x, s.from == sketch_.begin ? top_ - 12 : from,
                    s.until == sketch_.end ? until + 14 : until);
            }
            break;
        case stretch_kind::works:
            out.add(
                "<rect class=\"works {}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                "height=\"{:.1f}\" rx=\"2.5\"/>\n",
                colour_class(s.intent), x - panel_bar, from, 2 * panel_bar,
                std::max(until - from, 3.0));
            break;
        case stretch_kind::stalls:
            draw_stall(out, s);
            break;
    }
}

void run_panel::draw_stall(svg_text& out, const stretch& s) const {
    constexpr double tooth = 5;
    const double until = y_of(s.until);
    double y = y_of(s.from);
    out.add("<path class=\"stalls\" d=\"M{:.1f} {:.1f}", x_of(s.lane), y);
    for (double side = panel_bar; y + tooth <= until; side = -side) {
        y += tooth;
        out.add("L{:.1f} {:.1f}", x_of(s.lane) + side, y);
    }
    out.add("\"/>\n");
}

void run_panel::draw_events(svg_text& out) {
    for (const arrow& a : sketch_.arrows) {
        if (a.refused) {
            draw_refusal(out, a);
        } else {
            draw_arrow(out, a);
        }
    }
    std::vector<group> groups;
    for (const sign& s : sketch_.signs) {
        const auto known = std::find_if(groups.rbegin(), groups.rend(), [&](const group& g) {
            return g.lane == s.lane && g.at == s.at;
        });
        group& g =
            known != groups.rend()
                ? *known
                : groups.emplace_back(group{s.lane, s.at, s.intent, s.kind, {}, {}, s.event});
        if (s.kind > g.strongest) {
            g.strongest = s.kind;
            g.event = s.event;
        }
        const std::string as = fmt::format("{} {}", style_of(s.kind), colour_class(s.intent));
        for (std::string& text : wrap(s.label, columns_max, lines_max)) {
            g.lines.push_back({as, std::move(text)});
        }
        g.tip += (g.tip.empty() ? "" : "\n") + s.tip;
    }
    for (const group& g : groups) {
        draw_group(out, g);
    }
}

void run_panel::draw_arrow(svg_text& out, const arrow& a) {
    const double direction = a.from < a.to ? 1 : -1;
    const double x = x_of(a.from) + direction * panel_bar;
    const double y = y_of(a.leaves);
    const double way = std::abs(x_of(a.to) - x_of(a.from)) - 2 * panel_bar;
    const double share = a.arrives ? 1 : lost_share;
    const double end_x = x + direction * way * share;
    const double end_y = a.arrives ? y_of(*a.arrives) : y + lost_drop;
    open(out, a.intent, a.event, a.tip);
    out.add("<path class=\"arrow{}\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n",
            a.arrives || a.lost ? "" : " faint", x, y, end_x, end_y);
    const double length = std::hypot(end_x - x, end_y - y);
    const double along_x = (end_x - x) / length;
    const double along_y = (end_y - y) / length;
    if (a.arrives) {
        out.add("<path class=\"head\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z\"/>\n", end_x,
                end_y, end_x - 9 * along_x + 3.6 * along_y, end_y - 9 * along_y - 3.6 * along_x,
                end_x - 9 * along_x - 3.6 * along_y, end_y - 9 * along_y + 3.6 * along_x);
    } else if (a.lost) {
        draw_glyph(out, sign_kind::dies, end_x, end_y);
    }
    label_arrow(out, a, (end_y - y) / std::abs(end_x - x));
    out.add("</g>\n");
}

// Beside the lane that it leaves, in the middle between that and the next. SLOPE: down per pixel.
void run_panel::label_arrow(svg_text& out, const arrow& a, double slope) {
    const double direction = a.from < a.to ? 1 : -1;
    const double half = distance_of_lanes(sketch_.lanes.size()) / 2;
    const std::string text = wrap(a.label, columns_max, 1).front();
    const std::string_view fate = a.lost ? " lost" : a.arrives ? "" : " to nobody";
    const double width = panel_letter * static_cast<double>(text.size() + fate.size());
    const double x = x_of(a.from) + direction * (a.arrives ? half : 14 + width / 2);
    const double y = y_of(a.leaves) + slope * (std::abs(x - x_of(a.from)) - width / 4) - 4;
    const auto place = places_.take({x - width / 2, y - 11, width, line_height - 1});
    if (!place) {
        left_out_ = true;
        return;
    }
    out.add(
        "<text class=\"message\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}<tspan "
        "class=\"bad\">{}</tspan></text>\n",
        x, place->top + 11, base::markup(text), fate);
}

void run_panel::draw_refusal(svg_text& out, const arrow& a) {
    const double direction = a.from < a.to ? 1 : -1;
    const double x = x_of(a.from) + direction * panel_bar;
    const double tip_x = x_of(a.to) - direction * (panel_bar + 4);
    const double y = y_of(a.leaves);
    const double end = a.arrives ? y_of(*a.arrives) : y;
    open(out, a.intent, a.event, a.tip);
    out.add("<path class=\"arrow faint\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n", x,
            y, tip_x, (y + end) / 2, x, end);
    draw_glyph(out, sign_kind::dies, tip_x, (y + end) / 2);
    const double width = panel_letter * static_cast<double>(a.label.size());
    const double middle = x_of(a.from) + direction * distance_of_lanes(sketch_.lanes.size()) / 2;
    if (const auto place =
            places_.take({middle - width / 2, (y + end) / 2 - 7, width, line_height - 1})) {
        out.write("bad", middle, place->top + 11, "middle", a.label);
    } else {
        left_out_ = true;
    }
    out.add("</g>\n");
}

void run_panel::draw_group(svg_text& out, const group& g) {
    open(out, g.intent, g.event, g.tip);
    draw_glyph(out, g.strongest, x_of(g.lane), y_of(g.at));
    draw_label(out, g);
    out.add("</g>\n");
}

// How far below its sign a label is wished, so that an arrow that ends or begins there, to the
// right of the lane, does not cross it.
double run_panel::evasion_of(const group& g) const {
    if (g.lane == 0) {
        return 0;
    }
    for (const arrow& a : sketch_.arrows) {
        const bool comes_back = a.refused && a.from == g.lane && a.to > g.lane;
        const bool comes = a.to == g.lane && a.from > g.lane && !a.refused;
        if ((comes || comes_back) && a.arrives == g.at) {
            return line_height * 0.7;
        }
        if (a.from == g.lane && a.to > g.lane && a.leaves == g.at) {
            return -line_height * 0.7;
        }
    }
    return 0;
}

// Left of the first lane, right of the others; a line leads to what had to move away.
void run_panel::draw_label(svg_text& out, const group& g) {
    constexpr double clearance = 12;
    const bool is_first = g.lane == 0;
    const double side = is_first ? -1 : 1;
    const double x = x_of(g.lane) + side * clearance;
    const double y = y_of(g.at) + evasion_of(g);
    std::size_t longest = 0;
    for (const styled_line& line : g.lines) {
        longest = std::max(longest, line.text.size());
    }
    const double width = panel_letter * static_cast<double>(longest);
    const double height = line_height * static_cast<double>(g.lines.size());
    const auto place = places_.take({is_first ? x - width : x, y - line_height / 2, width, height});
    if (!place) {
        left_out_ = true;
        return;
    }
    const double moved = place->top + line_height / 2 - y;
    if (std::abs(moved) > 4) {
        out.add("<path class=\"leader\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n",
                x_of(g.lane) + side * 5, y_of(g.at), x - side * 2, y + moved);
    }
    double base = place->top + line_height - 4;
    for (const styled_line& line : g.lines) {
        out.write(line.style, x, base, is_first ? "end" : "start", line.text);
        base += line_height;
    }
}

}  // namespace onceproof::reports
