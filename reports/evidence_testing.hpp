// For tests: evidence written by hand, small, with what is hard to print. Nobody ran it.
#pragma once

#include "reports/evidence.hpp"

namespace onceproof::reports {

// Text that would break a page, an XML file, a table, a workflow command or a terminal.
inline const std::string hostile =
    "<script>alert(1)</script> & \"it\" 'is' | `code` ]]> %0A::error::x \033[2J \x01 \xff\n# no";

inline catalogue sample_catalogue() {
    catalogue c;
    c.scenarios = {{"same-request-twice",
                    "A client is answered, and sends the same request once more.",
                    {"the stored answer was replayed"}},
                   {"two-at-once", "Two send it at once.", {"a duplicate arrived in flight"}},
                   {"lost-answer", "The answer is lost.", {"the answer was lost", "a retry came"}},
                   {"killed-before-answer", "The server is killed.", {"it was killed"}},
                   {"declined", "It is declined.", {"it was declined"}}};
    c.subjects = {{"claim-lease",
                   "Claims first.",
                   "strict",
                   "a unique insert",
                   "the database",
                   "",
                   {"records: PRIMARY KEY (tenant, operation, key)"}},
                  {"cache-marker",
                   "A marker.",
                   "strict",
                   "an insert into a cache",
                   "a cache",
                   "A death in between is charged twice.",
                   {}}};
    c.guards = {{"key", "A retry is known by it."},
                {"claim", "The database decides."},
                {"lease", "A claim ends."}};
    c.mutants = {{"key-per-attempt", "key", "A new key each time.", "claim-lease"},
                 {"check-then-act", "claim", "Looks, then works.", "claim-lease"},
                 {"claim-in-memory", "claim", "Each process has its own.", "claim-lease"},
                 {"no-lease", "lease", "It never ends.", "claim-lease"}};
    c.contracts = {{"strict",
                    "One effect for ever.",
                    "onceproof itself",
                    {{"scope", "a key belongs to one tenant"}, {"key", "in a header"}},
                    {{"attempts", "8"}, {"pause after attempt 1", "0 to 50 ms"}},
                    {{"danger", "it forgets after 24 h"}}},
                   {"unused", "Nobody keeps it.", "nowhere", {}, {}, {}}};
    c.rules = {{"one effect", "An intent takes effect at most once."},
               {"no overlap", "Two owners are not at work at the same time."}};
    return c;
}

inline campaign_entry sample_campaign(std::string scenario, std::uint64_t runs) {
    campaign_entry p;
    p.scenario = std::move(scenario);
    p.subject = "claim-lease";
    p.wanted = runs;
    p.runs = runs;
    p.hash = "0123456789abcdef0123456789abcdef";
    p.milliseconds = 1234;
    p.verdict = search::verdict::held;
    p.goals = {runs - 1};
    return p;
}

inline finding_entry sample_finding() {
    finding_entry f;
    f.rule = "one effect";
    f.sentence = "intent-1: " + hostile;
    f.first_seed = 7;
    f.seeds = 3;
    f.plan = "{}";
    f.story = "one effect: intent-1 took effect 2 times\nWhat goes wrong: the answer is lost.";
    f.again = "onceproof replay --plan onceproof-findings/lost-answer.one-effect.json";
    return f;
}

inline run_entry sample_run() {
    run_entry r;
    r.command = "run --seeds 100";
    r.began = "2026-01-31T23:59:58Z";
    r.ended = "2026-02-01T00:00:03Z";
    r.status = 1;
    campaign_entry regressions;
    regressions.subject = "claim-lease";
    regressions.wanted = regressions.runs = 4;
    regressions.verdict = search::verdict::held;
    campaign_entry broke = sample_campaign("lost-answer", 100);
    broke.verdict = search::verdict::violated;
    broke.goals = {60, 50};
    broke.findings = {sample_finding()};
    campaign_entry unsure = sample_campaign("killed-before-answer", 100);
    unsure.verdict = search::verdict::inconclusive;
    unsure.goals = {0};
    unsure.missing = {"never reached: it was killed"};
    unsure.not_judged = {{"no overlap", "100"}};
    campaign_entry searched = sample_campaign("two-at-once", 40);
    searched.hash.clear();
    searched.search = search_entry{1, 1, 2, 9, 9, 5, false, 3, 0, 7};
    r.campaigns = {regressions,
                   sample_campaign("same-request-twice", 100),
                   sample_campaign("two-at-once", 100),
                   searched,
                   broke,
                   unsure};
    r.examples = {{"same-request-twice", "claim-lease", 3, "fedcba9876543210fedcba9876543210", 1, 1,
                   "  ms  who  what happens\n 1.0  api  CHARGES 1 "
                   "```"
                   "\n 2.0       stops here: "
                   "quiescent\n 3.0  prober asks\n",
                   ""}};
    return r;
}

inline run_entry sample_proof() {
    run_entry r;
    r.command = "prove";
    r.began = "2026-02-01T00:00:04Z";
    proof_entry whole{"claim-lease", "", 10'000, 30, 5000, false, "", {}};
    proof_entry caught{"claim-lease", "key-per-attempt", 2, 30, 12, true, "same-request-twice", {}};
    caught.first = sample_finding();
    caught.first.seeds = 1;
    proof_entry other = caught;
    other.mutant = "check-then-act";
    other.runs = 12;
    proof_entry survived{"claim-lease", "claim-in-memory", 10'000, 30, 900, false, "", {}};
    r.proofs = {whole, other, survived, caught};  // as they are read: by name
    r.windows = {{"cache-marker", "CHARGES", "records the outcome", "a", "b", 4, 4'050'000,
                  "kill after, silence", "it took effect 2 times"}};
    r.latenesses = {{"cache-marker", 1'000'000'000, 3, {}},
                    {"cache-marker", 30'000'000'000, 3, {"a", "b"}}};
    return r;
}

inline evidence sample_evidence() {
    return {{"0.1.0", "abc123", "GNU 12.2.0", "1.81.0", 1},
            sample_catalogue(),
            {sample_run(), sample_proof()},
            0};
}

}  // namespace onceproof::reports
