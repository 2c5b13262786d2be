// See run_command.hpp.
#include "cli/run_command.hpp"

#include "cli/exhaustive_command.hpp"
#include "cli/exhibits.hpp"
#include "cli/find.hpp"
#include "cli/findings.hpp"
#include "cli/progress.hpp"
#include "cli/report_parts.hpp"
#include "reports/escape.hpp"
#include "scenarios/regressions.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

namespace onceproof::cli {
namespace {

namespace json = boost::json;
using scenarios::finding;
using scenarios::scenario;
using scenarios::tally;
using scenarios::verdict;

constexpr std::uint64_t seeds_by_default = 1000;

// What was seen of one scenario, judged.
struct judged {
    const candidate* of;
    scenarios::seed_range seeds;
    tally seen;
    std::vector<std::string> missing;  // what keeps it from being shown to hold
    std::vector<saved_plan> plans;     // of each finding

    verdict is() const {
        if (!seen.findings.empty()) {
            return verdict::violated;
        }
        return missing.empty() ? verdict::held : verdict::inconclusive;
    }
    std::string again(std::size_t i) const {
        run_words words;
        words.scenario = of->what->name;
        words.seed = seen.findings[i].first_seed;
        words.plan = plans[i].file;
        words.who = scenarios::words_for(of->by, *of->what);
        return fmt::format("onceproof replay {}", words.text());
    }
};

scenarios::seed_range seeds_of(const run_options& options) {
    if (options.seed) {
        return {*options.seed, 1};
    }
    const std::uint64_t first =
        options.seeds_from ? scenarios::first_seed_from(*options.seeds_from) : 0;
    return {first, options.seeds.value_or(options.time ? UINT64_MAX : seeds_by_default)};
}

// Seeds without end are those that the user set no number for.
std::vector<std::string> missing_from(const scenario& s, const tally& seen,
                                      scenarios::seed_range seeds) {
    std::vector<std::string> missing;
    if (seen.runs == 0) {
        missing.emplace_back("no seed was played");
    } else if (seen.runs < seeds.count && seeds.count != UINT64_MAX) {
        missing.push_back(fmt::format("only {} of {} seeds were played", seen.runs, seeds.count));
    }
    if (seen.interrupted) {
        missing.emplace_back("it was interrupted");
    }
    add_unreached(s, seen.marks, missing);
    return missing;
}

void print_text(const judged& j, const run_options& options, std::size_t widest) {
    fmt::print("{:<{}}  {}  {} runs{}", j.of->what->name, widest, painted(j.is(), options.colour),
               j.seen.runs, rate(j.seen.runs, j.seen.elapsed));
    if (!j.seen.interrupted) {
        fmt::print("  hash {}", to_text(j.seen.hash));
    }
    print_marks(*j.of->what, j.seen.marks);
    print_lines(j.missing);
    for (std::size_t i = 0; i < j.seen.findings.size(); ++i) {
        const finding& f = j.seen.findings[i];
        fmt::print("    {}, {} {}, the first is {}: {}\n", reports::escape(f.rule), f.seeds,
                   f.seeds == 1 ? "seed" : "seeds", f.first_seed, reports::escape(f.sentence));
        print_plan(j.plans[i]);
        if (j.plans[i].file.empty()) {
            fmt::print("    again: {}\n", j.again(i));
        }
    }
}

void print_json(const judged& j) {
    json::object line = json_line("scenario");
    line["scenario"] = j.of->what->name;
    line["contract"] = j.of->by.as->promised->name;
    line["verdict"] = scenarios::to_text(j.is());
    line["runs"] = j.seen.runs;
    line["first_seed"] = j.seeds.first;
    line["hash"] = j.seen.interrupted ? json::value() : json::value(to_text(j.seen.hash));
    line["marks"] = marks_json(*j.of->what, j.seen.marks);
    line["missing"] = json::value_from(j.missing);
    print_line(line);
    for (std::size_t i = 0; i < j.seen.findings.size(); ++i) {
        const finding& f = j.seen.findings[i];
        json::object found = json_line("finding");
        found["scenario"] = j.of->what->name;
        found["rule"] = reports::escape(f.rule);
        found["sentence"] = reports::escape(f.sentence);
        found["first_seed"] = f.first_seed;
        found["seeds"] = f.seeds;
        found["again"] = j.again(i);
        print_line(found);
    }
}

struct regression_trouble {
    std::string name;
    std::string file;
    std::string rule;  // empty: it no longer applies
    std::string sentence;
};

void print_regressions(verdict is, std::size_t plans,
                       const std::vector<regression_trouble>& trouble, const run_options& options) {
    if (!options.json) {
        fmt::print("regressions  {}  {} plans\n", painted(is, options.colour), plans);
        for (const regression_trouble& t : trouble) {
            fmt::print("    {}{}{}: {}\n", t.name, t.rule.empty() ? "" : ": ",
                       reports::escape(t.rule), reports::escape(t.sentence));
            if (!t.name.empty()) {
                fmt::print("    again: {}\n", again(t.file));
            }
        }
        return;
    }
    json::object line = json_line("regressions");
    line["verdict"] = to_text(is);
    line["plans"] = plans;
    print_line(line);
    for (const regression_trouble& t : trouble) {
        json::object found = json_line("regression");
        found["name"] = t.name;
        found["rule"] = reports::escape(t.rule);
        found["sentence"] = reports::escape(t.sentence);
        found["again"] = t.name.empty() ? "" : again(t.file);
        print_line(found);
    }
}

reports::play_entry entry_of(const judged& j, reports::play_entry entry) {
    const scenario& s = *j.of->what;
    entry.runs = j.seen.runs;
    entry.hash = j.seen.interrupted ? std::string() : to_text(j.seen.hash);
    entry.milliseconds = milliseconds_of(j.seen.elapsed);
    entry.verdict = to_text(j.is());
    entry.missing = j.missing;
    entry.marks.assign(j.seen.marks.begin(), j.seen.marks.begin() + std::ssize(s.must_reach));
    for (const model::rule r : model::rules()) {
        const std::uint64_t runs = j.seen.not_judged[static_cast<std::size_t>(r)];
        if (runs > 0) {
            entry.not_judged.push_back({std::string(to_text(r)), fmt::format("{}", runs)});
        }
    }
    for (std::size_t i = 0; i < j.seen.findings.size(); ++i) {
        const finding& f = j.seen.findings[i];
        reports::finding_entry& kept =
            entry.findings.emplace_back(finding_of(f.rule, f.sentence, j.plans[i], j.again(i)));
        kept.first_seed = f.first_seed;
        kept.seeds = f.seeds;
    }
    return entry;
}

class seed_gate {
public:
    seed_gate(const run_options& options, record& kept)
        : options_(options),
          kept_(kept),
          seeds_(seeds_of(options)),
          progress_(!options.quiet),
          search_(campaign_options()) {}

    // What has once been found is played first.
    void play_regressions(std::span<const candidate> candidates,
                          const std::vector<scenarios::regression>& all) {
        std::vector<scenarios::regression> which;
        for (const candidate& c : candidates) {
            for (scenarios::regression& r : scenarios::regressions_of(*c.what, all)) {
                which.push_back(std::move(r));
            }
        }
        if (which.empty()) {
            return;
        }
        doing_ = "regressions";
        attachments_.clear();
        reports::play_entry entry;
        entry.subject = scenarios::reference().name;
        entry.wanted = which.size();
        kept_.begin(entry);
        const tally seen = search_.play(scenarios::play_regressions(which), {0, which.size()});
        entry.runs = seen.runs;
        entry.milliseconds = milliseconds_of(seen.elapsed);
        report_regressions(which, seen, entry);
    }

    exit_status play(std::span<const candidate> candidates) {
        const std::size_t widest = widest_name(candidates);
        std::chrono::nanoseconds spent{};
        for (std::size_t i = 0; i < candidates.size() && !search_.interrupted(); ++i) {
            std::optional<std::chrono::nanoseconds> share;
            if (options_.time) {
                const auto left = static_cast<std::int64_t>(candidates.size() - i);
                share = (*options_.time - spent) / left;
            }
            const judged j = play_one(candidates[i], share);
            spent += j.seen.elapsed;
            progress_.erase();
            options_.json ? print_json(j) : print_text(j, options_, widest);
            flush_output();
        }
        if (!options_.json) {
            print_contracts(candidates);
        }
        print_summary(counts_, search_.interrupted(), options_.json);
        flush_output();
        return status_of(counts_, search_.interrupted());
    }

private:
    scenarios::campaign_options campaign_options() {
        scenarios::campaign_options how;
        how.jobs = options_.jobs;
        how.on_progress = [this](const scenarios::progress& p) {
            if (is_counting_) {
                kept_.count(p.runs);
            }
            progress_.show(p.of == UINT64_MAX
                               ? fmt::format("{}: {} runs", doing_, p.runs)
                               : fmt::format("{}: {} of {} runs{}", doing_, p.runs, p.of, eta(p)));
        };
        how.on_broken = [this](std::uint64_t seed, const scenarios::broken_rule& b) {
            if (is_counting_) {
                keep_at_once(seed, b);
            }
        };
        how.on_run = [this](std::uint64_t seed, const std::string& text) {
            if (!text.empty()) {
                attachments_.emplace_back(seed, text);
            }
            return true;
        };
        return how;
    }

    void report_regressions(const std::vector<scenarios::regression>& which, const tally& seen,
                            reports::play_entry& entry) {
        std::vector<regression_trouble> trouble;
        for (const finding& f : seen.findings) {
            const scenarios::regression& r = which[f.first_seed];
            trouble.push_back({r.name, r.file, f.rule, f.sentence});
        }
        for (const auto& [position, point] : attachments_) {
            trouble.push_back(
                {which[position].name, which[position].file, "", "the run never came to " + point});
        }
        if (seen.interrupted) {
            trouble.push_back({"", "", "", "it was interrupted"});
        }
        const verdict is = !seen.findings.empty() ? verdict::violated
                           : trouble.empty()      ? verdict::held
                                                  : verdict::inconclusive;
        count(counts_, is, false);
        for (const regression_trouble& t : trouble) {
            if (t.rule.empty()) {
                entry.missing.push_back(fmt::format("{}: {}", t.name, t.sentence));
            } else {
                entry.findings.push_back(finding_of(fmt::format("{}: {}", t.name, t.rule),
                                                    t.sentence, {}, again(t.file)));
            }
        }
        entry.verdict = to_text(is);
        kept_.finish(entry);
        progress_.erase();
        print_regressions(is, which.size(), trouble, options_);
        flush_output();
    }

    judged play_one(const candidate& c, std::optional<std::chrono::nanoseconds> share) {
        doing_ = c.what->name;
        playing_ = &c;
        reports::play_entry begun = play_of(*c.what, c.by);
        begun.first_seed = seeds_.first;
        begun.wanted = seeds_.count == UINT64_MAX ? 0 : seeds_.count;
        kept_.begin(begun);
        is_counting_ = true;
        judged j{&c, seeds_, search_.play(c.play, seeds_, share), {}, {}};
        is_counting_ = false;
        kept_.count(j.seen.runs);
        j.missing = missing_from(*c.what, j.seen, seeds_);
        const auto& found = j.seen.findings;
        count(counts_, j.is(), std::any_of(found.begin(), found.end(), [](const finding& f) {
                  return f.rule == scenarios::nondeterminism_rule;
              }));
        for (const finding& f : found) {
            j.plans.push_back(make_small(c, f));
        }
        kept_.finish(entry_of(j, begun));
        quote(c);
        return j;
    }

    void keep_at_once(std::uint64_t seed, const scenarios::broken_rule& b) {
        run_words words;
        words.scenario = playing_->what->name;
        words.seed = seed;
        words.who = scenarios::words_for(playing_->by, *playing_->what);
        reports::finding_entry f =
            finding_of(b.rule, b.sentence, {}, fmt::format("onceproof replay {}", words.text()));
        f.first_seed = seed;
        kept_.found(f);
    }

    // For the report, if somebody may want one.
    void quote(const candidate& c) {
        if (!kept_.is_kept() || c.by.lacks != nullptr || !is_quoted(*c.what) ||
            search_.interrupted()) {
            return;
        }
        attachments_.clear();
        search_.play(measure_runs(*c.what, c.by),
                     {seeds_.first, std::min(seeds_.count, seeds_to_quote_from)});
        const std::optional<std::uint64_t> seed = shortest_of(attachments_);
        if (!seed) {
            return;
        }
        attachments_.clear();
        search_.play(tell_runs(*c.what, c.by), {*seed, 1});
        if (!attachments_.empty()) {
            kept_.add(exhibit_of(attachments_.front()));
        }
    }

    saved_plan make_small(const candidate& c, const finding& f) {
        if (!options_.shrinks || !can_shrink(f.rule) || search_.interrupted()) {
            return {};
        }
        doing_ = fmt::format("{}, making a failure small", c.what->name);
        attachments_.clear();
        search_.play(shrink_seed(*c.what, c.by, f.rule), {f.first_seed, 1});
        return attachments_.empty()
                   ? saved_plan()
                   : save(options_.findings, *c.what, c.by, f.rule, attachments_.front().second);
    }

    const run_options& options_;
    record& kept_;
    const candidate* playing_ = nullptr;
    bool is_counting_ = false;  // what is being played is of a scenario's seeds
    scenarios::seed_range seeds_;
    progress_line progress_;
    std::string doing_;
    // Of what was played last, those that are not empty, with their seeds.
    told_runs attachments_;
    verdict_counts counts_;
    scenarios::campaign search_;
};

// The plan files in FOLDER, by name. Throws a complaint.
std::vector<scenarios::regression> regressions_in(const std::string& folder) {
    namespace fs = std::filesystem;
    if (!fs::is_directory(folder)) {
        throw complaint(no_such_file, fmt::format("{}: there is no such folder", folder));
    }
    std::vector<scenarios::regression> all;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".json") {
            run_words which;
            which.plan = entry.path().string();
            find_trial(which);  // complains by name of what cannot be read
            all.push_back({entry.path().stem().string(), which.plan, content_of(which.plan)});
        }
    }
    std::ranges::sort(all, {}, &scenarios::regression::name);
    return all;
}

// A design that does not claim to be exact however late something comes is not brought to
// deadlines: it is passed over, unless nothing else is left or it was NAMED, which is an error.
void leave_out_the_bounded(std::vector<candidate>& all, bool named) {
    const auto bounded = [](const candidate& c) { return !c.by.as->weakness.empty(); };
    const auto first = std::ranges::find_if(all, bounded);
    if (first != all.end() && (named || std::ranges::all_of(all, bounded))) {
        throw complaint(usage,
                        fmt::format("{}: --deadlines is for designs without bounds, and of {} it "
                                    "is known: {}",
                                    first->what->name, first->by.name(), first->by.as->weakness));
    }
    std::erase_if(all, bounded);
}

// A run is brought to a deadline by what comes late, or by a clock.
void expect_ways_to_deadlines(const std::vector<candidate>& all) {
    for (const candidate& c : all) {
        const faults::fault_space space = c.by.space();
        if (find(space, sim::harm::delay) == nullptr &&
            find(space, sim::harm::clock_jump) == nullptr) {
            throw complaint(usage, "--deadlines needs 'delay' or 'clock jump' to strike");
        }
    }
}

exit_status run_and_record(std::span<const candidate> candidates, const run_options& options,
                           const std::vector<scenarios::regression>& regressions) {
    record kept(options.results);
    if (options.faults || options.deadlines) {
        return kept.end(run_exhaustively(candidates, options, kept));
    }
    seed_gate gate(options, kept);
    gate.play_regressions(candidates, regressions);
    return kept.end(gate.play(candidates));
}

}  // namespace

exit_status run(std::span<const candidate> candidates, const run_options& options) {
    return run_and_record(candidates, options, {});
}

exit_status run(const run_options& options) {
    std::vector<candidate> candidates;
    const auto add = [&](const scenario& s) {
        const scenarios::performer by = scenarios::performer_named(options.who, s);
        candidates.push_back({&s, scenarios::play_with(s, by), by});
    };
    for (const std::string& name : options.scenarios) {
        add(scenarios::scenario_named(name));
    }
    for (const std::string& file : options.scenario_files) {
        add(scenario_from(file));
    }
    const bool are_named = !candidates.empty();
    if (!are_named) {
        for (const scenario& s : scenarios::all()) {
            if (scenarios::can_play(options.who, s)) {
                add(s);
            }
        }
        if (candidates.empty()) {
            performer_named(options.who, scenarios::all().front());  // complains
        }
    }
    if (options.deadlines) {
        leave_out_the_bounded(candidates, are_named);
        expect_ways_to_deadlines(candidates);
    }
    std::vector<scenarios::regression> regressions;
    if (!options.seed && options.who.text().empty()) {
        regressions = scenarios::regressions();
    }
    if (!options.regressions.empty()) {
        std::ranges::move(regressions_in(options.regressions), std::back_inserter(regressions));
    }
    return run_and_record(candidates, options, regressions);
}

}  // namespace onceproof::cli
