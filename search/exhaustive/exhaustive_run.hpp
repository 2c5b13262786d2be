// What `onceproof run` does with all plans of a kind: it searches some scenarios one after the
// other, goes on where an earlier search was interrupted, judges, and makes small what broke.
// Whoever asks for it only has to tell.
#pragma once

#include "search/exhaustive/exhaustive_search.hpp"
#include "search/gate.hpp"

#include <functional>
#include <span>
#include <string>

namespace onceproof::search {

struct exhaustive_run_options {
    exhaustive_options search{};  // but on_seen, which is the run's
    campaign_options how{};
    bool shrinks = true;

    // The file that says how far an earlier search has come, and then how far this one has; empty:
    // none. Requires: then there is one scenario.
    std::string resume{};
};

// An exhaustive search of one scenario, judged.
struct certified {
    certificate seen;  // with findings made small, if they could be
    grounds rests_on;
    verdict result = verdict::held;
};

// Who is told. Of a scenario: that it begins, what is known so far, what broke, as soon as that is
// known, and at last its judgement.
struct exhaustive_listener {
    std::function<void(const candidate&)> on_begin;
    std::function<void(const candidate&, const certificate&)> on_seen;
    std::function<void(const candidate&, const finding&)> on_broken;
    std::function<void(const candidate&, const certified&)> on_certified;
    std::function<void(const candidate&, const progress&)> on_progress;
};

// Requires: as campaign; who listens to everything. Throws a bad_certificate that names the file to
// resume from, an base::unreadable_file, std::system_error.
gate_end run_exhaustively(std::span<const candidate> candidates,
                          const exhaustive_run_options& options, const exhaustive_listener& who);

}  // namespace onceproof::search
