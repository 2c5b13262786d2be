// See window_report.hpp.
#include "cli/window_report.hpp"

#include "base/escape.hpp"
#include "cli/find.hpp"
#include "cli/report_parts.hpp"
#include "search/proof/window.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace onceproof::cli {
namespace {

namespace json = boost::json;
using designs::subject;
using search::lateness;
using search::window;

std::vector<std::string_view> words_for(const std::vector<faults::fault_kind>& fault_kinds) {
    std::vector<std::string_view> words;
    for (const faults::fault_kind h : fault_kinds) {
        words.push_back(to_text(h));
    }
    return words;
}

void print_one(const window& w) {
    fmt::print("    from `{}` to `{}`: {} point{}, {}\n", base::escape(w.from), base::escape(w.to),
               w.points, w.points == 1 ? "" : "s", sim::to_text(w.span));
    fmt::print("        {}{}\n", w.first, w.points == 1 ? "" : fmt::format(" to {}", w.last));
    fmt::print("        by {}: {}\n", fmt::join(words_for(w.fault_kinds), ", "),
               base::escape(w.sentence));
}

void print_one(const lateness& late) {
    fmt::print("    {} late: {} of {} points downstream{}{}\n", sim::to_text(late.span),
               late.breaks.size(), late.points, late.breaks.empty() ? "" : ": ",
               fmt::join(late.breaks, ", "));
}

json::object window_json(const window& w, const subject& of) {
    json::object line = json_line("window");
    line["subject"] = of.name;
    line["from"] = base::escape(w.from);
    line["to"] = base::escape(w.to);
    line["first"] = w.first;
    line["last"] = w.last;
    line["points"] = w.points;
    line["nanoseconds"] = w.span.count();
    line["fault_kinds"] = json::value_from(words_for(w.fault_kinds));
    line["sentence"] = base::escape(w.sentence);
    return line;
}

json::object window_json(const lateness& late, const subject& of) {
    json::object line = json_line("lateness");
    line["subject"] = of.name;
    line["nanoseconds"] = late.span.count();
    line["points"] = late.points;
    line["breaks"] = json::value_from(late.breaks);
    return line;
}

void print_open_spans(const subject& s, const std::vector<window>& windows,
                      const std::vector<lateness>& late) {
    fmt::print("\nwindows of {}, in which one death or loss breaks it. {}\n", s.name, s.weakness);
    if (windows.empty()) {
        fmt::print("    none\n");
    }
    for (const window& w : windows) {
        print_one(w);
    }
    for (const lateness& l : late) {
        print_one(l);
    }
}

reports::window_entry window_entry_of(const window& w, const subject& of) {
    return {std::string(of.name),
            w.from,
            w.to,
            w.first,
            w.last,
            w.points,
            static_cast<std::uint64_t>(w.span.count()),
            fmt::format("{}", fmt::join(words_for(w.fault_kinds), ", ")),
            w.sentence};
}

reports::lateness_entry window_entry_of(const lateness& late, const subject& of) {
    return {std::string(of.name), static_cast<std::uint64_t>(late.span.count()), late.points,
            late.breaks};
}

void print_of_design(const subject& s, const search::windows_result& told, bool as_json,
                     record& kept) {
    for (const window& w : told.windows) {
        kept.add(window_entry_of(w, s));
    }
    for (const lateness& l : told.late) {
        kept.add(window_entry_of(l, s));
    }
    if (!as_json) {
        print_open_spans(s, told.windows, told.late);
        return;
    }
    for (const window& w : told.windows) {
        print_line(window_json(w, s));
    }
    for (const lateness& l : told.late) {
        print_line(window_json(l, s));
    }
}

}  // namespace

bool print_windows(const std::vector<const subject*>& which, const search::campaign_options& how,
                   bool json, record& kept) {
    std::vector<search::job> jobs;
    for (const subject* s : which) {
        if (!s->weakness.empty()) {
            jobs.emplace_back(search::measure_windows{std::string(s->name)});
        }
    }
    search::campaign_listener who;
    who.on_outcome = [&](std::uint64_t i, const search::outcome& o) {
        const std::string& of = std::get<search::measure_windows>(jobs[i]).subject;
        if (!o.broken.empty()) {
            const search::finding& f = o.broken.front();
            throw complaint(violated, fmt::format("{}: {}: {}", of, f.rule, f.sentence));
        }
        if (const auto* const told = std::get_if<search::windows_result>(&o.result)) {
            print_of_design(*designs::find_subject(of), *told, json, kept);
        }
        return true;
    };
    const search::job_list list(jobs);
    search::campaign_options with = how;
    with.patience_with_job = std::chrono::hours(1);  // it is many runs
    return !search::campaign(with)
                .run(search::measure_windows_of_subjects(), list, who)
                .interrupted;
}

}  // namespace onceproof::cli
