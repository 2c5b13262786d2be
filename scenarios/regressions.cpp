// See regressions.hpp.
#include "scenarios/regressions.hpp"

#include "scenarios/player.hpp"
#include "scenarios/trial_json.hpp"

#include <utility>

namespace onceproof::scenarios {
namespace {

run_report play_one(const regression& r) {
    const trial t = read_trial(r.text);
    player p(*t.of, t.by);
    run_report report = p.play(t);
    const auto fates = p.against().fates();
    for (std::size_t i = 0; i < fates.size(); ++i) {
        if (fates[i] == faults::opponent::fate::unmet) {
            report.attachment = t.faults[i].point;
        }
    }
    return report;
}

}  // namespace

std::vector<regression> regressions_of(const scenario& s, const std::vector<regression>& all) {
    std::vector<regression> some;
    for (const regression& r : all) {
        if (read_trial(r.text).of == &s) {
            some.push_back(r);
        }
    }
    return some;
}

play_factory play_regressions(std::vector<regression> which) {
    return [which = std::move(which)]() -> play_function {
        return [which](std::uint64_t position) { return play_one(which[position]); };
    };
}

}  // namespace onceproof::scenarios
