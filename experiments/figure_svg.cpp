// See figure_svg.hpp.
#include "experiments/figure_svg.hpp"

#include "reports/run/figure_style.hpp"
#include "reports/run/svg_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace onceproof::experiments {
namespace {

// In pixels.
constexpr double width = 880;
constexpr double left = 64;
constexpr double right = 20;
constexpr double top = 92;  // of the first panel
constexpr double panel_height = 104;
constexpr double panel_distance = 158;
constexpr double bottom = 52;

// Marks are compared with the end of their axis, which rounding must not keep out.
constexpr double a_little = 1e-9;

std::string_view class_of(look as) {
    switch (as) {
        case look::area:
            return "area";
        case look::line:
            return "line";
        case look::thread:
            break;
    }
    return "thread";
}

class drawing {
public:
    explicit drawing(const curves& f) : curves_(f) {}

    std::string draw() {
        const auto panels = static_cast<double>(curves_.panels.size());
        const double height = top + (panels - 1) * panel_distance + panel_height + bottom;
        out_.add(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"onceproof-figure\" viewBox=\"0 0 "
            "{:.0f} {:.0f}\" "
            "role=\"img\">\n",
            width, height);
        out_.add("<title>{}</title>\n<desc>{}</desc>\n", base::markup(curves_.title),
                 base::markup(curves_.description));
        out_.add("{}", reports::figure_style);
        out_.write("title", left, 26, "start", curves_.title);
        draw_legend();
        double base = top + panel_height;
        for (const panel& p : curves_.panels) {
            draw_panel(p, base);
            base += panel_distance;
        }
        out_.write("", width - right, height - 10, "end", curves_.x.name);
        out_.add("</svg>\n");
        return out_.take();
    }

private:
    double x_of(double value) const {
        return left + value / curves_.x.max * (width - left - right);
    }
    double y_of(double value, double base) const {
        return base - std::min(value / curves_.y.max, 1.0) * panel_height;
    }

    void draw_legend() {
        constexpr double letter = 6.6;  // on average
        constexpr double swatch = 22;
        double x = left;
        for (const curve& c : curves_.panels.front().curves) {
            const double half = c.style == look::area ? 5 : 0;
            out_.add("<path class=\"{}\" d=\"M{:.1f} {:.1f}h{:.1f}v{:.1f}h-{:.1f}z\"/>\n",
                     class_of(c.style), x, 46 - half, swatch, 2 * half, swatch);
            out_.write("", x + swatch + 6, 50, "start", c.name);
            x += swatch + 30 + letter * static_cast<double>(c.name.size());
        }
        if (!curves_.shaded.name.empty()) {
            out_.add("<path class=\"band\" d=\"M{:.1f} 41h{:.1f}v10h-{:.1f}z\"/>\n", x, swatch,
                     swatch);
            out_.write("", x + swatch + 6, 50, "start", curves_.shaded.name);
        }
    }

    void draw_panel(const panel& p, double base) {
        const double up = base - panel_height;
        out_.write("panel", left, up - 8, "start", p.title);
        out_.write("", width - right, up - 8, "end", curves_.y.name);
        if (!curves_.shaded.name.empty()) {
            const double from = x_of(curves_.shaded.from);
            out_.add("<path class=\"band\" d=\"M{:.1f} {:.1f}H{:.1f}V{:.1f}H{:.1f}z\"/>\n", from,
                     up, x_of(curves_.shaded.until), base, from);
        }
        for (double y = 0; y <= curves_.y.max + a_little; y += curves_.y.mark_every) {
            out_.add("<path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", left, y_of(y, base),
                     width - right);
            out_.write("", left - 8, y_of(y, base) + 4, "end", fmt::format("{:g}", y));
        }
        for (const curve& c : p.curves) {
            draw_curve(c, base);
        }
        out_.add("<path class=\"axis\" d=\"M{:.1f} {:.1f}V{:.1f}H{:.1f}\"/>\n", left, up, base,
                 width - right);
        for (double x = 0; x <= curves_.x.max + a_little; x += curves_.x.mark_every) {
            out_.add("<path class=\"axis\" d=\"M{:.1f} {:.1f}v4\"/>\n", x_of(x), base);
            out_.write("", x_of(x), base + 18, "middle", fmt::format("{:g}", x));
        }
    }

    void draw_curve(const curve& c, double base) {
        out_.add("<path class=\"{}\" d=\"M{:.1f} {:.1f}", class_of(c.style), left,
                 c.style == look::area ? base : y_of(c.values.front(), base));
        double x = 0;
        double last = -1;
        for (const double value : c.values) {
            if (value != last) {
                out_.add("H{:.1f}V{:.1f}", x_of(x), y_of(value, base));
                last = value;
            }
            x += curves_.step;
        }
        out_.add("H{:.1f}", x_of(std::min(x, curves_.x.max)));
        if (c.style == look::area) {
            out_.add("V{:.1f}z", base);
        }
        out_.add("\"/>\n");
    }

    const curves& curves_;
    reports::svg_text out_;
};

}  // namespace

std::string to_svg(const curves& f) {
    return drawing(f).draw();
}

}  // namespace onceproof::experiments
