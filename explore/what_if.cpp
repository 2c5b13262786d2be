// See what_if.hpp.
#include "explore/what_if.hpp"

#include "faults/words.hpp"
#include "scenarios/names.hpp"
#include "search/moments/moments.hpp"
#include "search/plan_file/trial_json.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace onceproof::explore {

using scenarios::trial;

namespace {

std::vector<choice> kinds_at(const faults::fault_space& space, const sim::point& where,
                             const std::string& name) {
    std::vector<choice> all;
    for (const faults::kind_row& k : space) {
        if (!k.applies_to.has(where.kind)) {
            continue;
        }
        choice& c = all.emplace_back();
        c.kind = k.name();
        c.description = k.description;
        for (const faults::alternative& a : k.alternatives) {
            c.ways.emplace_back(name, a.fault);
        }
    }
    return all;
}

// What may go wrong stays as it is.
trial implementation_with(const trial& t, std::string subject, std::string without) {
    scenarios::implementation_words words = scenarios::words_for(t.under_test, *t.base);
    words.subject = std::move(subject);
    words.without = std::move(without);
    trial other = t;
    try {
        other.under_test = scenarios::implementation_named(words, *t.base);
    } catch (const scenarios::unknown_name& unknown) {
        throw refusal(unknown.what());
    }
    return other;
}

std::string quoted(std::string text) {
    for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 4) {
        text.replace(at, 1, "'\\''");
    }
    return '\'' + text + '\'';
}

}  // namespace

std::vector<choices_at> choices(const recording& r, event_number at) {
    const auto row = r.row_of(at);
    const event_number before = !row || *row == 0 ? 0 : r.rows()[*row - 1];
    const event_number here = row ? r.rows()[*row] : 0;
    const auto& points = r.against().points();
    const auto& visits = r.against().visits();
    const faults::fault_space space = r.trial().under_test.space();
    std::vector<choices_at> all;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (visits[i].events >= before && visits[i].events < here) {
            const std::string name = r.world().name(points[i]);
            if (auto kinds = kinds_at(space, points[i], name); !kinds.empty()) {
                all.push_back({name, std::move(kinds)});
            }
        }
    }
    return all;
}

trial with(const trial& t, const faults::planned_fault& added) {
    trial other = t;
    other.faults.push_back(added);
    return other;
}

trial without_fault(const trial& t, std::size_t index) {
    if (index >= t.faults.size()) {
        throw refusal(fmt::format("the plan has {} faults", t.faults.size()));
    }
    trial other = t;
    other.faults.erase(other.faults.begin() + static_cast<std::ptrdiff_t>(index));
    return other;
}

trial without_guard(const trial& t, std::string_view name) {
    const bool usual =
        t.under_test.design == t.base->usual.design && t.base->usual.lacks == nullptr;
    return implementation_with(
        t, usual || name.empty() ? std::string(t.under_test.design->name) : std::string(),
        std::string(name));
}

trial by_subject(const trial& t, std::string_view name) {
    return implementation_with(t, std::string(name), "");
}

trial of_seed(const trial& t, std::uint64_t seed) {
    return search::runner(*t.base, t.under_test).trial_of(seed);
}

trial calm(const scenarios::scenario& s, const designs::implementation& by) {
    trial t(s);
    t.under_test = by;
    t.faults = search::plan_for(s, by);
    return t;
}

std::optional<trial> next_failing(const trial& t, std::uint64_t runs_max) {
    search::runner p(*t.base, t.under_test);
    const std::uint64_t first = t.seed ? *t.seed + 1 : 0;
    for (std::uint64_t seed = first; seed - first < runs_max; ++seed) {
        if (p.run(seed).broke()) {
            return p.trial_of(seed);
        }
    }
    return std::nullopt;
}

bool is_of_its_seed(const trial& t) {
    return t.seed && search::to_json(of_seed(t, *t.seed)) == search::to_json(t);
}

std::string plan_file_of(const trial& t) {
    std::string text;
    for (const faults::planned_fault& f : t.faults) {
        text += fmt::format("// What goes wrong: {}.\n", in_words(f));
    }
    return text + search::to_json(t);
}

std::string again(const trial& t) {
    if (is_of_its_seed(t)) {
        return fmt::format("onceproof replay {} --seed {}{}", scenarios::words_for(*t.base),
                           *t.seed, scenarios::words_for(t.under_test, *t.base).text());
    }
    const std::string plan = boost::json::serialize(boost::json::parse(search::to_json(t)));
    return fmt::format("onceproof replay --plan /dev/stdin <<< {}", quoted(plan));
}

}  // namespace onceproof::explore
