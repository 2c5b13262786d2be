// How a space-time diagram looks. Private to who draws it.
#pragma once

#include <string_view>

namespace onceproof::reports {

// In a page with several pictures each has this, so all of it hangs on one class. A colour is that
// of an intent and is taken from `color`, which the classes i0, i1, ... set; what goes wrong is red
// and an effect green, and no intent has these. Paper is light.
inline constexpr std::string_view space_time_style = R"(<style>
.onceproof-run { color: #59636e; background: #ffffff }
.onceproof-run text { font: 12px system-ui, "Segoe UI", Helvetica, Arial, sans-serif;
  fill: #3d444d; stroke: #ffffff; stroke-width: 3.5px; stroke-linejoin: round; paint-order: stroke }
.onceproof-run .title { font-size: 17px; font-weight: 600; fill: #1f2328 }
.onceproof-run .note { font-size: 13px; fill: #59636e }
.onceproof-run .caption { font-size: 14px; font-weight: 600; fill: #1f2328 }
.onceproof-run .name { font-size: 13px; font-weight: 600; fill: #1f2328; stroke: none }
.onceproof-run .time { font-size: 11px; fill: #59636e; stroke: none;
  font-variant-numeric: tabular-nums }
.onceproof-run .own { font-weight: 600; fill: currentColor }
.onceproof-run .message { fill: currentColor }
.onceproof-run .strong { font-weight: 600; fill: #116329 }
.onceproof-run .bad { fill: #c21c2b }
.onceproof-run .page { fill: #ffffff }
.onceproof-run .box { fill: #f6f8fa; stroke: #d1d9e0 }
.onceproof-run .lane { stroke: #afb8c1; stroke-width: 1.5 }
.onceproof-run .gone { stroke: #ffffff; stroke-width: 4 }
.onceproof-run .absent { stroke: #afb8c1; stroke-width: 1.5; stroke-dasharray: 1 5 }
.onceproof-run .grid { stroke: #818b98; stroke-opacity: .16 }
.onceproof-run .fold { fill: #818b98; fill-opacity: .13 }
.onceproof-run .crease { fill: none; stroke: #818b98; stroke-opacity: .55 }
.onceproof-run .works { fill: currentColor; fill-opacity: .3 }
.onceproof-run .stalls { fill: none; stroke: #c21c2b; stroke-width: 1.6 }
.onceproof-run .arrow { fill: none; stroke: currentColor; stroke-width: 1.6 }
.onceproof-run .faint { stroke-width: 1.2; stroke-dasharray: 3 3 }
.onceproof-run .head { fill: currentColor }
.onceproof-run .leader { stroke: #818b98; stroke-opacity: .7; stroke-width: 1; fill: none }
.onceproof-run .hollow { fill: #ffffff; stroke: currentColor; stroke-width: 1.8 }
.onceproof-run .stroke { fill: none; stroke: currentColor; stroke-width: 1.8 }
.onceproof-run .cross { fill: none; stroke: #c21c2b; stroke-width: 2.4; stroke-linecap: round }
.onceproof-run .bolt { fill: #c21c2b; stroke: #ffffff; stroke-width: 1 }
.onceproof-run .effect { fill: #1a7f37; stroke: #ffffff; stroke-width: 1.2 }
.onceproof-run .tick { fill: none; stroke: #1a7f37; stroke-width: 2.4; stroke-linecap: round }
.onceproof-run .difference { stroke: #c21c2b; stroke-width: 1.4; stroke-dasharray: 6 4 }
.onceproof-run .i0 { color: #59636e }
.onceproof-run .i1 { color: #0969da }
.onceproof-run .i2 { color: #8250df }
.onceproof-run .i3 { color: #9a5b00 }
.onceproof-run .i4 { color: #0a7a83 }
.onceproof-run .i5 { color: #b0357f }
.onceproof-run .i6 { color: #4c5fa8 }
@media screen and (prefers-color-scheme: dark) {
.onceproof-run { color: #9198a1; background: #0d1117 }
.onceproof-run text { fill: #d1d7e0; stroke: #0d1117 }
.onceproof-run .title, .onceproof-run .caption, .onceproof-run .name { fill: #f0f6fc }
.onceproof-run .note, .onceproof-run .time { fill: #9198a1 }
.onceproof-run .own, .onceproof-run .message { fill: currentColor }
.onceproof-run .strong { fill: #4ac26b }
.onceproof-run .bad { fill: #ff8182 }
.onceproof-run .page { fill: #0d1117 }
.onceproof-run .box { fill: #151b23; stroke: #3d444d }
.onceproof-run .lane, .onceproof-run .absent { stroke: #4b535d }
.onceproof-run .gone { stroke: #0d1117 }
.onceproof-run .hollow { fill: #0d1117 }
.onceproof-run .stalls, .onceproof-run .cross, .onceproof-run .difference { stroke: #ff7b72 }
.onceproof-run .bolt { fill: #ff7b72; stroke: #0d1117 }
.onceproof-run .effect { fill: #3fb950; stroke: #0d1117 }
.onceproof-run .tick { stroke: #3fb950 }
.onceproof-run .i0 { color: #9198a1 }
.onceproof-run .i1 { color: #58a6ff }
.onceproof-run .i2 { color: #bc8cff }
.onceproof-run .i3 { color: #e3a341 }
.onceproof-run .i4 { color: #4cc2cc }
.onceproof-run .i5 { color: #f778ba }
.onceproof-run .i6 { color: #a5b4f5 }
}
</style>
)";

// So many intents have a colour of their own; then they begin anew.
inline constexpr int intent_colours = 6;

}  // namespace onceproof::reports
