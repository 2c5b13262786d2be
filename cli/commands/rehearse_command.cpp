// See rehearse_command.hpp.
#include "cli/commands/rehearse_command.hpp"

#include "base/document.hpp"
#include "base/files.hpp"
#include "base/spelling.hpp"
#include "cli/find.hpp"
#include "rehearsal/run/plan_file.hpp"
#include "rehearsal/run/rehearsal.hpp"
#include "rehearsal/service/service_toml.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace onceproof::cli {
namespace {

namespace json = boost::json;
using rehearsal::rehearsal_finding;
using rehearsal::rehearsal_report;
using rehearsal::service_spec;

template <class Read>
auto read_or_complain(const std::string& file, Read read) {
    const std::string text = base::content_of(file);
    try {
        return read(text);
    } catch (const base::bad_document& bad) {
        throw complaint(bad_file, base::complain_of(file, bad));
    }
}

void expect_kinds(const std::vector<std::string>& only) {
    std::vector<std::string> names;
    for (const rehearsal::fault_kind& k : rehearsal::fault_kinds()) {
        names.emplace_back(k.name);
    }
    for (const std::string& word : only) {
        if (std::ranges::find(names, word) == names.end()) {
            throw complaint(usage, fmt::format("there is no fault '{}' in a rehearsal{}", word,
                                               base::did_you_mean(word, names)));
        }
    }
}

std::string again_text(const rehearsal_finding& f) {
    if (f.of == 0) {
        return "not tried";
    }
    return fmt::format("{} of {}", f.again, f.of);
}

std::string plan_file_of_rehearsal(const rehearse_options& o, std::size_t number) {
    return fmt::format("{}/finding-{}.json", o.logs, number + 1);
}

// What a plan holds is kept beside what the processes printed.
void keep_plans(const rehearse_options& o, const service_spec& s, const rehearsal_report& r) {
    for (std::size_t i = 0; i < r.findings.size(); ++i) {
        base::write_file(plan_file_of_rehearsal(o, i), to_json(r.findings[i].at, s.name));
    }
}

void print_report_as_text(const rehearse_options& o, const service_spec& s,
                          const rehearsal_report& r) {
    fmt::print("rehearsed    {}, as real processes (nothing of it was simulated)\n", s.name);
    fmt::print("calm run     {} points\n", r.points.size());
    fmt::print("plans        {}, in {} runs\n", r.plans, r.runs);
    for (std::size_t i = 0; i < r.findings.size(); ++i) {
        const rehearsal_finding& f = r.findings[i];
        fmt::print("\nbroken       {}: {}\n  when       {}{}\n  again      {}\n", f.rule, f.why,
                   to_text(f.at), f.is_planned ? "" : " (seen, not planned)", again_text(f));
        if (i == 0) {
            for (const std::string& line : f.story) {
                fmt::print("    {}\n", line);
            }
        }
        fmt::print("  reproduce  onceproof rehearse {} --plan {}\n", o.file,
                   plan_file_of_rehearsal(o, i));
    }
    for (const std::string& line : r.open) {
        fmt::print("undecided    {}\n", line);
    }
    fmt::print("\nverdict      {}\n", search::to_text(r.said()));
}

json::array json_of(const rehearsal::plan& p) {
    json::array faults;
    for (const rehearsal::planned& f : p) {
        faults.push_back({{"point", f.point}, {"fault", std::string(f.fault->name)}});
    }
    return faults;
}

void print_json_line(const json::value& line) {
    fmt::print("{}\n", json::serialize(line));
}

void print_report_as_json(const rehearse_options& o, const service_spec& s,
                          const rehearsal_report& r) {
    print_json_line({{"type", "rehearsal"},
                     {"service", s.name},
                     {"contract", s.promised.name},
                     {"simulated", false},
                     {"points", json::array(r.points.begin(), r.points.end())},
                     {"plans", r.plans},
                     {"runs", r.runs}});
    for (std::size_t i = 0; i < r.findings.size(); ++i) {
        const rehearsal_finding& f = r.findings[i];
        print_json_line({{"type", "finding"},
                         {"rule", f.rule},
                         {"why", f.why},
                         {"faults", json_of(f.at)},
                         {"planned", f.is_planned},
                         {"again", again_text(f)},
                         {"plan", plan_file_of_rehearsal(o, i)},
                         {"story", json::array(f.story.begin(), f.story.end())}});
    }
    for (const std::string& line : r.open) {
        print_json_line({{"type", "undecided"}, {"why", line}});
    }
    print_json_line({{"type", "verdict"}, {"verdict", std::string(search::to_text(r.said()))}});
}

exit_status status_of_rehearsal(const rehearsal_report& r) {
    const auto is_crash = [](const rehearsal_finding& f) { return f.is_crash; };
    if (std::ranges::any_of(r.findings, is_crash)) {
        return crashed;
    }
    return r.said() == search::verdict::violated ? violated
           : r.said() == search::verdict::held   ? held
                                                 : inconclusive;
}

exit_status print_rehearsal(const rehearse_options& o, const service_spec& s,
                            const rehearsal_report& r) {
    keep_plans(o, s, r);
    (o.json ? print_report_as_json : print_report_as_text)(o, s, r);
    return status_of_rehearsal(r);
}

std::filesystem::path folder_of(const std::string& file) {
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    return folder.empty() ? "." : folder;
}

}  // namespace

exit_status rehearse(const rehearse_options& options) {
    expect_kinds(options.only);
    const service_spec s = read_or_complain(options.file, [&](const std::string& text) {
        return rehearsal::read_service(text, folder_of(options.file));
    });
    if (options.check) {
        fmt::print("{}", describe(s));
        return held;
    }
    rehearsal::rehearsal_options how{.only = options.only, .again = options.again};
    if (!options.plan.empty()) {
        how.only_plan = read_or_complain(options.plan, [&](const std::string& text) {
            return rehearsal::read_plan(text, s.name);
        });
    }
    if (!options.quiet && isatty(STDERR_FILENO) != 0) {
        how.progress = [](const std::string& what) { fmt::print(stderr, "\r\x1b[K{}", what); };
    }
    std::filesystem::create_directories(options.logs);
    rehearsal_report report;
    try {
        rehearsal::stage on(s, std::filesystem::absolute(options.logs));
        rehearsal::rehearse(s, on, how, report);
    } catch (const rehearsal::interrupted&) {
        print_rehearsal(options, s, report);
        return interrupted;
    } catch (const rehearsal::not_staged& failed) {
        fmt::print(stderr, "onceproof: {}\n", failed.what());
        return inconclusive;
    } catch (const std::system_error& failed) {
        throw complaint(io_error, failed.what());
    }
    if (how.progress) {
        fmt::print(stderr, "\r\x1b[K");
    }
    return print_rehearsal(options, s, report);
}

}  // namespace onceproof::cli
