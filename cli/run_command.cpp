// See run_command.hpp.
#include "cli/run_command.hpp"

#include "cli/find_scenario.hpp"
#include "cli/progress.hpp"
#include "reports/escape.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <utility>

namespace onceproof::cli {
namespace {

namespace json = boost::json;
using scenarios::finding;
using scenarios::scenario;
using scenarios::tally;
using scenarios::verdict;

constexpr std::uint64_t seeds_by_default = 1000;
constexpr int json_schema_version = 1;

// What was seen of one scenario, judged.
struct judged {
    const scenario* what;
    scenarios::seed_range seeds;
    tally seen;
    std::vector<std::string> missing;  // what keeps it from being shown to hold

    verdict is() const {
        if (!seen.findings.empty()) {
            return verdict::violated;
        }
        return missing.empty() ? verdict::held : verdict::inconclusive;
    }
};

scenarios::seed_range seeds_of(const run_options& options) {
    if (options.seed) {
        return {*options.seed, 1};
    }
    const std::uint64_t first =
        options.seeds_from ? scenarios::first_seed_from(*options.seeds_from) : 0;
    return {first, options.seeds.value_or(options.time ? UINT64_MAX : seeds_by_default)};
}

// Seeds without end are those that the user set no number for.
std::vector<std::string> missing_from(const scenario& s, const tally& seen,
                                      scenarios::seed_range seeds) {
    std::vector<std::string> missing;
    if (seen.runs == 0) {
        missing.emplace_back("no seed was played");
    } else if (seen.runs < seeds.count && seeds.count != UINT64_MAX) {
        missing.push_back(fmt::format("only {} of {} seeds were played", seen.runs, seeds.count));
    }
    if (seen.interrupted) {
        missing.emplace_back("it was interrupted");
    }
    for (std::size_t i = 0; i < s.must_reach.size(); ++i) {
        if (seen.marks[i] == 0) {
            missing.push_back(fmt::format("never reached: {}", s.must_reach[i].name));
        }
    }
    return missing;
}

std::string again(const scenario& s, const finding& f) {
    return fmt::format("onceproof replay {} --seed {}", s.name, f.first_seed);
}

// What a disk that is full, or a pipe that was closed, did not take was not shown.
void flush_output() {
    if (std::fflush(stdout) != 0) {
        throw std::system_error(errno, std::generic_category(), "standard output");
    }
}

class text_report {
public:
    text_report(std::span<const candidate> candidates, bool colour) : colour_(colour) {
        for (const candidate& c : candidates) {
            widest_ = std::max(widest_, c.what->name.size());
        }
    }

    void print(const judged& j) const {
        fmt::print("{:<{}}  {}  {} runs{}", j.what->name, widest_, painted(j.is()), j.seen.runs,
                   rate(j.seen));
        if (!j.seen.interrupted) {
            fmt::print("  hash {}", to_text(j.seen.hash));
        }
        for (std::size_t i = 0; i < j.what->must_reach.size(); ++i) {
            fmt::print("{}{} x {}", i == 0 ? "  " : ", ", j.seen.marks[i],
                       j.what->must_reach[i].name);
        }
        fmt::print("\n");
        for (const std::string& reason : j.missing) {
            fmt::print("    {}\n", reason);
        }
        for (const finding& f : j.seen.findings) {
            fmt::print("    {}, {} {}, the first is {}: {}\n", reports::escape(f.rule), f.seeds,
                       f.seeds == 1 ? "seed" : "seeds", f.first_seed, reports::escape(f.sentence));
            fmt::print("    again: {}\n", again(*j.what, f));
        }
    }

    static void print(const std::array<std::uint64_t, 3>& counts, bool) {
        fmt::print("{} held, {} violated, {} inconclusive\n", counts[0], counts[1], counts[2]);
    }

private:
    std::string painted(verdict v) const {
        constexpr std::array<int, 3> colours{32, 31, 33};  // green, red, yellow
        const std::string word = fmt::format("{:<12}", scenarios::to_text(v));
        return colour_
                   ? fmt::format("\033[{}m{}\033[0m", colours[static_cast<std::size_t>(v)], word)
                   : word;
    }

    // For people; a report that is kept says the same about the same runs.
    static std::string rate(const tally& seen) {
        const double seconds = std::chrono::duration<double>(seen.elapsed).count();
        return isatty(STDOUT_FILENO) == 0 || seconds <= 0
                   ? std::string()
                   : fmt::format("  {:.0f} runs/s", static_cast<double>(seen.runs) / seconds);
    }

    bool colour_;
    std::size_t widest_ = 0;
};

// One document a line. Only ever add members; anything else is another schema version.
class json_report {
public:
    static void print(const judged& j) {
        json::array marks;
        for (std::size_t i = 0; i < j.what->must_reach.size(); ++i) {
            marks.push_back(
                json::object{{"name", j.what->must_reach[i].name}, {"runs", j.seen.marks[i]}});
        }
        json::object line = start("scenario");
        line["scenario"] = j.what->name;
        line["verdict"] = scenarios::to_text(j.is());
        line["runs"] = j.seen.runs;
        line["first_seed"] = j.seeds.first;
        line["hash"] = j.seen.interrupted ? json::value() : json::value(to_text(j.seen.hash));
        line["marks"] = std::move(marks);
        line["missing"] = json::value_from(j.missing);
        print(line);
        for (const finding& f : j.seen.findings) {
            json::object found = start("finding");
            found["scenario"] = j.what->name;
            found["rule"] = reports::escape(f.rule);
            found["sentence"] = reports::escape(f.sentence);
            found["first_seed"] = f.first_seed;
            found["seeds"] = f.seeds;
            found["again"] = again(*j.what, f);
            print(found);
        }
    }

    static void print(const std::array<std::uint64_t, 3>& counts, bool interrupted) {
        json::object line = start("summary");
        line["held"] = counts[0];
        line["violated"] = counts[1];
        line["inconclusive"] = counts[2];
        line["interrupted"] = interrupted;
        print(line);
    }

private:
    static json::object start(std::string_view type) {
        return {{"schema_version", json_schema_version}, {"type", type}};
    }
    static void print(const json::object& line) { fmt::print("{}\n", json::serialize(line)); }
};

exit_status status_of(const std::vector<judged>& all, bool interrupted) {
    if (interrupted) {
        return cli::interrupted;
    }
    exit_status worst = all.empty() ? inconclusive : held;
    for (const judged& j : all) {
        const auto is_own = [](const finding& f) {
            return f.rule == scenarios::nondeterminism_rule;
        };
        if (std::any_of(j.seen.findings.begin(), j.seen.findings.end(), is_own)) {
            return own_fault;
        }
        if (j.is() == verdict::violated) {
            worst = violated;
        } else if (j.is() == verdict::inconclusive && worst == held) {
            worst = inconclusive;
        }
    }
    return worst;
}

template <class Report>
exit_status play_all(std::span<const candidate> candidates, const run_options& options,
                     const Report& report) {
    const scenarios::seed_range seeds = seeds_of(options);
    progress_line progress(!options.quiet);
    std::string_view playing;
    scenarios::campaign_options how;
    how.jobs = options.jobs;
    how.on_progress = [&](std::uint64_t runs) {
        progress.show(seeds.count == UINT64_MAX
                          ? fmt::format("{}: {} runs", playing, runs)
                          : fmt::format("{}: {} of {} runs", playing, runs, seeds.count));
    };
    scenarios::campaign search(std::move(how));

    std::vector<judged> all;
    std::array<std::uint64_t, 3> counts{};
    std::chrono::nanoseconds spent{};
    for (std::size_t i = 0; i < candidates.size() && !search.interrupted(); ++i) {
        const scenario& s = *candidates[i].what;
        playing = s.name;
        std::optional<std::chrono::nanoseconds> share;
        if (options.time) {
            const auto left = static_cast<std::int64_t>(candidates.size() - i);
            share = (*options.time - spent) / left;
        }
        tally seen = search.play(candidates[i].play, seeds, share);
        spent += seen.elapsed;
        std::vector<std::string> missing = missing_from(s, seen, seeds);
        const judged& j = all.emplace_back(judged{&s, seeds, std::move(seen), std::move(missing)});
        ++counts[static_cast<std::size_t>(j.is())];
        progress.erase();
        report.print(j);
        flush_output();
    }
    report.print(counts, search.interrupted());
    flush_output();
    return status_of(all, search.interrupted());
}

}  // namespace

exit_status run(std::span<const candidate> candidates, const run_options& options) {
    return options.json ? play_all(candidates, options, json_report())
                        : play_all(candidates, options, text_report(candidates, options.colour));
}

exit_status run(const run_options& options) {
    std::vector<candidate> candidates;
    for (const std::string& name : options.scenarios) {
        const scenario* const found = find_or_complain(name);
        if (found == nullptr) {
            return usage;
        }
        candidates.push_back({found, scenarios::play_with(*found)});
    }
    if (options.scenarios.empty()) {
        for (const scenario& s : scenarios::all()) {
            candidates.push_back({&s, scenarios::play_with(s)});
        }
    }
    return run(candidates, options);
}

}  // namespace onceproof::cli
