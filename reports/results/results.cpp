// See results.hpp. What reads is in results_read.cpp.
#include "reports/results/results.hpp"

#include "reports/results/results_schema.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace onceproof::reports {

std::string build::text() const {
    return fmt::format("onceproof {} ({}), {}, Boost {}, trace format {}", version, commit,
                       compiler, boost, trace_format);
}

// With a log beside the file, who reads and who writes do not wait for each other. A killed process
// loses nothing by `normal`; only a loss of power may cost the last commits.
results::results(const std::string& file, store::mode how) : in_(file, how) {
    if (!is_current(in_)) {
        migrate(in_, schema_steps());
        in_.execute("PRAGMA journal_mode = WAL");
    }
    in_.execute("PRAGMA synchronous = NORMAL");
}

std::int64_t results::build_number(const build& by) {
    in_.run(
        "INSERT OR IGNORE INTO builds(version, commit_id, compiler, boost, trace_format) "
        "VALUES(?1, ?2, ?3, ?4, ?5)",
        by.version, by.commit, by.compiler, by.boost, by.trace_format);
    std::int64_t number = 0;
    in_.each(
        "SELECT id FROM builds WHERE version = ?1 AND commit_id = ?2 AND compiler = ?3 AND "
        "boost = ?4 AND trace_format = ?5",
        [&](const row& r) { number = r.integer(0); }, by.version, by.commit, by.compiler, by.boost,
        by.trace_format);
    return number;
}

std::int64_t results::begin(const build& by, const catalogue& what, std::string_view command) {
    transaction all(in_);
    const std::int64_t build = build_number(by);
    write(build, what);
    const std::int64_t run = in_.run(
        "INSERT INTO runs(build, command, began) "
        "VALUES(?1, ?2, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
        build, command);
    all.commit();
    return run;
}

void results::end(std::int64_t run, std::int64_t status) {
    in_.run(
        "UPDATE runs SET ended = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), status = ?2 "
        "WHERE id = ?1",
        run, status);
}

void results::write_words(std::int64_t build, std::string_view kind, std::string_view owner,
                          const std::vector<named_words>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
        in_.run("INSERT INTO words VALUES(?1, ?2, ?3, ?4, ?5, ?6)", build, kind, owner, i,
                all[i].name, all[i].words);
    }
}

// One commit may stand for several states of somebody's work, so the last one counts.
void results::write(std::int64_t build, const catalogue& what) {
    constexpr std::array<std::string_view, 6> tables{"scenarios", "marks",     "subjects",
                                                     "mutants",   "contracts", "words"};
    for (const std::string_view table : tables) {
        in_.run(fmt::format("DELETE FROM {} WHERE build = ?1", table), build);
    }
    std::size_t i = 0;
    for (const scenario_entry& s : what.scenarios) {
        in_.run("INSERT INTO scenarios VALUES(?1, ?2, ?3, ?4)", build, i++, s.name, s.summary);
        for (std::size_t m = 0; m < s.goals.size(); ++m) {
            in_.run("INSERT INTO marks VALUES(?1, ?2, ?3, ?4)", build, s.name, m, s.goals[m]);
        }
    }
    for (const subject_entry& s : what.subjects) {
        in_.run("INSERT INTO subjects VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", build, i++, s.name,
                s.summary, s.contract, s.arbiter, s.keeps_key_in, s.weakness);
        std::vector<named_words> constraints;
        for (const std::string& c : s.constraints) {
            constraints.push_back({c, {}});
        }
        write_words(build, "constraint", s.name, constraints);
    }
    for (const mutant_entry& m : what.mutants) {
        in_.run("INSERT INTO mutants VALUES(?1, ?2, ?3, ?4, ?5, ?6)", build, i++, m.name, m.guard,
                m.mistake, m.subject);
    }
    for (const contract_entry& c : what.contracts) {
        in_.run("INSERT INTO contracts VALUES(?1, ?2, ?3, ?4, ?5)", build, i++, c.name, c.summary,
                c.source);
        write_words(build, "promise", c.name, c.promises);
        write_words(build, "retry", c.name, c.retry);
        write_words(build, "remark", c.name, c.remarks);
    }
    write_words(build, "guard", "", what.guards);
    write_words(build, "rule", "", what.rules);
}

std::int64_t results::begin(std::int64_t run, const campaign_entry& campaign) {
    return in_.run(
        "INSERT INTO plays(run, scenario, subject, mutant, first_seed, wanted, runs, among) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6, 0, ?7)",
        run, campaign.scenario, campaign.subject, campaign.mutant, campaign.first_seed,
        campaign.wanted, campaign.among);
}

void results::count(std::int64_t campaign, std::uint64_t runs) {
    in_.run("UPDATE plays SET runs = ?2 WHERE id = ?1", campaign, runs);
}

void results::count(std::int64_t campaign, const campaign_entry& so_far) {
    transaction all(in_);
    write_counts(campaign, so_far);
    all.commit();
}

void results::found(std::int64_t campaign, const finding_entry& what) {
    in_.run(
        "INSERT INTO findings VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) "
        "ON CONFLICT(play, rule) DO UPDATE SET sentence = excluded.sentence, "
        "first_seed = excluded.first_seed, again = excluded.again "
        "WHERE excluded.first_seed < first_seed",
        campaign, what.rule, what.sentence, what.first_seed, what.seeds, what.plan, what.story,
        what.again);
}

void results::finish(std::int64_t campaign, const campaign_entry& seen) {
    transaction all(in_);
    write_results(campaign, seen);
    all.commit();
}

void results::write_counts(std::int64_t campaign, const campaign_entry& seen) {
    count(campaign, seen.runs);
    for (std::size_t i = 0; i < seen.goals.size(); ++i) {
        in_.run("INSERT OR REPLACE INTO reached VALUES(?1, ?2, ?3)", campaign, i, seen.goals[i]);
    }
    if (seen.search) {
        const search_entry& s = *seen.search;
        in_.run(
            "INSERT OR REPLACE INTO searches VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, "
            "?11)",
            campaign, s.faults_max ? static_cast<std::int64_t>(*s.faults_max) : around_deadlines,
            s.shard, s.shards, s.parts, s.parts_done, s.behaviours, s.behaviours_cut ? 1 : 0,
            s.not_extended, s.violating, s.not_run);
    }
}

void results::write_results(std::int64_t campaign, const campaign_entry& seen) {
    write_counts(campaign, seen);
    in_.run("UPDATE plays SET hash = ?2, milliseconds = ?3, verdict = ?4 WHERE id = ?1", campaign,
            seen.hash, seen.milliseconds,
            seen.verdict ? to_text(*seen.verdict) : std::string_view());
    for (std::size_t i = 0; i < seen.missing.size(); ++i) {
        in_.run("INSERT INTO remarks VALUES(?1, 'missing', ?2, '', ?3)", campaign, i,
                seen.missing[i]);
    }
    for (std::size_t i = 0; i < seen.not_judged.size(); ++i) {
        in_.run("INSERT INTO remarks VALUES(?1, 'not judged', ?2, ?3, ?4)", campaign, i,
                seen.not_judged[i].name, seen.not_judged[i].words);
    }
    in_.run("DELETE FROM findings WHERE play = ?1", campaign);
    for (const finding_entry& f : seen.findings) {
        found(campaign, f);
    }
}

void results::add(std::int64_t run, const example_entry& e) {
    in_.run("INSERT OR REPLACE INTO exhibits VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)", run,
            e.scenario, e.subject, e.seed, e.hash, e.intents, e.effects, e.story, e.picture);
}

void results::add(std::int64_t run, const proof_entry& p) {
    in_.run(
        "INSERT OR REPLACE INTO proofs "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        run, p.subject, p.mutant, p.runs, p.scenarios, p.milliseconds, p.broke ? 1 : 0, p.scenario,
        p.first.rule, p.first.sentence, p.first.first_seed, p.first.plan, p.first.story,
        p.first.again);
}

void results::add(std::int64_t run, const window_entry& w) {
    in_.run("INSERT INTO windows VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)", run, w.subject,
            w.first, w.last, w.from, w.to, w.points, w.nanoseconds, w.fault_kinds, w.sentence);
}

void results::add(std::int64_t run, const lateness_entry& l) {
    in_.run("INSERT INTO latenesses VALUES(?1, ?2, ?3, ?4, ?5)", run, l.subject, l.nanoseconds,
            l.points, fmt::format("{}", fmt::join(l.breaks, "\n")));
}

void results::add(const evidence& from) {
    transaction all(in_);
    const std::int64_t build = build_number(from.made_by);
    write(build, from.contents);
    for (const run_entry& r : from.runs) {
        const std::int64_t run = in_.run(
            "INSERT INTO runs(build, command, began, ended, status) "
            "VALUES(?1, ?2, ?3, nullif(?4, ''), ?5)",
            build, r.command, r.began, r.ended, r.status);
        for (const campaign_entry& p : r.campaigns) {
            write_results(begin(run, p), p);
        }
        for (const example_entry& e : r.examples) {
            add(run, e);
        }
        for (const proof_entry& p : r.proofs) {
            add(run, p);
        }
        for (const window_entry& w : r.windows) {
            add(run, w);
        }
        for (const lateness_entry& l : r.latenesses) {
            add(run, l);
        }
    }
    all.commit();
}

}  // namespace onceproof::reports
