// See finding.hpp.
#include "search/finding.hpp"

#include "faults/intent_name.hpp"
#include "search/plan_file/trial_json.hpp"
#include "sim/world.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace onceproof::search {

gravity gravity_of(std::string_view rule) {
    if (rule == nondeterminism_rule) {
        return gravity::nondeterminism;
    }
    if (rule == crash_rule || rule.ends_with(" crashed")) {
        return gravity::crash;
    }
    const bool never_ends = rule == hang_rule || rule == to_text(sim::run_end::livelock) ||
                            rule == to_text(sim::run_end::horizon);
    return never_ends ? gravity::hang : gravity::broken_rule;
}

bool ends_a_process(const finding& f) {
    return f.rule == crash_rule || f.rule == hang_rule;
}

bool can_shrink(const finding& f) {
    return !ends_a_process(f) && f.rule != nondeterminism_rule;
}

std::string in_words(const finding& f) {
    return f.intent == 0 ? f.sentence
                         : fmt::format("{}: {}", faults::intent_name(f.intent), f.sentence);
}

std::string plan_file_of(const finding& f) {
    std::string text;
    for (const std::string& line : f.story) {
        text += fmt::format("// {}\n", line);
    }
    return text + to_json(*f.plan);
}

void add(std::vector<finding>& all, finding found) {
    const auto known = std::ranges::find(all, found.rule, &finding::rule);
    if (known == all.end()) {
        all.push_back(std::move(found));
    } else {
        known->times += found.times;
    }
}

}  // namespace onceproof::search
