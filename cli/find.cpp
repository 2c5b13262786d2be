// See find.hpp.
#include "cli/find.hpp"

#include "faults/document.hpp"
#include "scenarios/player.hpp"
#include "scenarios/trial_json.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace onceproof::cli {

std::string run_words::text() const {
    if (!plan.empty()) {
        return fmt::format("--plan {}", plan);
    }
    return fmt::format("{} --seed {}{}", scenario, seed, who.text());
}

std::string content_of(const std::string& file) {
    if (std::filesystem::is_directory(file)) {
        throw complaint(io_error, fmt::format("{}: it is a folder", file));
    }
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    if (in && in.peek() != std::ifstream::traits_type::eof()) {
        text << in.rdbuf();
    }
    if (!in.is_open() || in.bad() || text.bad()) {
        const int why = errno == 0 ? EIO : errno;
        throw complaint(why == ENOENT ? no_such_file : io_error,
                        fmt::format("{}: {}", file, std::generic_category().message(why)));
    }
    return text.str();
}

scenarios::trial find_trial(const run_words& words) {
    if (words.plan.empty()) {
        const scenarios::scenario& s = scenarios::scenario_named(words.scenario);
        return scenarios::player(s, scenarios::performer_named(words.who, s)).trial_of(words.seed);
    }
    const std::string text = content_of(words.plan);
    try {
        return scenarios::read_trial(text);
    } catch (const faults::bad_document& bad) {
        throw complaint(bad_file, fmt::format("{}:{}:{}: {}", words.plan, bad.line(), bad.column(),
                                              bad.what()));
    }
}

}  // namespace onceproof::cli
