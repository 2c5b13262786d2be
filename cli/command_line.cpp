// See command_line.hpp. The one file that compiles CLI11.
#include "cli/command_line.hpp"

#include "cli/commands.hpp"
#include "cli/spelling.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <string_view>
#include <system_error>
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

struct words {
    CLI::App app{"Proves that a retried operation takes effect exactly once."};
    CLI::App* replay = app.add_subcommand("replay", "Play one run and tell it step by step");
    CLI::App* list = app.add_subcommand("list", "List what there is to play");
    replay_options options;
    std::string colour = "auto";
    std::string what = "scenarios";

    explicit words(const std::string& version) {
        app.require_subcommand(1);
        app.set_version_flag("--version", version);
        app.footer(
            "Examples:\n"
            "  onceproof list\n"
            "  onceproof replay lost-answer --seed 7\n"
            "Exit status: 0 held, 1 violated, 2 inconclusive, 64 usage, 70 a fault of\n"
            "onceproof itself or nondeterminism.");
        replay->add_option("SCENARIO", options.scenario, "Which; see onceproof list")->required();
        replay->add_option("--seed", options.seed, "Which run of it (default 0)");
        replay->add_flag("--check-determinism", options.check_determinism,
                         "Play it twice more and compare event by event");
        replay->add_flag("--timers", options.timers, "Also tell of each timer that fires");
        replay->add_option("--color", colour, "auto, always or never")
            ->check(CLI::IsMember({"auto", "always", "never"}));
        list->add_option("WHAT", what, "scenarios")->check(CLI::IsMember({"scenarios"}));
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
    return did_you_mean(stray, known);
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

exit_status obey(words& w) {
    if (w.replay->parsed()) {
        w.options.colour = wants_colour(w.colour);
        return replay(w.options);
    }
    return list_scenarios();
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

exit_status run_command_line(int argc, const char* const* argv, const std::string& version) {
    try {
        words w(version);
        try {
            w.app.parse(argc, argv);
        } catch (const CLI::Success& help) {
            w.app.exit(help);
            return flushed(held);
        } catch (const CLI::ParseError& error) {
            return complain(w, error);
        }
        return flushed(obey(w));
    } catch (const std::system_error& problem) {
        fmt::print(stderr, "onceproof: {}\n", problem.what());
        return io_error;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "onceproof: a fault of onceproof itself: {}\n", problem.what());
        return own_fault;
    }
}

}  // namespace onceproof::cli
