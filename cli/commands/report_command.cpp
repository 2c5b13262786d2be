// See report_command.hpp.
#include "cli/commands/report_command.hpp"

#include "base/files.hpp"
#include "cli/find.hpp"
#include "cli/report_parts.hpp"
#include "reports/evidence_page.hpp"
#include "reports/formats/ci_formats.hpp"
#include "reports/results/results.hpp"
#include "reports/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

namespace onceproof::cli {
namespace {

using reports::evidence;
using reports::store;

struct format {
    std::string_view name;
    std::string (*make)(const evidence&);
};

constexpr std::array formats{
    format{"md", [](const evidence& e) { return to_markdown(reports::evidence_page(e)); }},
    format{"html", [](const evidence& e) { return to_html(reports::evidence_page(e)); }},
    format{"junit", reports::to_junit}, format{"json", reports::to_json_lines},
    format{"github", reports::to_annotations}};

// Of files of one build.
std::vector<evidence> read_all(const std::vector<std::string>& files) {
    std::vector<evidence> all;
    for (const std::string& file : files) {
        all.push_back(reports::results(file, store::mode::existing).read());
        if (all.back().left_out > 0) {
            throw complaint(bad_file,
                            fmt::format("{}: it holds runs of more than one build", file));
        }
        if (all.back().made_by != all.front().made_by) {
            throw complaint(
                bad_file, fmt::format("{} is by {}, but {} is by {}", files.front(),
                                      all.front().made_by.text(), file, all.back().made_by.text()));
        }
    }
    return all;
}

}  // namespace

std::vector<std::string> report_formats() {
    std::vector<std::string> names;
    for (const format& f : formats) {
        names.emplace_back(f.name);
    }
    return names;
}

exit_status report(const report_options& options) {
    const evidence e = reports::results(options.results, store::mode::existing).read();
    const auto how = std::find_if(formats.begin(), formats.end(),
                                  [&](const format& f) { return f.name == options.format; });
    const std::string text = how->make(e);
    if (options.out.empty()) {
        fmt::print("{}", text);
        flush_output();
    } else {
        base::write_file(options.out, text);
    }
    return held;
}

exit_status merge(const merge_options& options) {
    const std::vector<evidence> all = read_all(options.from);
    if (std::filesystem::exists(options.out)) {
        throw complaint(usage, fmt::format("{} is there already", options.out));
    }
    reports::results to(options.out);
    for (const evidence& e : all) {
        to.add(e);
    }
    const evidence together = to.read();
    const std::vector<std::string> gaps = reports::gaps_in(together);
    for (const std::string& sentence : gaps) {
        fmt::print("gap: {}\n", sentence);
    }
    for (const std::string& sentence : reports::overlaps_in(together)) {
        fmt::print("overlap: {}\n", sentence);
    }
    fmt::print("{}: {} runs of {} files\n", options.out, together.runs.size(), all.size());
    flush_output();
    return gaps.empty() ? held : inconclusive;
}

}  // namespace onceproof::cli
