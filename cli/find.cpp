// See find.hpp.
#include "cli/find.hpp"

#include "faults/document.hpp"
#include "faults/spelling.hpp"
#include "scenarios/player.hpp"
#include "scenarios/trial_json.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

namespace onceproof::cli {
namespace {

template <class Known>
[[noreturn]] void complain_about(std::string_view what, const std::string& name,
                                 const Known& known) {
    std::vector<std::string> names;
    for (const auto& k : known) {
        names.emplace_back(k.name);
    }
    throw complaint(usage, fmt::format("there is no {} '{}'{} (onceproof list {}s shows all)", what,
                                       name, faults::did_you_mean(name, names), what));
}

}  // namespace

const scenarios::scenario& find_scenario(const std::string& name) {
    const scenarios::scenario* const found = scenarios::find(name);
    if (found == nullptr) {
        complain_about("scenario", name, scenarios::all());
    }
    return *found;
}

const scenarios::mutant* find_mutant(const std::string& name) {
    const scenarios::mutant* const found = scenarios::find_mutant(name);
    if (found == nullptr && !name.empty()) {
        complain_about("mutant", name, scenarios::mutants());
    }
    return found;
}

std::string run_words::text() const {
    if (!plan.empty()) {
        return fmt::format("--plan {}", plan);
    }
    const std::string who = mutant.empty() ? "" : fmt::format(" --mutant {}", mutant);
    return fmt::format("{} --seed {}{}", scenario, seed, who);
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
        return scenarios::player(find_scenario(words.scenario), find_mutant(words.mutant))
            .trial_of(words.seed);
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
