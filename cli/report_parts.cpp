// See report_parts.hpp.
#include "cli/report_parts.hpp"

#include "base/escape.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace onceproof::cli {

namespace json = boost::json;
using search::verdict;
using search::verdict_counts;

namespace {

// Only ever add members; anything else is another schema version.
constexpr int json_schema_version = 2;

}  // namespace

exit_status status_of(search::gravity worst) {
    constexpr std::array<exit_status, 4> statuses{violated, hung, crashed, own_fault};
    return statuses[static_cast<std::size_t>(worst)];
}

exit_status status_of(const verdict_counts& counts, bool interrupted) {
    if (interrupted) {
        return cli::interrupted;
    }
    if (counts.gravest) {
        return status_of(*counts.gravest);
    }
    if (counts.count(verdict::violated) > 0) {
        return violated;
    }
    const bool all_held =
        counts.count(verdict::held) > 0 && counts.count(verdict::inconclusive) == 0;
    return all_held ? held : inconclusive;
}

std::size_t widest_name(std::span<const candidate> candidates) {
    std::size_t widest = 0;
    for (const candidate& c : candidates) {
        widest = std::max(widest, c.scenario->name.size());
    }
    return widest;
}

std::string painted(verdict v, bool colour) {
    constexpr std::array<int, 3> colours{32, 31, 33};  // green, red, yellow
    const std::string word = fmt::format("{:<12}", to_text(v));
    return colour ? fmt::format("\033[{}m{}\033[0m", colours[static_cast<std::size_t>(v)], word)
                  : word;
}

std::string rate(std::uint64_t runs, std::chrono::nanoseconds elapsed) {
    const double seconds = std::chrono::duration<double>(elapsed).count();
    return isatty(STDOUT_FILENO) == 0 || seconds <= 0
               ? std::string()
               : fmt::format("  {:.0f} runs/s", static_cast<double>(runs) / seconds);
}

std::string eta(const search::progress& p) {
    const auto left = p.left();
    return left ? fmt::format(", about {} s left", left->count()) : std::string();
}

void print_goals(const scenarios::scenario& s, const std::array<std::uint64_t, 64>& goals) {
    for (std::size_t i = 0; i < s.must_reach.size(); ++i) {
        fmt::print("{}{} x {}", i == 0 ? "  " : ", ", goals[i], s.must_reach[i].name);
    }
    fmt::print("\n");
}

void print_lines(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        fmt::print("    {}\n", line);
    }
}

void print_contracts(std::span<const candidate> candidates) {
    std::vector<std::string> names;
    for (const candidate& c : candidates) {
        const std::string name = fmt::format("'{}'", c.under_test.design->promised->name);
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(name);
        }
    }
    fmt::print("judged by the contract{} {}\n", names.size() == 1 ? "" : "s",
               fmt::join(names, ", "));
}

void print_plan(const kept_finding& f) {
    for (std::size_t i = 1; i < f.finding.story.size(); ++i) {
        fmt::print("    {}\n", base::escape(f.finding.story[i]));
    }
    if (!f.file.empty()) {
        fmt::print("    reproduce: {}\n", again(f.file));
    }
}

json::object json_line(std::string_view type) {
    return {{"schema_version", json_schema_version}, {"type", type}};
}

json::array goals_json(const scenarios::scenario& s, const std::array<std::uint64_t, 64>& goals) {
    json::array all;
    for (std::size_t i = 0; i < s.must_reach.size(); ++i) {
        all.push_back(json::object{{"name", s.must_reach[i].name}, {"runs", goals[i]}});
    }
    return all;
}

void print_line(const json::object& line) {
    fmt::print("{}\n", json::serialize(line));
}

void print_summary(const verdict_counts& counts, bool interrupted, bool as_json) {
    if (!as_json) {
        fmt::print("{} held, {} violated, {} inconclusive\n", counts.count(verdict::held),
                   counts.count(verdict::violated), counts.count(verdict::inconclusive));
        return;
    }
    json::object line = json_line("summary");
    line["held"] = counts.count(verdict::held);
    line["violated"] = counts.count(verdict::violated);
    line["inconclusive"] = counts.count(verdict::inconclusive);
    line["interrupted"] = interrupted;
    print_line(line);
}

void flush_output() {
    if (std::fflush(stdout) != 0) {
        throw std::system_error(errno, std::generic_category(), "standard output");
    }
}

}  // namespace onceproof::cli
