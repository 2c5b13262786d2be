// See summary.hpp: gaps and overlaps in what was run.
#include "reports/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace onceproof::reports {
namespace {

std::string title(const campaign_entry& p) {
    return fmt::format("{} by {}{}{}", p.scenario, implementation_of(p.subject, p.mutant),
                       p.among.empty() ? "" : ", ", p.among);
}

struct shards {
    std::uint64_t count = 1;
    std::string under_test;
    std::string plans;                   // see plans_of
    std::map<std::uint64_t, int> times;  // that each was run
};

// Searches that were divided in the same way belong together.
std::vector<shards> all_shards(const evidence& e) {
    std::map<std::tuple<std::string, std::string, std::uint64_t>, shards> all;
    for (const run_entry& r : e.runs) {
        for (const campaign_entry& p : r.campaigns) {
            if (p.search) {
                shards& s = all[{title(p), plans_of(*p.search), p.search->shards}];
                s.plans = plans_of(*p.search);
                s.count = p.search->shards;
                s.under_test = title(p);
                ++s.times[p.search->shard];
            }
        }
    }
    std::vector<shards> list;
    for (auto& [key, s] : all) {
        list.push_back(std::move(s));
    }
    return list;
}

std::string numbers_of(const std::vector<std::uint64_t>& some) {
    return fmt::format("{} {}", some.size() == 1 ? "shard" : "shards", fmt::join(some, ", "));
}

void add_gaps_in_seeds(const campaign_entry& p, std::vector<std::string>& to) {
    if (!p.verdict) {
        to.push_back(fmt::format("{}: it had not come to its end after {}", title(p),
                                 counted(p.runs, "run")));
    } else if (!p.search && p.wanted > p.runs) {
        to.push_back(fmt::format("{}: only {} of {} seeds from {} on were run", title(p), p.runs,
                                 p.wanted, p.first_seed));
    } else if (p.search && p.search->parts_done < p.search->parts) {
        to.push_back(fmt::format("{}: only {} of {} parts of shard {} of {} were run", title(p),
                                 p.search->parts_done, p.search->parts, p.search->shard,
                                 p.search->shards));
    }
}

std::map<std::string, std::vector<const campaign_entry*>> campaigns_of_seeds(const evidence& e) {
    std::map<std::string, std::vector<const campaign_entry*>> all;
    for (const run_entry& r : e.runs) {
        for (const campaign_entry& p : r.campaigns) {
            if (!p.search && !p.scenario.empty()) {
                all[title(p)].push_back(&p);
            }
        }
    }
    return all;
}

// Seeds go on from 0 after the greatest, but nobody asks for so many.
bool meet(const campaign_entry& a, const campaign_entry& b) {
    return a.first_seed < b.first_seed + b.runs && b.first_seed < a.first_seed + a.runs;
}

}  // namespace

std::vector<std::string> gaps_in(const evidence& e) {
    std::vector<std::string> all;
    for (const campaign_entry* p : summary_of(e).campaigns) {
        add_gaps_in_seeds(*p, all);
    }
    for (const shards& s : all_shards(e)) {
        std::vector<std::uint64_t> missing;
        for (std::uint64_t i = 1; i <= s.count; ++i) {
            if (!s.times.contains(i)) {
                missing.push_back(i);
            }
        }
        if (!missing.empty()) {
            all.push_back(fmt::format("{}, {}: {} of {} missing", s.under_test, s.plans,
                                      numbers_of(missing), s.count));
        }
    }
    return all;
}

std::vector<std::string> overlaps_in(const evidence& e) {
    std::vector<std::string> all;
    for (const shards& s : all_shards(e)) {
        std::vector<std::uint64_t> twice;
        for (const auto& [number, times] : s.times) {
            if (times > 1) {
                twice.push_back(number);
            }
        }
        if (!twice.empty()) {
            all.push_back(fmt::format("{}, {}: {} of {} run more than once", s.under_test, s.plans,
                                      numbers_of(twice), s.count));
        }
    }
    for (const auto& [who, campaigns] : campaigns_of_seeds(e)) {
        std::set<std::uint64_t> from;  // each once, however often it happened
        for (std::size_t i = 0; i < campaigns.size(); ++i) {
            for (std::size_t j = i + 1; j < campaigns.size(); ++j) {
                if (meet(*campaigns[i], *campaigns[j])) {
                    from.insert(std::max(campaigns[i]->first_seed, campaigns[j]->first_seed));
                }
            }
        }
        for (const std::uint64_t seed : from) {
            all.push_back(fmt::format("{}: seeds from {} on were run more than once", who, seed));
        }
    }
    return all;
}

}  // namespace onceproof::reports
