// See results_schema.hpp.
#include "reports/results/results_schema.hpp"

#include "reports/results/store.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace onceproof::reports {
namespace {

constexpr const char* first_version = R"(
CREATE TABLE builds(
    id INTEGER PRIMARY KEY, version TEXT NOT NULL, commit_id TEXT NOT NULL,
    compiler TEXT NOT NULL, boost TEXT NOT NULL, trace_format INTEGER NOT NULL,
    UNIQUE(version, commit_id, compiler, boost, trace_format));

CREATE TABLE scenarios(
    build INTEGER NOT NULL REFERENCES builds, ordinal INTEGER NOT NULL, name TEXT NOT NULL,
    summary TEXT NOT NULL, PRIMARY KEY(build, ordinal)) WITHOUT ROWID;
CREATE TABLE marks(
    build INTEGER NOT NULL REFERENCES builds, scenario TEXT NOT NULL, ordinal INTEGER NOT NULL,
    name TEXT NOT NULL, PRIMARY KEY(build, scenario, ordinal)) WITHOUT ROWID;
CREATE TABLE subjects(
    build INTEGER NOT NULL REFERENCES builds, ordinal INTEGER NOT NULL, name TEXT NOT NULL,
    summary TEXT NOT NULL, contract TEXT NOT NULL, arbiter TEXT NOT NULL,
    keeps_key_in TEXT NOT NULL, weakness TEXT NOT NULL, PRIMARY KEY(build, ordinal)) WITHOUT ROWID;
CREATE TABLE mutants(
    build INTEGER NOT NULL REFERENCES builds, ordinal INTEGER NOT NULL, name TEXT NOT NULL,
    guard TEXT NOT NULL, mistake TEXT NOT NULL, subject TEXT NOT NULL,
    PRIMARY KEY(build, ordinal)) WITHOUT ROWID;
CREATE TABLE contracts(
    build INTEGER NOT NULL REFERENCES builds, ordinal INTEGER NOT NULL, name TEXT NOT NULL,
    summary TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY(build, ordinal)) WITHOUT ROWID;

-- Lists of names with words: 'guard', 'rule'; of a contract 'promise', 'retry', 'remark'; of a
-- subject 'constraint'.
CREATE TABLE words(
    build INTEGER NOT NULL REFERENCES builds, kind TEXT NOT NULL, owner TEXT NOT NULL,
    ordinal INTEGER NOT NULL, name TEXT NOT NULL, words TEXT NOT NULL,
    PRIMARY KEY(build, kind, owner, ordinal)) WITHOUT ROWID;

CREATE TABLE runs(
    id INTEGER PRIMARY KEY, build INTEGER NOT NULL REFERENCES builds, command TEXT NOT NULL,
    began TEXT NOT NULL, ended TEXT, status INTEGER);

CREATE TABLE plays(
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, scenario TEXT NOT NULL,
    subject TEXT NOT NULL, mutant TEXT NOT NULL, first_seed INTEGER NOT NULL,
    wanted INTEGER NOT NULL, runs INTEGER NOT NULL, hash TEXT NOT NULL DEFAULT '',
    milliseconds INTEGER NOT NULL DEFAULT 0, verdict TEXT NOT NULL DEFAULT '');
CREATE INDEX plays_of_run ON plays(run);
CREATE TABLE searches(
    play INTEGER PRIMARY KEY REFERENCES plays, faults_max INTEGER NOT NULL, shard INTEGER NOT NULL,
    shards INTEGER NOT NULL, parts INTEGER NOT NULL, parts_done INTEGER NOT NULL,
    behaviours INTEGER NOT NULL, behaviours_cut INTEGER NOT NULL, not_extended INTEGER NOT NULL,
    violating INTEGER NOT NULL);
CREATE TABLE reached(
    play INTEGER NOT NULL REFERENCES plays, ordinal INTEGER NOT NULL, runs INTEGER NOT NULL,
    PRIMARY KEY(play, ordinal)) WITHOUT ROWID;

-- 'missing': sentences; 'not judged': a rule, and in how many runs.
CREATE TABLE remarks(
    play INTEGER NOT NULL REFERENCES plays, kind TEXT NOT NULL, ordinal INTEGER NOT NULL,
    name TEXT NOT NULL, words TEXT NOT NULL, PRIMARY KEY(play, kind, ordinal)) WITHOUT ROWID;
CREATE TABLE findings(
    play INTEGER NOT NULL REFERENCES plays, rule TEXT NOT NULL, sentence TEXT NOT NULL,
    first_seed INTEGER NOT NULL, seeds INTEGER NOT NULL, plan TEXT NOT NULL, story TEXT NOT NULL,
    again TEXT NOT NULL, PRIMARY KEY(play, rule));

CREATE TABLE exhibits(
    run INTEGER NOT NULL REFERENCES runs, scenario TEXT NOT NULL, subject TEXT NOT NULL,
    seed INTEGER NOT NULL, hash TEXT NOT NULL, intents INTEGER NOT NULL, effects INTEGER NOT NULL,
    story TEXT NOT NULL, picture TEXT NOT NULL, PRIMARY KEY(run, scenario, subject));
CREATE TABLE proofs(
    run INTEGER NOT NULL REFERENCES runs, subject TEXT NOT NULL, mutant TEXT NOT NULL,
    runs INTEGER NOT NULL, scenarios INTEGER NOT NULL, milliseconds INTEGER NOT NULL,
    broke INTEGER NOT NULL, scenario TEXT NOT NULL, rule TEXT NOT NULL, sentence TEXT NOT NULL,
    seed INTEGER NOT NULL, plan TEXT NOT NULL, story TEXT NOT NULL, again TEXT NOT NULL,
    PRIMARY KEY(run, subject, mutant));
CREATE TABLE windows(
    run INTEGER NOT NULL REFERENCES runs, subject TEXT NOT NULL, first TEXT NOT NULL,
    last TEXT NOT NULL, opens_after TEXT NOT NULL, closes_before TEXT NOT NULL,
    points INTEGER NOT NULL, nanoseconds INTEGER NOT NULL, harms TEXT NOT NULL,
    sentence TEXT NOT NULL);
CREATE TABLE latenesses(
    run INTEGER NOT NULL REFERENCES runs, subject TEXT NOT NULL, nanoseconds INTEGER NOT NULL,
    points INTEGER NOT NULL, breaks TEXT NOT NULL);  -- a point a line
)";

constexpr const char* what_could_go_wrong = R"(
ALTER TABLE plays ADD COLUMN among TEXT NOT NULL DEFAULT '';
)";

constexpr const char* searches_of_other_kinds = R"(
ALTER TABLE searches ADD COLUMN not_played INTEGER NOT NULL DEFAULT 0;
)";

constexpr std::array steps{first_version, what_could_go_wrong, searches_of_other_kinds};

}  // namespace

std::span<const char* const> schema_steps() {
    return steps;
}

bool is_current(store& in) {
    return in.integer("PRAGMA application_id") == results_application_id &&
           in.integer("PRAGMA user_version") == static_cast<std::int64_t>(steps.size());
}

void migrate(store& in, std::span<const char* const> to) {
    const auto last = static_cast<std::int64_t>(to.size());
    // Of two that create a file at once, the second finds what the first has made.
    transaction all(in);
    const std::int64_t version = in.integer("PRAGMA user_version");
    const bool is_empty = in.integer("SELECT count(*) FROM sqlite_schema") == 0;
    const bool is_ours = in.integer("PRAGMA application_id") == results_application_id;
    if (!is_ours && !is_empty) {
        throw store_error(store_failure::bad,
                          fmt::format("{}: it is no results file of onceproof", in.file()));
    }
    if (version > last) {
        throw store_error(
            store_failure::bad,
            fmt::format("{}: a newer onceproof wrote it: its schema is {}, and {} is known here",
                        in.file(), version, last));
    }
    for (std::int64_t i = version; i < last; ++i) {
        in.execute(to[static_cast<std::size_t>(i)]);
    }
    if (version < last) {
        in.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                               results_application_id, last));
    }
    all.commit();
}

}  // namespace onceproof::reports
