// See command_line.hpp. The one file that compiles CLI11.
#include "cli/command_line.hpp"

#include "base/files.hpp"
#include "base/spelling.hpp"
#include "cli/commands/explore_command.hpp"
#include "cli/commands/list_command.hpp"
#include "cli/commands/plan_command.hpp"
#include "cli/commands/prove_command.hpp"
#include "cli/commands/rehearse_command.hpp"
#include "cli/commands/replay_command.hpp"
#include "cli/commands/report_command.hpp"
#include "cli/commands/run_command.hpp"
#include "cli/find.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace onceproof::cli {
namespace {

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

// By the customs of no-color.org and bixense.com/clicolors.
bool wants_colour(std::string_view choice) {
    if (choice != "auto") {
        return choice == "always";
    }
    if (is_set("NO_COLOR")) {
        return false;
    }
    if (is_set("CLICOLOR_FORCE")) {
        return true;
    }
    const char* terminal = std::getenv("TERM");
    return isatty(STDOUT_FILENO) != 0 && terminal != nullptr &&
           std::string_view(terminal) != "dumb";
}

// CLI11 reads numbers as C does: 010 would be 8, and -1 very many.
std::string complaint_about_number(const std::string& word) {
    std::uint64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [stopped, error] = std::from_chars(word.data(), end, number);
    const bool plain = error == std::errc() && stopped == end && (word == "0" || word[0] != '0');
    return plain ? std::string() : "'" + word + "' is not a whole number below 2^64";
}

std::string complaint_about_revision(const std::string& word) {
    return word.empty() ? "the revision is empty" : std::string();
}

std::optional<search::shard> parse_shard(const std::string& word) {
    const std::size_t slash = word.find('/');
    search::shard part{0, 0};
    const auto read = [](std::string_view text, std::uint64_t& number) {
        const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        return error == std::errc() && stop == text.data() + text.size();
    };
    const bool good = slash != std::string::npos &&
                      read(std::string_view(word).substr(0, slash), part.number) &&
                      read(std::string_view(word).substr(slash + 1), part.count) &&
                      part.number >= 1 && part.number <= part.count && part.count <= 1'000'000;
    return good ? std::optional(part) : std::nullopt;
}

std::string complaint_about_shard(const std::string& word) {
    return parse_shard(word) ? std::string() : "'" + word + "' is not a shard, such as 2/4";
}

// How many processors this program may use.
unsigned processors() {
    cpu_set_t mine;
    return sched_getaffinity(0, sizeof mine, &mine) == 0 ? static_cast<unsigned>(CPU_COUNT(&mine))
                                                         : 1;
}

struct words {
    CLI::App app{"Proves that a retried operation takes effect exactly once."};
    CLI::App* run = app.add_subcommand("run", "Run many seeds and report what was seen");
    CLI::App* prove =
        app.add_subcommand("prove", "Show that each guard matters: what falls without it");
    CLI::App* replay =
        app.add_subcommand("replay", "Run one seed or plan and print it step by step");
    CLI::App* plan = app.add_subcommand("plan", "Print what goes wrong in a run, as a plan file");
    CLI::App* shrink =
        app.add_subcommand("shrink", "Find the smallest plan that fails as a run does");
    CLI::App* report = app.add_subcommand("report", "Make a report of a results file");
    CLI::App* merge = app.add_subcommand("merge", "Join results files, such as those of shards");
    CLI::App* explore = app.add_subcommand(
        "explore", "Walk through one run, and change it, in the browser or at a prompt");
    CLI::App* rehearse = app.add_subcommand(
        "rehearse", "Judge a service that runs as real processes, as its service.toml says");
    CLI::App* list = app.add_subcommand(
        "list", "List scenarios, subjects, guards, mutants, contracts or faults");
    replay_options options;
    run_words planned;
    explore_options exploring;
    shrink_command_options shrinking;
    run_options campaign;
    prove_options proving;
    report_options reporting;
    merge_options merging;
    rehearse_options rehearsing;
    std::string results;
    std::optional<std::uint64_t> milliseconds;
    std::string shard = "1/1";
    std::string colour = "auto";
    std::string topic = "scenarios";

    explicit words(const std::string& version) {
        app.require_subcommand(1);
        app.set_version_flag("--version", version);
        app.footer(
            "Examples:\n"
            "  onceproof list\n"
            "  onceproof run --seeds 10000\n"
            "  onceproof run lost-answer --faults 2\n"
            "  onceproof prove\n"
            "  onceproof replay lost-answer --seed 7\n"
            "  onceproof explore lost-answer --without key-per-attempt\n"
            "  onceproof shrink lost-answer --seed 7 --without key-per-attempt\n"
            "  onceproof report results.db --format html --out report.html\n"
            "Exit status: 0 held, 1 violated, 2 inconclusive, 3 a crash, 4 a hang, 64 usage, 65 a\n"
            "bad file, 66 no such file, 70 a fault of onceproof itself or nondeterminism, 74 I/O,\n"
            "130 interrupted.");
        add_run();
        add_prove();
        add_run_words(replay, options.which);
        replay->add_flag("--check-determinism", options.check_determinism,
                         "Run it twice more and compare event by event");
        replay->add_flag("--timers", options.timers, "Also print each timer that fires");
        replay->add_option("--svg", options.svg,
                           "Write a diagram; a failing run is shown next to the closest "
                           "run that does not");
        add_colour(replay);
        add_run_words(plan, planned);
        add_run_words(shrink, shrinking.which);
        add_explore();
        add_report();
        add_rehearse();
        shrink->add_option("--out", shrinking.out, "Write it to this file");
        list->add_option("WHAT", topic, "scenarios, subjects, guards, mutants, contracts or faults")
            ->check(CLI::IsMember(list_topics()));
    }

private:
    const CLI::Validator number{&complaint_about_number, "NUMBER"};

    void add_colour(CLI::App* command) {
        command->add_option("--color", colour, "auto, always or never")
            ->check(CLI::IsMember({"auto", "always", "never"}));
    }

    void add_results(CLI::App* command) {
        command
            ->add_option("--results", results,
                         "Keep what is seen in this file, for onceproof report (default: none)")
            ->envname("ONCEPROOF_RESULTS");
    }

    void add_report() {
        report->add_option("RESULTS", reporting.results, "What run and prove kept by --results")
            ->envname("ONCEPROOF_RESULTS")
            ->required();
        report->add_option("--format", reporting.format, "md (default), html, junit, json, github")
            ->check(CLI::IsMember(report_formats()));
        report->add_option("--out", reporting.out, "Write it to this file");
        merge->add_option("RESULTS", merging.from, "Two or more, all by one build")
            ->required()
            ->expected(2, 1'000'000);
        merge->add_option("--out", merging.out, "A new file, for all of them")->required();
    }

    void add_rehearse() {
        rehearse->add_option("FILE", rehearsing.file, "Its service.toml; see docs/rehearsal.md")
            ->required();
        CLI::Option* check = rehearse->add_flag("--check", rehearsing.check,
                                                "Only say what was understood, and run nothing");
        CLI::Option* plan = rehearse->add_option("--plan", rehearsing.plan,
                                                 "Instead of all single faults: this plan file");
        rehearse
            ->add_option("--only", rehearsing.only,
                         "Only this kind of fault; may be given again; see docs/rehearsal.md")
            ->allow_extra_args(false)
            ->take_all()
            ->excludes(plan)
            ->excludes(check);
        rehearse
            ->add_option("--again", rehearsing.again,
                         "How often each finding is played again (default 20)")
            ->check(CLI::Range(0, 1000));
        rehearse->add_option("--logs", rehearsing.logs,
                             "The folder for what processes print, and for plans of findings "
                             "(default: onceproof-rehearsal)");
        rehearse->add_flag("--json", rehearsing.json,
                           "One JSON document a line; see docs/rehearsal.md");
        rehearse->add_flag("--quiet", rehearsing.quiet, "No progress line");
    }

    static std::vector<CLI::Option*> add_implementation(CLI::App* command,
                                                        scenarios::implementation_words& who) {
        return {command->add_option("--subject", who.subject,
                                    "Design under test; see onceproof list subjects"),
                command->add_option("--without", who.without,
                                    "A guard that is missing, or the mutant that lacks it; see "
                                    "onceproof list guards"),
                command->add_flag("--disk-faults", who.disk_faults,
                                  "Let disks fail too, at each operation on a file"),
                command
                    ->add_option("--only", who.only,
                                 "Inject only this kind of fault; may be given again; "
                                 "see onceproof list faults")
                    ->allow_extra_args(false)
                    ->take_all()};
    }

    static CLI::Option* add_scenario_file(CLI::App* command, std::string& file) {
        return command->add_option("--scenario", file, "One of your own: its TOML file");
    }

    // SCENARIO --seed S, --scenario FILE --seed S, or --plan FILE.
    void add_run_words(CLI::App* command, run_words& which) {
        CLI::Option* name =
            command->add_option("SCENARIO", which.scenario, "Which; see onceproof list");
        CLI::Option* own = add_scenario_file(command, which.scenario_file)->excludes(name);
        CLI::Option* seed =
            command->add_option("--seed", which.seed, "Which run of it (default 0)")->check(number);
        CLI::Option* file = command->add_option("--plan", which.plan, "The run of this plan file");
        file->excludes(name)->excludes(own)->excludes(seed);
        for (CLI::Option* who : add_implementation(command, which.under_test)) {
            file->excludes(who);
        }
        command->callback([name, own, file] {
            if (name->count() + own->count() + file->count() == 0) {
                throw CLI::RequiredError("SCENARIO, --scenario or --plan");
            }
        });
    }

    void add_explore() {
        CLI::Option* name =
            explore->add_option("SCENARIO", exploring.scenario, "Which; see onceproof list");
        CLI::Option* own = add_scenario_file(explore, exploring.scenario_file)->excludes(name);
        CLI::Option* seed = explore->add_option(
            "--seed", exploring.seed, "Which run of it (default: none, where all is calm)");
        CLI::Option* file =
            explore->add_option("--plan", exploring.plan, "The run of this plan file");
        seed->check(number);
        file->excludes(name)->excludes(own)->excludes(seed);
        for (CLI::Option* who : add_implementation(explore, exploring.under_test)) {
            file->excludes(who);
        }
        CLI::Option* prompt = explore->add_flag("--terminal", exploring.terminal,
                                                "At a prompt; it reads verbs, help lists them");
        explore
            ->add_option("--port", exploring.port,
                         "Of the loopback, for the page (default: one that is free)")
            ->excludes(prompt);
        explore
            ->add_option("--browser", exploring.browser,
                         "auto opens the page, by BROWSER or xdg-open; none does not")
            ->check(CLI::IsMember({"auto", "none"}))
            ->excludes(prompt);
        explore->add_option("--save-in", exploring.folder,
                            "The folder where plans are kept (default: onceproof-regressions)");
        add_colour(explore);
    }

    void add_prove() {
        proving.jobs = processors();
        prove->add_option("GUARD", proving.guards,
                          "Which (default all); see onceproof list guards");
        prove->add_option("--subject", proving.subject,
                          "Of this one alone; see onceproof list subjects");
        prove
            ->add_option("--runs", proving.runs_max,
                         "At most this many runs per design and per mutant (default 10000)")
            ->check(number);
        prove->add_option("--jobs", proving.jobs, "Worker processes (default: one a processor)")
            ->check(CLI::Range(1, 1024));
        prove->add_flag_callback(
            "--no-shrink", [this] { proving.shrinks = false; }, "Do not minimise failing runs");
        prove->add_option("--findings", proving.findings, "The folder to keep counterexamples in");
        add_results(prove);
        prove->add_flag("--json", proving.json, "One JSON document a line; see docs/command.md");
        prove->add_flag("--quiet", proving.quiet, "No progress line");
    }

    void add_run() {
        const std::map<std::string, std::uint64_t> units{
            {"ms", 1}, {"s", 1000}, {"min", 60'000}, {"h", 3'600'000}};
        campaign.jobs = processors();
        run->add_option("SCENARIO", campaign.scenarios, "Which (default all)");
        run->add_option("--scenario", campaign.scenario_files,
                        "One of your own: its TOML file; may be said again")
            ->allow_extra_args(false)
            ->take_all();
        CLI::Option* one = run->add_option("--seed", campaign.seed, "Run this seed only");
        CLI::Option* some = run->add_option("--seeds", campaign.seeds,
                                            "Number of seeds to run, starting at 0 (default 1000)");
        CLI::Option* from = run->add_option(
            "--seeds-from", campaign.seeds_from,
            "Begin with a seed made from this revision: a fresh set for each commit");
        CLI::Option* time = run->add_option("--time", milliseconds,
                                            "Stop after this much time: 500ms, 60s, 5min, 2h");
        one->check(number)->excludes(some)->excludes(from)->excludes(time);
        some->check(number);
        from->check(CLI::Validator(&complaint_about_revision, "REVISION"));
        time->transform(CLI::AsNumberWithUnit(units, CLI::AsNumberWithUnit::UNIT_REQUIRED, "TIME"));
        run->add_option("--jobs", campaign.jobs, "Worker processes (default: one a processor)")
            ->check(CLI::Range(1, 1024));
        add_implementation(run, campaign.under_test);
        run->add_flag_callback(
            "--no-shrink", [this] { campaign.shrinks = false; }, "Do not minimise failing runs");
        run->add_option("--findings", campaign.findings, "The folder to keep findings in");
        add_results(run);
        run->add_option("--regressions", campaign.regressions,
                        "Run the plan files in this folder first: they must hold")
            ->excludes(one);
        CLI::Option* faults =
            run->add_option("--faults", campaign.faults,
                            "Instead of seeds: run all plans with at most this many faults");
        faults->check(CLI::Range(0, 4));
        CLI::Option* deadlines = run->add_flag(
            "--deadlines", campaign.deadlines,
            "Instead of seeds: reach each timeout and expiry 1 ns early, at it, and 1 ns late");
        for (CLI::Option* search : {faults, deadlines}) {
            search->excludes(one)->excludes(some)->excludes(from)->excludes(time);
            search->excludes("--regressions");
        }
        deadlines->excludes(faults);
        const std::vector<CLI::Option*> of_search{
            run->add_option("--plans-max", campaign.plans_max,
                            "With --faults or --deadlines: stop after so many plans")
                ->check(number),
            run->add_option(
                   "--shard", shard,
                   "With --faults or --deadlines: run one part of the plans, 1/4, 2/4, ...")
                ->check(CLI::Validator(&complaint_about_shard, "I/N")),
            run->add_option(
                "--resume", campaign.resume,
                "With --faults or --deadlines: continue from this file, and update it at the end"),
            run->add_flag("--counts", campaign.counts,
                          "With --faults or --deadlines: count for each kind of fault")};
        run->callback([of_search, faults, deadlines] {
            for (const CLI::Option* detail : of_search) {
                if (detail->count() > 0 && faults->count() + deadlines->count() == 0) {
                    throw CLI::RequiresError(detail->get_name(), "--faults or --deadlines");
                }
            }
        });
        run->add_flag("--json", campaign.json, "One JSON document a line; see docs/command.md");
        run->add_flag("--quiet", campaign.quiet, "No progress line");
        add_colour(run);
    }
};

std::string near_word(const CLI::App& app, const std::string& stray) {
    std::vector<std::string> known;
    for (const CLI::App* command : app.get_subcommands({})) {
        known.push_back(command->get_name());
    }
    for (const CLI::App* level :
         {&app, app.get_subcommands().empty() ? &app : app.get_subcommands()[0]}) {
        for (const CLI::Option* option : level->get_options()) {
            for (const std::string& name : option->get_lnames()) {
                known.push_back("--" + name);
            }
        }
    }
    return base::did_you_mean(stray, known);
}

exit_status complain(const words& w, const CLI::ParseError& error) {
    if (!w.app.remaining(true).empty()) {
        const std::string stray = w.app.remaining(true).front();
        fmt::print(stderr, "onceproof: '{}' is not a word of this command{}\n", stray,
                   near_word(w.app, stray));
    } else {
        fmt::print(stderr, "onceproof: {} (onceproof --help explains)\n", error.what());
    }
    return usage;
}

// The words of the command as a shell would take them.
std::string in_one_line(int argc, const char* const* argv) {
    std::string line;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const bool plain = !word.empty() && word.find_first_of(" '\"\\$`*?<>|&;()") == word.npos;
        line +=
            fmt::format("{}{}", line.empty() ? "" : " ", plain ? word : fmt::format("'{}'", word));
    }
    return line;
}

exit_status obey(words& w, const results_words& results) {
    if (w.run->parsed()) {
        w.campaign.results = results;
        w.campaign.colour = wants_colour(w.colour);
        if (w.milliseconds) {
            w.campaign.time = std::chrono::milliseconds(*w.milliseconds);
        }
        w.campaign.part = *parse_shard(w.shard);
        return run(w.campaign);
    }
    if (w.prove->parsed()) {
        w.proving.results = results;
        return prove(w.proving);
    }
    if (w.replay->parsed()) {
        w.options.colour = wants_colour(w.colour);
        return replay(w.options);
    }
    if (w.explore->parsed()) {
        w.exploring.colour = wants_colour(w.colour);
        w.exploring.version = results.build.text();
        return explore(w.exploring);
    }
    if (w.plan->parsed()) {
        return print_plan(w.planned);
    }
    if (w.report->parsed()) {
        return report(w.reporting);
    }
    if (w.merge->parsed()) {
        return merge(w.merging);
    }
    if (w.rehearse->parsed()) {
        return rehearse(w.rehearsing);
    }
    if (w.shrink->parsed()) {
        return shrink(w.shrinking);
    }
    return list(w.topic);
}

// Standard output may be a full disk or a closed pipe: what was not written was not shown.
exit_status flushed(exit_status status) {
    if (std::fflush(stdout) == 0) {
        return status;
    }
    fmt::print(stderr, "onceproof: standard output: {}\n", std::generic_category().message(errno));
    return io_error;
}

}  // namespace

exit_status run_command_line(int argc, const char* const* argv, const reports::build& by) {
    try {
        words w(by.text());
        try {
            w.app.parse(argc, argv);
        } catch (const CLI::Success& help) {
            w.app.exit(help);
            return flushed(held);
        } catch (const CLI::ParseError& error) {
            return complain(w, error);
        }
        return flushed(obey(w, {w.results, by, in_one_line(argc, argv)}));
    } catch (const scenarios::unknown_name& problem) {
        fmt::print(stderr, "onceproof: {}\n", problem.what());
        return usage;
    } catch (const complaint& problem) {
        fmt::print(stderr, "onceproof: {}\n", problem.what());
        return problem.status;
    } catch (const base::unreadable_file& problem) {
        fmt::print(stderr, "onceproof: {}\n", problem.what());
        return problem.is_missing ? no_such_file : io_error;
    } catch (const reports::store_error& problem) {
        fmt::print(stderr, "onceproof: {}\n", problem.what());
        return status_of(problem);
    } catch (const std::system_error& problem) {
        const std::string what = std::ferror(stdout) != 0
                                     ? "standard output: " + problem.code().message()
                                     : problem.what();
        fmt::print(stderr, "onceproof: {}\n", what);
        return io_error;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "onceproof: a fault of onceproof itself: {}\n", problem.what());
        return own_fault;
    }
}

}  // namespace onceproof::cli
