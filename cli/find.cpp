// See find.hpp.
#include "cli/find.hpp"

#include "base/document.hpp"
#include "base/files.hpp"
#include "scenarios/catalogue.hpp"
#include "search/plan_file/trial_json.hpp"
#include "search/runner.hpp"

#include <fmt/format.h>

namespace onceproof::cli {

std::string run_words::text() const {
    if (!plan.empty()) {
        return fmt::format("--plan {}", plan);
    }
    const scenarios::scenario* const known = scenarios::find(scenario);
    return fmt::format("{} --seed {}{}", known == nullptr ? scenario : scenarios::words_for(*known),
                       seed, under_test.text());
}

const scenarios::scenario& scenario_from(const std::string& file) {
    using reason = scenarios::bad_scenario_file::reason;
    try {
        return scenarios::add_scenario_file(file);
    } catch (const scenarios::bad_scenario_file& bad) {
        throw complaint(bad.why == reason::missing      ? no_such_file
                        : bad.why == reason::unreadable ? io_error
                                                        : bad_file,
                        bad.what());
    }
}

scenarios::trial find_trial(const run_words& words) {
    if (words.plan.empty()) {
        const scenarios::scenario& s = words.scenario_file.empty()
                                           ? scenarios::scenario_named(words.scenario)
                                           : scenario_from(words.scenario_file);
        return search::runner(s, scenarios::implementation_named(words.under_test, s))
            .trial_of(words.seed);
    }
    const std::string text = base::content_of(words.plan);
    try {
        return search::read_trial(text);
    } catch (const base::bad_document& bad) {
        throw complaint(bad_file, base::complain_of(words.plan, bad));
    }
}

}  // namespace onceproof::cli
