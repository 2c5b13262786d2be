// See explore_command.hpp.
#include "cli/commands/explore_command.hpp"

#include "base/files.hpp"
#include "cli/find.hpp"
#include "cli/watchdog_scope.hpp"
#include "explore/page_server.hpp"
#include "explore/terminal.hpp"
#include "explore/what_if.hpp"
#include "search/plan_file/trial_json.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace onceproof::cli {
namespace {

scenarios::trial first_trial(const explore_options& options) {
    if (!options.plan.empty()) {
        run_words which;
        which.plan = options.plan;
        return find_trial(which);
    }
    const scenarios::scenario& s =
        !options.scenario_file.empty() ? scenario_from(options.scenario_file)
        : options.scenario.empty()     ? scenarios::all().front()
                                       : scenarios::scenario_named(options.scenario);
    const scenarios::trial calm = explore::calm(s, implementation_named(options.under_test, s));
    return options.seed ? explore::of_seed(calm, *options.seed) : calm;
}

// Plans that are kept for good are named by people.
std::string save(const std::string& folder, const std::string& name, const std::string& text) {
    const bool plain =
        !name.empty() && name.size() <= 100 && std::ranges::all_of(name, [](unsigned char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
        });
    if (!plain) {
        throw explore::refusal("a name is made of small letters, digits and hyphens");
    }
    std::filesystem::create_directories(folder);
    const std::string file = (std::filesystem::path(folder) / (name + ".json")).string();
    if (std::filesystem::exists(file)) {
        throw explore::refusal(fmt::format("{}: there is such a file already", file));
    }
    base::write_file(file, text);
    return file;
}

// Whether somebody took it.
bool open_in_browser(const std::string& url) {
    const char* const chosen = std::getenv("BROWSER");
    std::string program = chosen == nullptr || *chosen == '\0' ? "xdg-open" : chosen;
    std::string address = url;
    std::array<char*, 3> words{program.data(), address.data(), nullptr};
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int failed =
        posix_spawnp(&child, program.c_str(), &quiet, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&quiet);
    return failed == 0;
}

exit_status in_the_browser(const explore_options& options, explore::api& answers) {
    explore::page_server server(answers, options.port);
    fmt::print("{}\nCtrl-C ends it.\n", server.url());
    if (options.browser == "auto" && !open_in_browser(server.url())) {
        fmt::print("There is no browser here to open it with; BROWSER may name one.\n");
    }
    std::fflush(stdout);
    server.run();
    return held;
}

exit_status at_the_prompt(const explore_options& options, const scenarios::trial& start) {
    explore::terminal_options how;
    how.save = [&](const std::string& name, const std::string& text) {
        return save(options.folder, name, text);
    };
    how.colour = options.colour;
    how.prompts = isatty(STDIN_FILENO) != 0;
    return explore::terminal(start, std::cin, std::cout, how).run() ? held : usage;
}

}  // namespace

exit_status explore(const explore_options& options) {
    const watchdog_scope under_watch;
    const scenarios::trial start = first_trial(options);
    if (options.terminal) {
        const exit_status how = at_the_prompt(options, start);
        std::cout.flush();
        return how;
    }
    explore::api answers({search::to_json(start), options.version, options.folder,
                          [&](const std::string& name, const std::string& text) {
                              return save(options.folder, name, text);
                          }});
    return in_the_browser(options, answers);
}

}  // namespace onceproof::cli
