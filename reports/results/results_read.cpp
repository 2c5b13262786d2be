// See results.hpp: what reads a results file.
#include "reports/results/results.hpp"
#include "reports/results/results_schema.hpp"

#include <fmt/format.h>

#include <sstream>

namespace onceproof::reports {

std::vector<named_words> results::read_words(std::int64_t build, std::string_view kind,
                                             std::string_view owner) {
    std::vector<named_words> all;
    in_.each(
        "SELECT name, words FROM words WHERE build = ?1 AND kind = ?2 AND owner = ?3 "
        "ORDER BY ordinal",
        [&](const row& r) { all.push_back({r.text(0), r.text(1)}); }, build, kind, owner);
    return all;
}

catalogue results::read_catalogue(std::int64_t build) {
    catalogue c;
    in_.each(
        "SELECT name, summary FROM scenarios WHERE build = ?1 ORDER BY ordinal",
        [&](const row& r) { c.scenarios.push_back({r.text(0), r.text(1), {}}); }, build);
    for (scenario_entry& s : c.scenarios) {
        in_.each(
            "SELECT name FROM marks WHERE build = ?1 AND scenario = ?2 ORDER BY ordinal",
            [&](const row& r) { s.goals.push_back(r.text(0)); }, build, s.name);
    }
    in_.each(
        "SELECT name, summary, contract, arbiter, keeps_key_in, weakness FROM subjects "
        "WHERE build = ?1 ORDER BY ordinal",
        [&](const row& r) {
            c.subjects.push_back(
                {r.text(0), r.text(1), r.text(2), r.text(3), r.text(4), r.text(5), {}});
        },
        build);
    for (subject_entry& s : c.subjects) {
        for (const named_words& w : read_words(build, "constraint", s.name)) {
            s.constraints.push_back(w.name);
        }
    }
    in_.each(
        "SELECT name, guard, mistake, subject FROM mutants WHERE build = ?1 ORDER BY ordinal",
        [&](const row& r) { c.mutants.push_back({r.text(0), r.text(1), r.text(2), r.text(3)}); },
        build);
    in_.each(
        "SELECT name, summary, source FROM contracts WHERE build = ?1 ORDER BY ordinal",
        [&](const row& r) { c.contracts.push_back({r.text(0), r.text(1), r.text(2), {}, {}, {}}); },
        build);
    for (contract_entry& one : c.contracts) {
        one.promises = read_words(build, "promise", one.name);
        one.retry = read_words(build, "retry", one.name);
        one.remarks = read_words(build, "remark", one.name);
    }
    c.guards = read_words(build, "guard", "");
    c.rules = read_words(build, "rule", "");
    return c;
}

void results::read_campaign(std::int64_t campaign, campaign_entry& to) {
    in_.each(
        "SELECT runs FROM reached WHERE play = ?1 ORDER BY ordinal",
        [&](const row& r) { to.goals.push_back(r.number(0)); }, campaign);
    in_.each(
        "SELECT words FROM remarks WHERE play = ?1 AND kind = 'missing' ORDER BY ordinal",
        [&](const row& r) { to.missing.push_back(r.text(0)); }, campaign);
    in_.each(
        "SELECT name, words FROM remarks WHERE play = ?1 AND kind = 'not judged' "
        "ORDER BY ordinal",
        [&](const row& r) { to.not_judged.push_back({r.text(0), r.text(1)}); }, campaign);
    in_.each(
        "SELECT rule, sentence, first_seed, seeds, plan, story, again FROM findings "
        "WHERE play = ?1 ORDER BY first_seed, rule",
        [&](const row& r) {
            to.findings.push_back(
                {r.text(0), r.text(1), r.number(2), r.number(3), r.text(4), r.text(5), r.text(6)});
        },
        campaign);
    in_.each(
        "SELECT faults_max, shard, shards, parts, parts_done, behaviours, behaviours_cut, "
        "not_extended, violating, not_played FROM searches WHERE play = ?1",
        [&](const row& r) {
            search_entry& s = to.search.emplace();
            s = {r.number(0), r.number(1),      r.number(2), r.number(3), r.number(4),
                 r.number(5), r.number(6) != 0, r.number(7), r.number(8), r.number(9)};
            if (r.integer(0) == around_deadlines) {
                s.faults_max.reset();
            }
        },
        campaign);
}

void results::read_campaigns(std::int64_t run, run_entry& to) {
    std::vector<std::int64_t> numbers;
    in_.each(
        "SELECT id, scenario, subject, mutant, first_seed, wanted, runs, hash, milliseconds, "
        "verdict, among FROM plays WHERE run = ?1 ORDER BY id",
        [&](const row& r) {
            numbers.push_back(r.integer(0));
            campaign_entry& p = to.campaigns.emplace_back();
            p.scenario = r.text(1);
            p.subject = r.text(2);
            p.mutant = r.text(3);
            p.first_seed = r.number(4);
            p.wanted = r.number(5);
            p.runs = r.number(6);
            p.hash = r.text(7);
            p.milliseconds = r.number(8);
            p.verdict = search::verdict_named(r.text(9));
            p.among = r.text(10);
        },
        run);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        read_campaign(numbers[i], to.campaigns[i]);
    }
}

void results::read_rest(std::int64_t run, run_entry& to) {
    in_.each(
        "SELECT scenario, subject, seed, hash, intents, effects, story, picture FROM exhibits "
        "WHERE run = ?1 ORDER BY scenario, subject",
        [&](const row& r) {
            to.examples.push_back({r.text(0), r.text(1), r.number(2), r.text(3), r.number(4),
                                   r.number(5), r.text(6), r.text(7)});
        },
        run);
    in_.each(
        "SELECT subject, mutant, runs, scenarios, milliseconds, broke, scenario, rule, "
        "sentence, seed, plan, story, again FROM proofs WHERE run = ?1 "
        "ORDER BY subject, mutant",
        [&](const row& r) {
            to.proofs.push_back({r.text(0), r.text(1), r.number(2), r.number(3), r.number(4),
                                 r.number(5) != 0, r.text(6),
                                 finding_entry{r.text(7), r.text(8), r.number(9), 1, r.text(10),
                                               r.text(11), r.text(12)}});
        },
        run);
    in_.each(
        "SELECT subject, opens_after, closes_before, first, last, points, nanoseconds, harms, "
        "sentence FROM windows WHERE run = ?1 ORDER BY rowid",
        [&](const row& r) {
            to.windows.push_back({r.text(0), r.text(1), r.text(2), r.text(3), r.text(4),
                                  r.number(5), r.number(6), r.text(7), r.text(8)});
        },
        run);
    in_.each(
        "SELECT subject, nanoseconds, points, breaks FROM latenesses WHERE run = ?1 "
        "ORDER BY rowid",
        [&](const row& r) {
            lateness_entry& l = to.latenesses.emplace_back();
            l.subject = r.text(0);
            l.nanoseconds = r.number(1);
            l.points = r.number(2);
            std::istringstream lines(r.text(3));
            for (std::string line; std::getline(lines, line);) {
                l.breaks.push_back(line);
            }
        },
        run);
}

evidence results::read() {
    // One state of the file, while others may write.
    in_.execute("BEGIN");
    evidence all;
    const std::int64_t build = in_.integer("SELECT build FROM runs ORDER BY id DESC LIMIT 1");
    if (build == 0) {
        in_.execute("ROLLBACK");
        throw store_error(store_failure::bad, fmt::format("{}: it holds no run yet", in_.file()));
    }
    in_.each(
        "SELECT version, commit_id, compiler, boost, trace_format FROM builds WHERE id = ?1",
        [&](const row& r) {
            all.made_by = {r.text(0), r.text(1), r.text(2), r.text(3), r.integer(4)};
        },
        build);
    all.contents = read_catalogue(build);
    std::vector<std::int64_t> numbers;
    in_.each(
        "SELECT id, command, began, ended, status FROM runs WHERE build = ?1 ORDER BY id",
        [&](const row& r) {
            numbers.push_back(r.integer(0));
            run_entry& run = all.runs.emplace_back();
            run.command = r.text(1);
            run.began = r.text(2);
            run.ended = r.text(3);
            run.status = r.integer(4);
        },
        build);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        read_campaigns(numbers[i], all.runs[i]);
        read_rest(numbers[i], all.runs[i]);
    }
    const std::int64_t everything = in_.integer("SELECT count(*) FROM runs");
    all.left_out = static_cast<std::uint64_t>(everything) - numbers.size();
    in_.execute("COMMIT");
    return all;
}

}  // namespace onceproof::reports
