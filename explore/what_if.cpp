// See what_if.hpp.
#include "explore/what_if.hpp"

#include "faults/words.hpp"
#include "scenarios/names.hpp"
#include "search/moments.hpp"
#include "search/trial_json.hpp"

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
    for (const faults::kind& k : space) {
        if (!k.strikes_at.has(where.kind)) {
            continue;
        }
        choice& c = all.emplace_back();
        c.kind = k.name();
        c.description = k.description;
        for (const faults::alternative& a : k.alternatives) {
            c.ways.emplace_back(name, a.what);
        }
    }
    return all;
}

// What may go wrong stays as it is.
trial played_by(const trial& t, std::string subject, std::string without) {
    scenarios::performer_words words = scenarios::words_for(t.by, *t.of);
    words.subject = std::move(subject);
    words.without = std::move(without);
    trial other = t;
    try {
        other.by = scenarios::performer_named(words, *t.of);
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
    const auto& meetings = r.against().meetings();
    const faults::fault_space space = r.played().by.space();
    std::vector<choices_at> all;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (meetings[i].events >= before && meetings[i].events < here) {
            const std::string name = r.world().name(points[i]);
            if (auto kinds = kinds_at(space, points[i], name); !kinds.empty()) {
                all.push_back({name, std::move(kinds)});
            }
        }
    }
    return all;
}

trial with(const trial& t, const faults::fault& added) {
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
    const bool usual = t.by.as == t.of->usual.as && t.of->usual.lacks == nullptr;
    return played_by(t, usual || name.empty() ? std::string(t.by.as->name) : std::string(),
                     std::string(name));
}

trial by_subject(const trial& t, std::string_view name) {
    return played_by(t, std::string(name), "");
}

trial of_seed(const trial& t, std::uint64_t seed) {
    return search::player(*t.of, t.by).trial_of(seed);
}

trial calm(const scenarios::scenario& s, const designs::performer& by) {
    trial t(s);
    t.by = by;
    t.faults = search::plan_for(s, by);
    return t;
}

std::optional<trial> next_failing(const trial& t, std::uint64_t runs_max) {
    search::player p(*t.of, t.by);
    const std::uint64_t first = t.seed ? *t.seed + 1 : 0;
    for (std::uint64_t seed = first; seed - first < runs_max; ++seed) {
        if (p.play(seed).broke()) {
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
    for (const faults::fault& f : t.faults) {
        text += fmt::format("// What goes wrong: {}.\n", in_words(f));
    }
    return text + search::to_json(t);
}

std::string again(const trial& t) {
    if (is_of_its_seed(t)) {
        return fmt::format("onceproof replay {} --seed {}{}", scenarios::words_for(*t.of), *t.seed,
                           scenarios::words_for(t.by, *t.of).text());
    }
    const std::string plan = boost::json::serialize(boost::json::parse(search::to_json(t)));
    return fmt::format("onceproof replay --plan /dev/stdin <<< {}", quoted(plan));
}

}  // namespace onceproof::explore
