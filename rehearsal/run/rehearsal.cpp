// See rehearsal.hpp.
#include "rehearsal/run/rehearsal.hpp"

#include "rehearsal/run/plan_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace onceproof::rehearsal {
namespace {

constexpr int calm_runs = 3;
constexpr int tries_max = 3;  // of a plan of which nothing can be said

using point_set = std::set<std::string>;

point_set points_of_attempts(const run_result& r) {
    point_set all;
    for (const std::string& p : r.points) {
        if (p.find("/attempt-") != std::string::npos) {
            all.insert(p);
        }
    }
    return all;
}

class searcher {
public:
    searcher(const service_spec& s, stage& on, const rehearsal_options& options,
             rehearsal_report& to)
        : spec_(s), stage_(on), options_(options), report_(to) {}

    void search() {
        if (options_.only_plan) {
            play(*options_.only_plan);
        } else if (is_calm()) {
            for (const std::string& point : report_.points) {
                for (const fault_kind& kind : fault_kinds()) {
                    if (fits(kind, point)) {
                        play({{point, &kind}});
                    }
                }
            }
        }
        say_again();
        put_in_order();
        report_.is_whole = true;
    }

private:
    // Whether it holds, and meets the same points each time.
    bool is_calm() {
        point_set first;
        for (int n = 0; n < calm_runs; ++n) {
            tell(fmt::format("calm run {} of {}", n + 1, calm_runs));
            const run_result r = run({});
            if (!r.holds()) {
                take(r, {});
                return false;
            }
            const point_set met = points_of_attempts(r);
            if (n > 0 && met != first) {
                std::vector<std::string> differ;
                std::ranges::set_symmetric_difference(met, first, std::back_inserter(differ));
                report_.open.push_back(
                    fmt::format("the calm run does not always meet {}", fmt::join(differ, ", ")));
                return false;
            }
            first = met;
            if (n == 0) {
                add_points(r);
            }
        }
        return true;
    }

    void add_points(const run_result& r) {
        for (const std::string& p : r.points) {
            if (p.find("/attempt-") != std::string::npos) {
                report_.points.push_back(p);
            }
        }
    }

    bool fits(const fault_kind& kind, const std::string& point) const {
        if (kind.at != place_of(point) ||
            (!options_.only.empty() &&
             std::ranges::find(options_.only, kind.name) == options_.only.end())) {
            return false;
        }
        const std::size_t at = point.find("/api>");
        const std::size_t name = at + std::string_view("/api>").size();
        const backend_spec* const b =
            at == point.npos ? nullptr
                             : spec_.find_backend(point.substr(name, point.find('/', name) - name));
        return !kind.played_only || (b != nullptr && b->kind == backend_kind::played);
    }

    run_result run(const plan& p) {
        ++report_.runs;
        return stage_.play(p);
    }

    void play(const plan& p) {
        ++report_.plans;
        tell(to_text(p));
        run_result r = run(p);
        for (int tries = 1; tries < tries_max && r.broken.empty() && !r.missing.empty(); ++tries) {
            r = run(p);
        }
        take(r, p);
    }

    void take(const run_result& r, const plan& p) {
        const bool is_planned = r.unplanned.empty() && r.missing.empty();
        std::vector<model::violation> broken = r.broken;
        if (broken.empty() && r.missing.empty() && never_settles(r, p)) {
            broken = r.not_settled;
        }
        for (const model::violation& v : broken) {
            report_.findings.push_back({.rule = std::string(to_text(v.broken)),
                                        .why = v.why,
                                        .at = p,
                                        .is_planned = is_planned,
                                        .story = r.story});
        }
        if (!r.own_ends.empty()) {
            report_.findings.push_back({.rule = "ends by itself",
                                        .why = r.own_ends.front(),
                                        .at = p,
                                        .is_planned = is_planned,
                                        .is_crash = true,
                                        .story = r.story});
        }
        if (broken.empty() && r.own_ends.empty() && !r.holds()) {
            const std::string why =
                r.missing.empty() ? "it did not settle each time" : r.missing.front();
            report_.open.push_back(fmt::format("{}: {}", to_text(p), why));
        }
    }

    // What must happen in time is missed only if it is missed each time.
    bool never_settles(const run_result& r, const plan& p) {
        bool never = !r.not_settled.empty();
        for (int tries = 0; tries < tries_max && never; ++tries) {
            const run_result again = run(p);
            never = !again.not_settled.empty() && again.missing.empty();
        }
        return never;
    }

    static bool shows(const run_result& r, const rehearsal_finding& f) {
        const auto is_it = [&](const model::violation& v) { return to_text(v.broken) == f.rule; };
        return f.is_crash ? !r.own_ends.empty()
                          : std::ranges::any_of(r.broken, is_it) ||
                                std::ranges::any_of(r.not_settled, is_it);
    }

    // One run again counts for all findings of its plan.
    void say_again() {
        for (std::size_t first = 0; first < report_.findings.size();) {
            std::size_t last = first;
            while (last < report_.findings.size() &&
                   report_.findings[last].at == report_.findings[first].at) {
                ++last;
            }
            tell(fmt::format("again: {}", to_text(report_.findings[first].at)));
            for (std::uint32_t n = 0; n < options_.again; ++n) {
                const run_result r = run(report_.findings[first].at);
                for (std::size_t i = first; i < last; ++i) {
                    rehearsal_finding& f = report_.findings[i];
                    f.again += shows(r, f) ? 1 : 0;
                    ++f.of;
                }
            }
            first = last;
        }
    }

    // What is gravest comes first, and of that what was seen again most often.
    void put_in_order() {
        const auto place = [](const rehearsal_finding& f) {
            const std::span<const model::rule> all = model::rules();
            const auto found = std::ranges::find(all, std::string_view(f.rule),
                                                 [](model::rule r) { return to_text(r); });
            return std::tuple(found - all.begin(), f.of - f.again, to_text(f.at), f.why);
        };
        std::ranges::sort(report_.findings, {}, place);
    }

    void tell(const std::string& what) const {
        if (options_.progress) {
            options_.progress(what);
        }
    }

    const service_spec& spec_;
    stage& stage_;
    const rehearsal_options& options_;
    rehearsal_report& report_;
};

}  // namespace

search::verdict rehearsal_report::said() const {
    if (!findings.empty()) {
        return search::verdict::violated;
    }
    return is_whole && open.empty() ? search::verdict::held : search::verdict::inconclusive;
}

void rehearse(const service_spec& s, stage& on, const rehearsal_options& options,
              rehearsal_report& to) {
    searcher(s, on, options, to).search();
}

}  // namespace onceproof::rehearsal
