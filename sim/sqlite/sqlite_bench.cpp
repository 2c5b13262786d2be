// What a fresh database costs a run, and how many transactions a second SQLite makes on the
// simulated disk. Argument 0 to 3: journal removed, truncated, persistent; WAL.
#include "sim/sqlite/sqlite_template.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string>

namespace onceproof::sim {
namespace {

constexpr const char* schema =
    "CREATE TABLE intents(scope TEXT, key TEXT, fingerprint BLOB, status INTEGER, body TEXT,"
    "                     PRIMARY KEY(scope, key)) WITHOUT ROWID;"
    "CREATE TABLE ledger(id INTEGER PRIMARY KEY, account TEXT, amount INTEGER);"
    "CREATE INDEX ledger_by_account ON ledger(account);";

std::uint64_t draws = 0;

sqlite_environment environment() {
    return {
        .self = nullptr,
        .random = [](void*) { return ++draws * 0x9E3779B97F4A7C15U; },
        .unix_time_ns = [](void*) -> std::int64_t { return 1'700'000'000'000'000'000; },
        .slept = [](void*, std::chrono::microseconds) {},
        .before_io = nullptr,
    };
}

struct storage {
    disk files;
    sqlite_host host{files};
    std::unique_ptr<sqlite_vfs> process =
        std::make_unique<sqlite_vfs>(host, "bench/1", environment());
};

struct statements {
    explicit statements(const database& db) {
        begin.prepare(db, "BEGIN IMMEDIATE");
        claim.prepare(db, "INSERT INTO intents VALUES('tenant/charge', ?1, x'00', 200, ?2)");
        charge.prepare(db, "INSERT INTO ledger(account, amount) VALUES('acme', ?1)");
        commit.prepare(db, "COMMIT");
    }

    // One charge, as a server stores it: the claim, the ledger row and the answer in one commit.
    void transact(std::int64_t key) {
        run(begin);
        claim.bind(1, key);
        claim.bind(2, std::string_view{R"({"charge":"ch_1","amount":100,"currency":"EUR"})"});
        run(claim);
        charge.bind(1, std::int64_t{100});
        run(charge);
        run(commit);
    }
    static void run(statement& s) {
        if (s.step() != SQLITE_DONE) {
            std::abort();
        }
        s.reset();
    }

    statement begin;
    statement claim;
    statement charge;
    statement commit;
};

database_options options(const benchmark::State& state) {
    return database_options(static_cast<journal_mode>(state.range(0)));
}

void create(storage& on, database_options with) {
    database db;
    if (db.open(*on.process, "app.db", with) != SQLITE_OK || db.execute(schema) != SQLITE_OK) {
        std::abort();
    }
}

// A run that makes its database from nothing: a transaction is in it as well.
void fresh_schema(benchmark::State& state) {
    for (auto _ : state) {
        storage on;
        database db;
        db.open(*on.process, "app.db", options(state));
        db.execute(schema);
        statements run(db);
        run.transact(1);
    }
}
BENCHMARK(fresh_schema)->DenseRange(0, 3);

// A run that opens a new connection on a restored disk, as after a crash.
void fresh_connection(benchmark::State& state) {
    storage on;
    create(on, options(state));
    database_template fresh(on.host);
    for (auto _ : state) {
        fresh.restore();
        database db;
        db.open(*on.process, "app.db", options(state));
        statements run(db);
        run.transact(1);
    }
}
BENCHMARK(fresh_connection)->DenseRange(0, 3);

// A run on a kept connection.
void kept_connection(benchmark::State& state) {
    storage on;
    create(on, options(state));
    database_template fresh(on.host);
    database db;
    db.open(*on.process, "app.db", options(state));
    statements run(db);
    fresh.keep(db);
    for (auto _ : state) {
        fresh.restore();
        run.transact(1);
    }
}
BENCHMARK(kept_connection)->DenseRange(0, 3);

// The restore alone, of a disk on which three pages were changed (writing them is in it).
void restore_three_pages(benchmark::State& state) {
    storage on;
    create(on, options(state));
    database_template fresh(on.host);
    database db;
    db.open(*on.process, "app.db", options(state));
    fresh.keep(db);
    const auto file = on.files.open("app.db");
    const std::array<std::byte, 4096> page{};
    for (auto _ : state) {
        for (const std::uint64_t offset : {0U, 4096U, 8192U}) {
            on.files.write(file, offset, page);
        }
        on.files.sync(file);
        fresh.restore();
    }
}
BENCHMARK(restore_three_pages)->DenseRange(0, 3);

// Also what a run does once before its first statement.
void start_run(benchmark::State& state) {
    const auto from = environment();
    for (auto _ : state) {
        start_sqlite_run(from);
    }
}
BENCHMARK(start_run);

// A database that grows to a thousand charges, then begins anew.
void transactions(benchmark::State& state) {
    storage on;
    create(on, options(state));
    database_template fresh(on.host);
    database db;
    db.open(*on.process, "app.db", options(state));
    statements run(db);
    fresh.keep(db);
    std::int64_t key = 0;
    for (auto _ : state) {
        if (++key % 1000 == 0) {
            fresh.restore();
            fresh.keep(db);  // a log that was begun anew makes no difference here
        }
        run.transact(key);
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(transactions)->DenseRange(0, 3);

}  // namespace
}  // namespace onceproof::sim
