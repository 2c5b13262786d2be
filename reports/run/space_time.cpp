// See space_time.hpp.
#include "reports/run/space_time.hpp"

#include "reports/run/first_difference.hpp"
#include "reports/run/run_panel.hpp"
#include "reports/run/space_time_style.hpp"
#include "reports/run/space_time_text.hpp"
#include "reports/run/svg_text.hpp"
#include "reports/run/time_scale.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace onceproof::reports {
namespace {

constexpr double picture_margin = 24;
constexpr double axis_width = 74;
constexpr double names_height = 44;
constexpr double tall = 700;  // then the names stand below as well

// A message's usual time is so high.
constexpr double message_height = 36;

constexpr double legend_letter = 7.3;

// To three digits.
std::string rounded(sim::duration span) {
    std::int64_t unit = 1;
    while (span.count() / unit >= 1000) {
        unit *= 10;
    }
    return sim::to_text(sim::duration((span.count() + unit / 2) / unit * unit));
}

// Pixels for each millisecond.
double scale_for(const std::vector<run_sketch>& sketches) {
    std::vector<sim::duration> times;
    for (const run_sketch& s : sketches) {
        for (const arrow& a : s.arrows) {
            if (a.arrives && !a.refused && *a.arrives > a.leaves) {
                times.push_back(*a.arrives - a.leaves);
            }
        }
    }
    if (times.empty()) {
        return message_height;
    }
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return message_height / std::chrono::duration<double, std::milli>(*middle).count();
}

std::vector<sim::time_point> moments_of(const std::vector<run_sketch>& sketches) {
    std::vector<sim::time_point> all;
    for (const run_sketch& s : sketches) {
        all.push_back(s.begin);
        all.push_back(s.end);
        for (const arrow& a : s.arrows) {
            all.push_back(a.leaves);
            all.push_back(a.arrives.value_or(a.leaves));
        }
        for (const sign& i : s.signs) {
            all.push_back(i.at);
        }
        for (const stretch& i : s.stretches) {
            all.push_back(i.from);
            all.push_back(i.until);
        }
    }
    return all;
}

class picture {
public:
    picture(std::span<const space_time_panel> panels, std::vector<run_sketch> sketches,
            const space_time_options& options)
        : panels_(panels),
          options_(options),
          sketches_(std::move(sketches)),
          scale_(moments_of(sketches_), scale_for(sketches_)) {}

    // With what draws it numbered by event, and no words but those in it.
    space_time_map draw_map() {
        is_map_ = true;
        space_time_map made;
        made.svg = draw();
        for (const auto& [at, y] : scale_.corners()) {
            made.scale.emplace_back(at, top_ + y);
        }
        return made;
    }

    std::string draw() {
        width_ = picture_margin + axis_width;
        for (const run_sketch& s : sketches_) {
            width_ += run_panel::width_of(s);
        }
        width_ = std::max(width_, 640.0);
        const std::vector<std::string> notes = wrapped_notes();
        top_ = (is_map_ ? 8 : 58 + 19 * static_cast<double>(notes.size())) + names_height +
               (has_captions() ? 30 : 0);
        draw_body();
        const double end = top_ + scale_.height() + (has_names_below() ? 84 : 48);
        const double legend = is_map_ ? end - 24 : draw_legend(end);
        const double height = legend + 24 + 18 * static_cast<double>(foot_.size());
        for (std::size_t i = 0; i < foot_.size(); ++i) {
            body_.write("note", picture_margin, legend + 26 + 18 * static_cast<double>(i), "start",
                        foot_[i]);
        }
        return head(height, notes) + body_.take() + "</svg>\n";
    }

private:
    bool has_captions() const { return !panels_.front().caption.empty(); }
    bool has_names_below() const { return scale_.height() > tall && !is_map_; }

    std::vector<std::string> wrapped_notes() const {
        constexpr double letter = 6.8;
        std::vector<std::string> all;
        for (const std::string& note : options_.notes) {
            const auto columns = static_cast<std::size_t>((width_ - 2 * picture_margin) / letter);
            for (std::string& line : wrap(note, columns, 3)) {
                all.push_back(std::move(line));
            }
        }
        return all;
    }

    std::string head(double height, const std::vector<std::string>& notes) const {
        svg_text out;
        out.add(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"onceproof-run\" role=\"img\" "
            "width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\">\n",
            width_, height);
        out.add("<title>{}</title>\n<desc>{}</desc>\n", base::markup(options_.title),
                description());
        out.add("{}", space_time_style);
        out.add("<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n");
        if (is_map_) {
            return out.take();
        }
        out.write("title", picture_margin, 36, "start",
                  wrap(options_.title, static_cast<std::size_t>(width_ / 9), 1).front());
        for (std::size_t i = 0; i < notes.size(); ++i) {
            out.write("note", picture_margin, 59 + 19 * static_cast<double>(i), "start", notes[i]);
        }
        return out.take();
    }

    std::string description() const {
        std::string text;
        for (std::size_t i = 0; i < panels_.size(); ++i) {
            text += base::markup(panels_[i].caption) + (has_captions() ? ":\n" : "");
            text += told_as_text(sketches_[i], *panels_[i].world);
        }
        return text;
    }

    void draw_body() {
        std::vector<run_panel> drawn;
        double left = picture_margin + axis_width;
        const double names = top_ - names_height;
        for (std::size_t i = 0; i < panels_.size(); ++i) {
            drawn.emplace_back(sketches_[i], scale_, left, top_, numbers_of(i));
            if (has_captions()) {
                body_.write("caption", left + 30, names - 12, "start", panels_[i].caption);
            }
            left += run_panel::width_of(sketches_[i]);
        }
        draw_grid();
        for (const run_panel& p : drawn) {
            p.draw_lanes(body_);
        }
        draw_folds();
        draw_difference(drawn);
        for (run_panel& p : drawn) {
            p.draw_names(body_, names);
            if (has_names_below()) {
                p.draw_names(body_, top_ + scale_.height() + 22);
            }
            p.draw_events(body_);
            left_out_ = left_out_ || p.left_out();
        }
    }

    std::string_view numbers_of(std::size_t panel) const {
        return !is_map_ ? "" : panel == 0 ? "data-event" : "data-other-event";
    }

    void draw_grid() {
        for (const time_scale::tick& t : scale_.ticks()) {
            const double y = top_ + t.at;
            body_.write("time", picture_margin + axis_width - 14, y + 4, "end", t.label);
            body_.add("<path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n",
                      picture_margin + axis_width - 8, y, width_ - picture_margin);
        }
    }

    void draw_folds() {
        constexpr double inset = 19;  // the last label before it needs more room than the next
        constexpr double height = time_scale::fold_height - inset - 7;
        for (const time_scale::fold& f : scale_.folds()) {
            const double y = top_ + f.top + inset;
            body_.add(
                "<rect class=\"fold\" x=\"0\" y=\"{:.1f}\" width=\"{:.1f}\" "
                "height=\"{:.1f}\"/>\n",
                y, width_, height);
            draw_crease(y);
            draw_crease(y + height);
            body_.write("time", picture_margin, y + height / 2 + 4, "start",
                        rounded(f.span) + " later");
        }
    }

    void draw_crease(double y) {
        constexpr double tooth = 8;
        body_.add("<path class=\"crease\" d=\"M0 {:.1f}", y);
        const int teeth = static_cast<int>(width_ / tooth / 2) + 1;
        for (int i = 0; i < teeth; ++i) {
            body_.add("l{0:.0f} 2.5l{0:.0f} -2.5", tooth);
        }
        body_.add("\"/>\n");
    }

    // When the second does what the first does not, or the other way round.
    std::optional<sim::time_point> time_of_difference() const {
        const std::vector<sim::trace_event>& a = panels_[0].world->events().records();
        const std::vector<sim::trace_event>& b = panels_[1].world->events().records();
        const auto event = first_difference(*panels_[0].world, *panels_[1].world);
        if (!event || *event > std::min(a.size(), b.size())) {
            return std::nullopt;
        }
        return std::min(a[*event - 1].at, b[*event - 1].at);
    }

    void draw_difference(std::vector<run_panel>& drawn) {
        if (panels_.size() < 2) {
            return;
        }
        const auto at = time_of_difference();
        const sim::time_point end = std::max(sketches_[0].end, sketches_[1].end);
        if (!at || *at < sketches_[0].begin || *at > end) {
            return;
        }
        constexpr std::string_view what = "from here on they differ";
        const double y = top_ + scale_.place_of(*at) - 10;
        const double x = picture_margin + axis_width + run_panel::width_of(sketches_[0]);
        body_.add("<path class=\"difference\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", picture_margin, y,
                  width_ - picture_margin);
        body_.write("bad", x, y - 5, "middle", what);
        for (run_panel& p : drawn) {
            p.reserve({x - 80, y - 18, 160, 18});
        }
    }

    // Of what there is to see alone, from Y down; where its last line is.
    double draw_legend(double y) {
        struct entry {
            sign_kind kind;
            std::string_view name;
        };
        constexpr std::array<entry, 8> entries{{{sign_kind::effect, "effect"},
                                                {sign_kind::keeps, "claim and record"},
                                                {sign_kind::takes_over, "takeover"},
                                                {sign_kind::suppresses, "duplicate suppressed"},
                                                {sign_kind::answered, "client has its answer"},
                                                {sign_kind::fault, "fault"},
                                                {sign_kind::dies, "lost, refused or killed"},
                                                {sign_kind::starts, "starts again"}}};
        double x = picture_margin + 8;
        for (const entry& e : entries) {
            const double width = 34 + legend_letter * static_cast<double>(e.name.size());
            if (shows(e.kind)) {
                if (x + width > width_) {
                    x = picture_margin + 8;
                    y += 24;
                }
                body_.add("<g class=\"{}\">\n", colour_class(e.kind == sign_kind::starts ? 0 : 1));
                draw_glyph(body_, e.kind, x, y - 4);
                body_.add("</g>\n");
                body_.write("note", x + 13, y, "start", e.name);
                x += width;
            }
        }
        if (!options_.probes) {
            foot_.emplace_back(
                "Not drawn: what is asked for once more when the run has ended, to see what "
                "became of it.");
        }
        if (left_out_) {
            foot_.emplace_back(
                "Where much happens at once, words are left out; they are in the description.");
        }
        if (std::any_of(sketches_.begin(), sketches_.end(), [](const auto& s) { return s.cut; })) {
            foot_.emplace_back("There is more to it than can be drawn.");
        }
        return y;
    }

    bool shows(sign_kind kind) const {
        return std::any_of(sketches_.begin(), sketches_.end(), [&](const run_sketch& s) {
            const bool crossed = std::any_of(s.arrows.begin(), s.arrows.end(),
                                             [](const arrow& a) { return a.lost || a.refused; });
            return (kind == sign_kind::dies && crossed) ||
                   std::any_of(s.signs.begin(), s.signs.end(),
                               [&](const sign& i) { return i.kind == kind; });
        });
    }

    std::span<const space_time_panel> panels_;
    const space_time_options& options_;
    std::vector<run_sketch> sketches_;
    time_scale scale_;
    bool is_map_ = false;
    bool left_out_ = false;
    double width_ = 0;
    double top_ = 0;
    svg_text body_;
    std::vector<std::string> foot_;
};

}  // namespace

std::string space_time(std::span<const space_time_panel> panels,
                       const space_time_options& options) {
    std::vector<run_sketch> sketches;
    sketch_limits limits;
    limits.probes = options.probes;
    for (const space_time_panel& p : panels) {
        sketches.push_back(sketch(*p.world, limits));
    }
    return picture(panels, std::move(sketches), options).draw();
}

space_time_map map_of(std::span<const space_time_panel> panels, std::vector<run_sketch> sketches) {
    const space_time_options options;
    return picture(panels, std::move(sketches), options).draw_map();
}

std::string space_time(const sim::world& w, const space_time_options& options) {
    const space_time_panel only{&w, {}};
    return space_time(std::span(&only, 1), options);
}

}  // namespace onceproof::reports
