// See regressions.hpp.
#include "search/proof/regressions.hpp"

#include "search/player.hpp"
#include "search/trial_json.hpp"

#include <variant>

namespace onceproof::search {
namespace {

outcome play_one(const scenarios::trial& t) {
    player p(*t.of, t.by);
    outcome o{broken_in(p.play(t)), plan_told()};
    const auto fates = p.against().fates();
    for (std::size_t i = 0; i < fates.size(); ++i) {
        if (fates[i] == faults::opponent::fate::unmet) {
            o.told = plan_told{t.faults[i].point};
        }
    }
    return o;
}

}  // namespace

std::vector<regression> regressions_of(const scenarios::scenario& s,
                                       const std::vector<regression>& all) {
    std::vector<regression> some;
    for (const regression& r : all) {
        if (read_trial(r.text).of == &s) {
            some.push_back(r);
        }
    }
    return some;
}

regressions_seen play_regressions(campaign& search, const std::vector<regression>& which,
                                  std::function<void(const progress&)> on_progress) {
    const play_factory factory = []() -> play_function {
        return [](const job& j) { return play_one(std::get<play_plan>(j).what); };
    };
    regressions_seen seen{which.size()};
    audience who;
    who.on_progress = std::move(on_progress);
    who.on_outcome = [&](std::uint64_t i, const outcome& o) {
        for (const finding& f : o.broken) {
            seen.broken.emplace_back(which[i], f);
        }
        const auto* const told = std::get_if<plan_told>(&o.told);
        if (told != nullptr && !told->unmet.empty()) {
            seen.unmet.emplace_back(which[i], told->unmet);
        }
        return true;
    };
    const auto plan = [&](std::uint64_t i) { return play_plan{read_trial(which[i].text)}; };
    seen.end = search.play(factory, {which.size(), plan}, who);
    return seen;
}

}  // namespace onceproof::search
