// The sections of the evidence report, in the order in which they stand in it.
#pragma once

#include "reports/evidence.hpp"
#include "reports/formats/page.hpp"
#include "reports/summary.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::reports {

using blocks = std::vector<block>;

blocks at_a_glance(const evidence& e, const summary& sum);
blocks what_broke(const summary& sum);  // nothing if nothing did
blocks the_key(const evidence& e, const summary& sum);
blocks the_questions(const evidence& e, const summary& sum);
blocks the_contract(const evidence& e, const summary& sum);
blocks the_retry_policy(const evidence& e, const summary& sum);
blocks the_guards(const evidence& e, const summary& sum);
blocks the_windows(const evidence& e);
blocks the_paths(const evidence& e, const summary& sum);
blocks not_judged(const evidence& e, const summary& sum);
blocks not_covered(const evidence& e, const summary& sum);
blocks what_it_does_not_prove();
blocks what_was_run(const evidence& e, const summary& sum);

// Coloured by what it says.
words verdict_words(std::optional<search::verdict> v);

// Subjects that ran or were searched, in the order of the catalogue.
std::vector<const subject_entry*> subjects_seen(const evidence& e, const summary& sum);

}  // namespace onceproof::reports
