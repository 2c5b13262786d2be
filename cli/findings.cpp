// See findings.hpp.
#include "cli/findings.hpp"

#include "cli/plan_command.hpp"
#include "scenarios/player.hpp"
#include "scenarios/shrink.hpp"
#include "scenarios/trial_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>
#include <utility>

namespace onceproof::cli {
namespace {

scenarios::run_report shrink_to_report(const scenarios::trial& t, const std::string& rule) {
    scenarios::shrink_options options;
    options.rule = rule;
    scenarios::run_report report;
    if (const std::optional<scenarios::shrunk> small = scenarios::shrink(t, options)) {
        report.attachment = plan_file_of(*small);
    }
    return report;
}

}  // namespace

saved_plan save(const std::string& folder, const scenarios::scenario& s,
                const scenarios::performer& by, std::string_view rule, const std::string& text) {
    std::filesystem::create_directories(folder);
    std::string name(s.name);
    name += by == s.usual ? "" : fmt::format(".{}", by.name());
    name += fmt::format(".{}.json", rule);
    std::replace(name.begin(), name.end(), ' ', '-');
    saved_plan saved{(std::filesystem::path(folder) / name).string(), text, {}};
    write_file(saved.file, text);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line) && line.starts_with("// ");) {
        saved.story.push_back(line.substr(3));
    }
    return saved;
}

scenarios::play_factory shrink_seed(const scenarios::scenario& s, const scenarios::performer& by,
                                    std::string rule) {
    return [&s, by, rule = std::move(rule)]() -> scenarios::play_function {
        return [&s, by, rule](std::uint64_t seed) {
            return shrink_to_report(scenarios::player(s, by).trial_of(seed), rule);
        };
    };
}

scenarios::play_factory shrink_plan(std::string plan, std::string rule) {
    return [plan = std::move(plan), rule = std::move(rule)]() -> scenarios::play_function {
        return [plan, rule](std::uint64_t) {
            return shrink_to_report(scenarios::read_trial(plan), rule);
        };
    };
}

bool can_shrink(std::string_view rule) {
    return rule != scenarios::crash_rule && rule != scenarios::hang_rule &&
           rule != scenarios::nondeterminism_rule;
}

}  // namespace onceproof::cli
