// See proof.hpp. A part of the campaign is a performer: a mutant is one part, an intact subject as
// many as spread its runs over the workers. What came of a part is told in its attachment, as JSON.
#include "scenarios/proof.hpp"

#include "scenarios/intact_twin.hpp"
#include "scenarios/player.hpp"
#include "scenarios/scenario.hpp"
#include "scenarios/shrink.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace onceproof::scenarios {
namespace {

namespace json = boost::json;

// Of an intact subject, how many runs are one part.
constexpr std::uint64_t runs_of_part = 500;

// How hard a mutant's counterexample is made small.
constexpr std::uint64_t shrink_runs_max = 4000;

struct part {
    performer by;
    std::uint64_t first = 0;  // of its runs
    std::uint64_t end = 0;
};

std::vector<part> parts_of(const std::vector<const subject*>& which,
                           const std::vector<const mutant*>& mutants, std::uint64_t runs_max) {
    std::vector<part> all;
    for (const mutant* m : mutants) {
        all.push_back({performer(*m), 0, runs_max});
    }
    for (const subject* s : which) {
        for (std::uint64_t first = 0; s->exactly_once && first < runs_max; first += runs_of_part) {
            all.push_back({performer(*s), first, std::min(first + runs_of_part, runs_max)});
        }
    }
    return all;
}

std::vector<const scenario*> scenarios_for(const subject& s) {
    std::vector<const scenario*> some;
    for (const scenario& one : all()) {
        if (one.can_be_played_by(s)) {
            some.push_back(&one);
        }
    }
    return some;
}

// Plays one part, up to the first run that breaks something.
class search_of_part {
public:
    search_of_part(const part& p, const proof_options& options) : part_(p), options_(options) {
        for (const scenario* s : scenarios_for(*p.by.as)) {
            stages_.push_back({s, nullptr, nullptr});
        }
    }

    run_report play() {
        // tidy: allow steady_clock: tells people how long it took
        const auto begin = std::chrono::steady_clock::now();
        run_report broken;
        std::uint64_t i = part_.first;
        for (; i < part_.end && !broken.broke(); ++i) {
            stage& on = stages_[i % stages_.size()];
            if (on.plays == nullptr) {
                on.plays = std::make_unique<player>(*on.of, part_.by);
                on.twin = std::make_unique<intact_twin>(*on.of, part_.by);
            }
            const run_report seen = on.plays->play(i / stages_.size());
            if (seen.broke() && !on.twin->breaks(on.plays->trial_of(seen.seed))) {
                broken = seen;
            }
        }
        // tidy: allow steady_clock: likewise
        const auto took = std::chrono::steady_clock::now() - begin;
        json::object told{
            {"runs", i - part_.first},
            {"took", std::chrono::duration_cast<std::chrono::milliseconds>(took).count()}};
        if (broken.broke()) {
            tell(broken, (i - 1) % stages_.size(), told);
        }
        run_report report;
        report.attachment = json::serialize(told);
        return report;
    }

private:
    struct stage {
        const scenario* of;
        std::unique_ptr<player> plays;
        std::unique_ptr<intact_twin> twin;
    };

    void tell(const run_report& broken, std::size_t where, json::object& told) {
        const stage& on = stages_[where];
        const bool by_rule = broken.trouble.empty();
        const std::string rule = by_rule ? std::string(to_text(broken.violations.front().broken))
                                         : broken.trouble.substr(0, broken.trouble.find(':'));
        told["scenario"] = json::string_view(on.of->name.data(), on.of->name.size());
        told["seed"] = broken.seed;
        told["rule"] = rule;
        told["sentence"] = by_rule ? broken.violations.front().why : broken.trouble;
        if (options_.shrinks) {
            shrink_options how;
            how.rule = rule;
            how.runs_max = shrink_runs_max;
            if (const auto small = shrink(on.plays->trial_of(broken.seed), how)) {
                told["plan"] = plan_file_of(*small);
            }
        }
    }

    part part_;
    proof_options options_;
    std::vector<stage> stages_;
};

// Adds what a part has told to what is known of its performer.
void add(const std::string& attachment, searched& to) {
    const json::object told = json::parse(attachment).as_object();
    const auto text = [&](const char* name) { return json::value_to<std::string>(told.at(name)); };
    to.runs += told.at("runs").to_number<std::uint64_t>();
    to.took += std::chrono::milliseconds(told.at("took").to_number<std::int64_t>());
    if (!told.contains("rule") || to.broke) {
        return;
    }
    to.broke = true;
    to.first.scenario = text("scenario");
    to.first.seed = told.at("seed").to_number<std::uint64_t>();
    to.first.rule = text("rule");
    to.first.sentence = text("sentence");
    if (told.contains("plan")) {
        to.first.plan = text("plan");
    }
}

searched& row_of(proof& all, const performer& by) {
    std::vector<searched>& rows = by.lacks == nullptr ? all.intact : all.mutants;
    const auto known =
        std::find_if(rows.begin(), rows.end(), [&](const searched& s) { return s.by == by; });
    if (known != rows.end()) {
        return *known;
    }
    searched& added = rows.emplace_back();
    added.by = by;
    added.scenarios = scenarios_for(*by.as).size();
    return added;
}

}  // namespace

proof prove(const std::vector<const subject*>& which, const std::vector<const mutant*>& mutants,
            const proof_options& options, const campaign_options& how) {
    const std::vector<part> parts = parts_of(which, mutants, options.runs_max);
    const play_factory factory = [&]() -> play_function {
        return [&](std::uint64_t i) { return search_of_part(parts[i], options).play(); };
    };
    proof all;
    campaign_options with = how;
    with.patience_with_run = std::chrono::hours(24);  // a part is many runs
    std::map<std::uint64_t, broken_rule> deaths;      // of who played a part
    // A performer that dies or hangs has broken something as well.
    const auto blame = [](searched& row, const broken_rule& death) {
        if (!row.broke) {
            row.broke = true;
            row.first.rule = death.rule;
            row.first.sentence = death.sentence;
        }
    };
    with.on_broken = [&](std::uint64_t i, const broken_rule& b) { deaths.emplace(i, b); };
    with.on_run = [&](std::uint64_t i, const std::string& attachment) {
        searched& row = row_of(all, parts[i].by);
        if (!attachment.empty()) {
            add(attachment, row);
        } else if (const auto death = deaths.find(i); death != deaths.end()) {
            blame(row, death->second);
        }
        if (options.on_searched) {
            options.on_searched(row);
        }
        return true;
    };
    all.interrupted = campaign(std::move(with)).play(factory, {0, parts.size()}).interrupted;
    for (const auto& [i, death] : deaths) {  // also those behind a gap that an interrupt has left
        blame(row_of(all, parts[i].by), death);
    }
    return all;
}

}  // namespace onceproof::scenarios
