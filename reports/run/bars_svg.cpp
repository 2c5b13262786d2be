// See bars_svg.hpp.
#include "reports/run/bars_svg.hpp"

#include "reports/run/figure_style.hpp"
#include "reports/run/svg_text.hpp"

#include <algorithm>
#include <cmath>

namespace onceproof::reports {
namespace {

// In pixels.
constexpr double width = 880;
constexpr double margin = 20;
constexpr double top = 74;
constexpr double svg_row = 22;
constexpr double thickness = 12;
constexpr double letter = 7;  // on average
constexpr double value_width = 60;

class drawing {
public:
    explicit drawing(const bars& b) : bars_(b) {
        std::size_t longest = 0;
        std::uint64_t most = 1;
        for (const bar& each : b.all) {
            longest = std::max(longest, each.name.size());
            most = std::max(most, each.value);
        }
        left_ = std::min(2 * margin + letter * static_cast<double>(longest), width / 2);
        while (decades_ < 19 && std::pow(10, decades_) < static_cast<double>(most)) {
            ++decades_;
        }
    }

    std::string draw() {
        const double height = top + svg_row * static_cast<double>(bars_.all.size()) + margin;
        out_.add(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"onceproof-figure\" "
            "viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\">\n",
            width, height);
        out_.add("<title>{}</title>\n<desc>{}", base::markup(bars_.title),
                 base::markup(bars_.description));
        for (const bar& b : bars_.all) {
            out_.add("\n{}: {}", base::markup(b.name), value_of(b));
        }
        out_.add("</desc>\n{}", figure_style);
        out_.write("title", margin, 26, "start", bars_.title);
        draw_scale(height - margin);
        double y = top;
        for (const bar& b : bars_.all) {
            draw_bar(b, y);
            y += svg_row;
        }
        out_.add("</svg>\n");
        return out_.take();
    }

private:
    static std::string value_of(const bar& b) {
        return b.value == 0 ? "none" : fmt::format("{}", b.value);
    }

    // One stands a little right of the axis, so that it can be seen.
    double x_of(double value) const {
        const double share = (std::log10(value) + 0.3) / (decades_ + 0.3);
        return left_ + share * (width - left_ - margin - value_width);
    }

    void draw_scale(double bottom) {
        for (int decade = 0; decade <= decades_; ++decade) {
            const double value = std::pow(10, decade);
            out_.add("<path class=\"grid\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n", x_of(value), top - 8,
                     bottom);
            out_.write("mark", x_of(value), top - 14, "middle",
                       fmt::format("{:.0f}{}{}", value, decade == 0 ? "" : " ",
                                   decade == 0 ? "" : bars_.unit));
        }
        out_.add("<path class=\"axis\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n", left_, top - 8, bottom);
    }

    void draw_bar(const bar& b, double y) {
        const double middle = y + svg_row / 2;
        out_.write("name", left_ - 8, middle + 4, "end", b.name);
        double end = left_;
        if (b.value > 0) {
            end = x_of(static_cast<double>(b.value));
            out_.add("<path class=\"area\" d=\"M{:.1f} {:.1f}H{:.1f}v{:.1f}H{:.1f}z\"/>\n", left_,
                     middle - thickness / 2, end, thickness, left_);
        }
        out_.write("value", end + 7, middle + 4, "start", value_of(b));
    }

    const bars& bars_;
    double left_;
    int decades_ = 1;
    svg_text out_;
};

}  // namespace

std::string to_svg(const bars& b) {
    return drawing(b).draw();
}

}  // namespace onceproof::reports
