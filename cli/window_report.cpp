// See window_report.hpp.
#include "cli/window_report.hpp"

#include "cli/report_parts.hpp"
#include "reports/escape.hpp"
#include "scenarios/window.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <vector>

namespace onceproof::cli {
namespace {

namespace json = boost::json;
using scenarios::lateness;
using scenarios::subject;
using scenarios::window;

std::vector<std::string_view> words_for(const std::vector<sim::harm>& harms) {
    std::vector<std::string_view> words;
    for (const sim::harm h : harms) {
        words.push_back(to_text(h));
    }
    return words;
}

void print(const window& w) {
    fmt::print("    from `{}` to `{}`: {} point{}, {}\n", reports::escape(w.from),
               reports::escape(w.to), w.points, w.points == 1 ? "" : "s", sim::to_text(w.span));
    fmt::print("        {}{}\n", w.first, w.points == 1 ? "" : fmt::format(" to {}", w.last));
    fmt::print("        by {}: {}\n", fmt::join(words_for(w.harms), ", "),
               reports::escape(w.sentence));
}

void print(const lateness& late) {
    fmt::print("    {} late: {} of {} points downstream{}{}\n", sim::to_text(late.span),
               late.breaks.size(), late.points, late.breaks.empty() ? "" : ": ",
               fmt::join(late.breaks, ", "));
}

json::object to_json(const window& w, const subject& of) {
    json::object line = json_line("window");
    line["subject"] = of.name;
    line["from"] = reports::escape(w.from);
    line["to"] = reports::escape(w.to);
    line["first"] = w.first;
    line["last"] = w.last;
    line["points"] = w.points;
    line["nanoseconds"] = w.span.count();
    line["harms"] = json::value_from(words_for(w.harms));
    line["sentence"] = reports::escape(w.sentence);
    return line;
}

json::object to_json(const lateness& late, const subject& of) {
    json::object line = json_line("lateness");
    line["subject"] = of.name;
    line["nanoseconds"] = late.span.count();
    line["points"] = late.points;
    line["breaks"] = json::value_from(late.breaks);
    return line;
}

void print(const subject& s, const std::vector<window>& windows,
           const std::vector<lateness>& late) {
    fmt::print("\nwindows of {}, in which one death or loss breaks it. {}\n", s.name, s.weakness);
    if (windows.empty()) {
        fmt::print("    none\n");
    }
    for (const window& w : windows) {
        print(w);
    }
    for (const lateness& l : late) {
        print(l);
    }
}

reports::window_entry entry_of(const window& w, const subject& of) {
    return {std::string(of.name),
            w.from,
            w.to,
            w.first,
            w.last,
            w.points,
            static_cast<std::uint64_t>(w.span.count()),
            fmt::format("{}", fmt::join(words_for(w.harms), ", ")),
            w.sentence};
}

reports::lateness_entry entry_of(const lateness& late, const subject& of) {
    return {std::string(of.name), static_cast<std::uint64_t>(late.span.count()), late.points,
            late.breaks};
}

}  // namespace

void print_windows(const subject& s, bool json, record& kept) {
    const std::vector<window> windows = scenarios::windows_of(s);
    const std::vector<lateness> late =
        s.has("downstream") ? scenarios::lateness_of(s) : std::vector<lateness>();
    for (const window& w : windows) {
        kept.add(entry_of(w, s));
    }
    for (const lateness& l : late) {
        kept.add(entry_of(l, s));
    }
    if (!json) {
        print(s, windows, late);
        return;
    }
    for (const window& w : windows) {
        print_line(to_json(w, s));
    }
    for (const lateness& l : late) {
        print_line(to_json(l, s));
    }
}

}  // namespace onceproof::cli
