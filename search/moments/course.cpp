// See course.hpp.
#include "search/moments/course.hpp"

#include "faults/intent_name.hpp"
#include "model/oracle/oracle.hpp"
#include "scenarios/asking.hpp"
#include "scenarios/roles/proxy.hpp"
#include "scenarios/roles/server.hpp"
#include "search/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace onceproof::search {
namespace {

using faults::fault_kind;
using faults::moment_of_attempt;
constexpr std::size_t no_point = course::nowhere;

// "intent-17/attempt-1": 17
std::uint64_t intent_in(std::string_view attempt) {
    const std::size_t hyphen = std::min(attempt.find('-') + 1, attempt.size());
    std::uint64_t intent = 0;
    std::from_chars(attempt.data() + hyphen, attempt.data() + attempt.size(), intent);
    return intent;
}

class lesson {
public:
    lesson(const scenarios::scenario& s, const designs::implementation& by,
           const scenarios::workload& work, const moment_of_attempt& when)
        : design_(*by.design),
          work_(work),
          attempt_(first_attempt(when.attempt)),
          parties_(parties_of(work, {when.moment, when.attempt, "", 0})),
          lease_(by.design->promised->lease),
          runner_(s, designs::implementation(*by.design)) {}

    course learn() {
        runner_options options;
        options.keep_points = true;
        const run_report calm = runner_.run(faults::fault_schedule(), work_, options);
        take_points();
        const std::uint64_t step = step_of_effect(calm.steps);
        if (step != 0) {
            for (std::size_t i = 0; i < met_in_.size() && met_in_[i] <= step; ++i) {
                learnt_.effect = i;
            }
            find_claim();
        }
        return std::move(learnt_);
    }

private:
    void take_points() {
        const auto& against = runner_.injector();
        for (std::size_t i = 0; i < against.points().size(); ++i) {
            const sim::point& met = against.points()[i];
            const std::string name = runner_.world().name(met);
            if (is_of_attempt(name)) {
                add(name, met, against.visits()[i].steps);
            }
        }
    }

    // Of this attempt, and neither by another client that makes one of that name nor at another
    // server.
    bool is_of_attempt(std::string_view name) const {
        if (!name.starts_with(attempt_ + '/')) {
            return false;
        }
        const std::string_view rest = name.substr(attempt_.size() + 1);
        const std::string_view who = rest.substr(0, rest.find_first_of("/>"));
        const auto is_other = [&](const auto& all, const std::string& mine) {
            return who != mine &&
                   std::ranges::any_of(all, [&](const auto& one) { return one.name == who; });
        };
        return !is_other(work_.clients, parties_.client) &&
               !is_other(work_.servers, parties_.server);
    }

    void add(const std::string& name, const sim::point& met, std::uint64_t step) {
        const std::size_t at = learnt_.points.size();
        const std::string_view who =
            std::string_view(name).substr(attempt_.size() + 1, parties_.server.size() + 1);
        const bool of_server = who == parties_.server + '/';
        const bool is_answer = name == fmt::format("{}/{}>{}/response", attempt_, parties_.client,
                                                   scenarios::servers_host);
        learnt_.points.push_back({name, met.kind, of_server});
        met_in_.push_back(step);
        if (of_server) {
            learnt_.first_of_server = std::min(learnt_.first_of_server, at);
        }
        if (is_answer) {
            learnt_.answer = std::min(learnt_.answer, at);
        }
    }

    // After how many steps the effect is there; 0: it never is.
    std::uint64_t step_of_effect(std::uint64_t steps) {
        std::uint64_t without = 0;
        std::uint64_t with = steps;
        if (!shows_effect(steps)) {
            return 0;
        }
        while (with - without > 1) {
            const std::uint64_t between = without + (with - without) / 2;
            (shows_effect(between) ? with : without) = between;
        }
        return with;
    }

    bool shows_effect(std::uint64_t steps) {
        runner_options options;
        options.bounds.steps = steps;
        runner_.run(faults::fault_schedule(), work_, options);
        const scenarios::submission* const asked =
            scenarios::submission_of(work_, intent_in(attempt_));
        if (asked == nullptr) {
            return false;
        }
        const model::fields wants = scenarios::fields_of(design_, *asked);
        const std::string& reference = *model::find_field(wants, "reference");
        return std::ranges::any_of(runner_.seen().effects, [&](const model::seen_effect& e) {
            return e.reference == reference && e.tenant == asked->tenant;
        });
    }

    void find_claim() {
        for (std::size_t i = 0; i < learnt_.effect && learnt_.claim == no_point; ++i) {
            const course::point& p = learnt_.points[i];
            if (p.of_server && p.kind == sim::point_kind::step && death_holds_up(p.name)) {
                learnt_.claim = i;
            }
        }
    }

    // Whether who dies after that point holds up the next attempt for as long as a lease.
    bool death_holds_up(const std::string& point) {
        faults::fault_spec death(fault_kind::kill_after);
        death.restart = std::chrono::milliseconds(1);
        runner_.run({{sim::point_id(point), death}}, work_);
        const std::uint64_t intent = intent_in(attempt_);
        std::optional<sim::duration> begin;
        std::optional<sim::duration> settled;
        for (const model::seen_attempt& a : runner_.seen().attempts) {
            const bool is_its = a.intent == intent && a.same_request();
            if (is_its && !begin && a.client == parties_.client) {
                begin = a.begin;
            }
            if (is_its && !settled && a.answer && model::is_final(*a.answer)) {
                settled = a.end;
            }
        }
        return begin && (!settled || *settled - *begin >= lease_ / 10 * 9);
    }

    const designs::subject& design_;
    const scenarios::workload& work_;
    std::string attempt_;
    parties parties_;
    sim::duration lease_;
    runner runner_;
    course learnt_;
    std::vector<std::uint64_t> met_in_;  // the step of each point
};

}  // namespace

parties parties_of(const scenarios::workload& work, const moment_of_attempt& when) {
    const std::uint64_t intent = intent_in(when.attempt);
    for (const scenarios::client_work& c : work.clients) {
        for (const scenarios::submission& e : c.submissions) {
            const bool is_there =
                when.at.empty() || e.at == when.at || e.at == scenarios::proxy_name;
            if (e.intent == intent && is_there) {
                const bool is_behind = e.at == scenarios::proxy_name && !work.servers.empty();
                return {c.name, is_behind ? work.servers.front().name : e.at};
            }
        }
    }
    return {"", when.at};
}

std::string first_attempt(std::string_view attempt) {
    return faults::intent_name(intent_in(attempt)) + "/attempt-1";
}

const course& course_of(const scenarios::scenario& s, const designs::implementation& by,
                        const scenarios::workload& work, const moment_of_attempt& when) {
    using key = std::tuple<std::string, std::string_view, std::uint64_t>;
    static std::map<key, std::pair<scenarios::workload, course>> known;
    const key which(s.name, by.design->name, intent_in(when.attempt));
    const auto found = known.find(which);
    if (found != known.end() && found->second.first == work) {
        return found->second.second;
    }
    std::pair<scenarios::workload, course> learnt(work, lesson(s, by, work, when).learn());
    return known.insert_or_assign(which, std::move(learnt)).first->second.second;
}

}  // namespace onceproof::search
