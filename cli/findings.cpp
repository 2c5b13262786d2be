// See findings.hpp.
#include "cli/findings.hpp"

#include "base/files.hpp"
#include "cli/find.hpp"
#include "scenarios/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace onceproof::cli {

kept_finding keep(const std::string& folder, const scenarios::scenario& s,
                  const designs::implementation& by, const search::finding& found) {
    if (!found.plan) {
        return {found};
    }
    std::filesystem::create_directories(folder);
    std::string name(s.name);
    name += by == s.usual ? "" : fmt::format(".{}", by.name());
    name += fmt::format(".{}.json", found.rule);
    std::replace(name.begin(), name.end(), ' ', '-');
    kept_finding kept{found, (std::filesystem::path(folder) / name).string()};
    base::write_file(kept.file, plan_file_of(found));
    return kept;
}

std::vector<kept_finding> keep(const std::string& folder, const scenarios::scenario& s,
                               const designs::implementation& by,
                               const std::vector<search::finding>& found) {
    std::vector<kept_finding> all;
    for (const search::finding& f : found) {
        all.push_back(keep(folder, s, by, f));
    }
    return all;
}

std::string again(const kept_finding& f, const scenarios::scenario& s,
                  const designs::implementation& by) {
    run_words words;
    words.scenario = s.name;
    words.seed = f.finding.seed.value_or(0);
    words.plan = f.file;
    words.under_test = scenarios::words_for(by, s);
    return fmt::format("onceproof replay {}", words.text());
}

std::string again(const std::string& plan_file) {
    return plan_file.empty() ? std::string() : fmt::format("onceproof replay --plan {}", plan_file);
}

}  // namespace onceproof::cli
