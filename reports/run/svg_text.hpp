// An SVG picture while it is written. Places are in pixels, from the upper left corner.
#pragma once

#include "base/markup.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace onceproof::reports {

class svg_text {
public:
    // As fmt::format.
    template <class... Arguments>
    void add(fmt::format_string<Arguments...> how, Arguments&&... arguments) {
        fmt::format_to(std::back_inserter(text_), how, std::forward<Arguments>(arguments)...);
    }

    // AS: a class of the style. ANCHOR: which end of WHAT is at X: start, middle or end.
    void write(std::string_view as, double x, double y, std::string_view anchor,
               std::string_view what) {
        add("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", as, x, y,
            anchor, base::markup(what));
    }

    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

}  // namespace onceproof::reports
