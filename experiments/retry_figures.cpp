// Writes the pictures of docs/retries.md, and prints its tables: ./dev figures.
//
//     retry_figures FOLDER
//
// The same on any machine: all that happens is in virtual time, under one seed.
#include "experiments/figure_svg.hpp"
#include "experiments/storm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::experiments {
namespace {

using namespace std::chrono_literals;
using experiments::common_failure;
using experiments::run_storm;
using experiments::storm_bin;
using experiments::storm_policies;
using experiments::storm_policy;
using experiments::storm_run;
using experiments::storm_setting;

double in_seconds(sim::duration span) {
    return std::chrono::duration<double>(span).count();
}

std::vector<double> each(const storm_run& run, std::uint64_t storm_bin::* what,
                         sim::duration span) {
    std::vector<double> values;
    for (sim::duration at = 0s; at < run.setting.lasts; at += span) {
        values.push_back(static_cast<double>(run.between(at, at + span).*what));
    }
    return values;
}

curves arrivals_figure() {
    curves f{.title = "2000 clients fail at the same moment, and try again",
             .description =
                 "Attempts in each 25 ms of two seconds. Without jitter all clients come "
                 "together at 50, 150, 350, 750 and 1550 ms; with full jitter they "
                 "spread.",
             .x = {"seconds after the failure", 2, 0.25},
             .y = {"attempts in 25 ms", 2000, 500},
             .step = 0.025,
             .shaded = {},
             .panels = {}};
    fmt::print("| most attempts in 25 ms | from 25 ms | from 0.1 s | from 0.5 s | from 1 s |\n");
    fmt::print("|---|---|---|---|---|\n");
    const std::vector<storm_policy> policies = storm_policies();
    const std::array<std::string, 2> titles{"without jitter", "with full jitter"};
    for (std::size_t i = 0; i < titles.size(); ++i) {
        std::vector<double> sent =
            each(run_storm(common_failure(2000), policies[i]), &storm_bin::sent, 25ms);
        fmt::print("| {} | {} | {} | {} | {} |\n", titles[i],
                   *std::max_element(sent.begin() + 1, sent.end()),
                   *std::max_element(sent.begin() + 4, sent.end()),
                   *std::max_element(sent.begin() + 20, sent.end()),
                   *std::max_element(sent.begin() + 40, sent.end()));
        f.panels.push_back({titles[i], {{"attempts", look::area, std::move(sent)}}});
    }
    return f;
}

void print_row(std::string_view title, const storm_run& run) {
    const storm_setting& s = run.setting;
    const storm_bin during = run.between(s.slow_from, s.slow_until);
    const storm_bin after = run.between(s.slow_until, s.lasts);
    const std::optional<sim::duration> recovery = run.recovery();
    const auto percent = [](std::uint64_t part, std::uint64_t whole) {
        return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    };
    fmt::print("| {} | {:.2f} | {:.2f} | {:.1f} % | {} | {:.1f} % |\n", title,
               amplification(during), amplification(after), percent(after.good, after.offered),
               recovery ? fmt::format("{:.1f} s", in_seconds(*recovery)) : "not in 45 s",
               percent(run.unknown, run.offered));
}

void add_storm(curves& f, std::string title, const storm_run& run) {
    print_row(title, run);
    std::vector<curve> curves;
    curves.push_back({"done in time", look::area, each(run, &storm_bin::good, 1s)});
    curves.push_back({"attempts", look::line, each(run, &storm_bin::sent, 1s)});
    curves.push_back({"offered", look::thread, each(run, &storm_bin::offered, 1s)});
    f.panels.push_back({std::move(title), std::move(curves)});
}

curves storm_figure() {
    const storm_setting s;
    curves f{.title = "A service is slow for five seconds, and its clients try again",
             .description =
                 "Payments offered, attempts sent and payments done in time, in each "
                 "second, for clients that try again in five ways, and for a service "
                 "that drops what is late. Bare retries and "
                 "jitter alone keep the service down for good; with a budget it is of "
                 "use again.",
             .x = {"seconds", in_seconds(s.lasts), 5},
             .y = {"in a second", 2000, 400},
             .step = 1,
             .shaded = {"slow", in_seconds(s.slow_from), in_seconds(s.slow_until)},
             .panels = {}};
    fmt::print(
        "\n| clients | amplification while slow | after | good after | of use again | "
        "unknown |\n");
    fmt::print("|---|---|---|---|---|---|\n");
    const std::vector<storm_policy> policies = storm_policies();
    for (const storm_policy& policy : policies) {
        add_storm(f, std::string(policy.name), run_storm(s, policy));
    }
    storm_setting dropping = s;
    dropping.drops_late = true;
    add_storm(f, "bare retries, and the service drops what is late",
              run_storm(dropping, policies[0]));
    print_row("with jitter and budget, and the service drops what is late",
              run_storm(dropping, policies[2]));
    return f;
}

bool write(const std::filesystem::path& file, const curves& f) {
    std::ofstream out(file);
    out << to_svg(f);
    return bool(out.flush());
}

int make_figures(const std::filesystem::path& folder) {
    for (const auto& [name, make] :
         {std::pair("arrivals.svg", &arrivals_figure), std::pair("storm.svg", &storm_figure)}) {
        if (!write(folder / name, make())) {
            fmt::print(stderr, "retry_figures: cannot write {}\n", (folder / name).string());
            return 74;
        }
    }
    return 0;
}

}  // namespace
}  // namespace onceproof::experiments

int main(int count, char** words) {
    if (count != 2) {
        fmt::print(stderr, "usage: retry_figures FOLDER\n");
        return 64;
    }
    return onceproof::experiments::make_figures(words[1]);
}
