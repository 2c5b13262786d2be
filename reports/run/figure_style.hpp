// How plots look. Private to who draws them.
#pragma once

#include <string_view>

namespace onceproof::reports {

// The styles, and the ground that plots stand on. All of it hangs on one class, so that it changes
// nothing else in a page. The dark colours are the same hues, lighter; paper is light.
inline constexpr std::string_view figure_style = R"(<style>
.onceproof-figure { background: #ffffff }
.onceproof-figure .page { fill: #ffffff }
.onceproof-figure text { font: 13px system-ui, "Segoe UI", Helvetica, Arial, sans-serif;
  fill: #57606a }
.onceproof-figure .title { font-size: 16px; font-weight: 600; fill: #1f2328 }
.onceproof-figure .panel { font-weight: 600; fill: #1f2328 }
.onceproof-figure .axis { stroke: #8c959f; stroke-width: 1; fill: none }
.onceproof-figure .grid { stroke: #8c959f; stroke-opacity: .25; stroke-width: 1; fill: none }
.onceproof-figure .band { fill: #8c959f; fill-opacity: .2 }
.onceproof-figure .area { fill: #218bff; fill-opacity: .55; stroke: #0969da; stroke-width: 1 }
.onceproof-figure .line { fill: none; stroke: #d1570b; stroke-width: 1.8 }
.onceproof-figure .thread { fill: none; stroke: #6e7781; stroke-width: 1.3; stroke-dasharray: 4 3 }
@media screen and (prefers-color-scheme: dark) {
.onceproof-figure { background: #0d1117 }
.onceproof-figure .page { fill: #0d1117 }
.onceproof-figure text { fill: #9da7b1 }
.onceproof-figure .title, .onceproof-figure .panel { fill: #e6edf3 }
.onceproof-figure .area { fill: #388bfd; stroke: #58a6ff }
.onceproof-figure .line { stroke: #f0883e }
.onceproof-figure .thread { stroke: #b1bac4 }
}
</style>
<rect class="page" width="100%" height="100%"/>
)";

}  // namespace onceproof::reports
