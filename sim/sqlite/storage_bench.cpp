// Whole runs of a small world with a database: items_per_second are runs. Each run makes a world
// of one process that opens its client, begins, inserts and commits, and ends it.
// Argument 0 to 3: journal removed, truncated, persistent; WAL.
#include "sim/sqlite/storage.hpp"

#include "sim/executor.hpp"
#include "sim/host.hpp"
#include "sim/sqlite/sql_client.hpp"
#include "sim/world.hpp"

#include <benchmark/benchmark.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <cstdlib>

namespace onceproof::sim {
namespace {

namespace asio = boost::asio;

constexpr std::string_view schema =
    "CREATE TABLE charges(id INTEGER PRIMARY KEY, key TEXT UNIQUE, amount INTEGER)";

void require(int code, int hoped) {
    if (code != hoped) {
        std::abort();
    }
}

asio::awaitable<void> charge(incarnation& self) {
    sql_client db(self);
    int code = co_await db.open();
    require(code, SQLITE_OK);
    code = co_await db.begin();
    require(code, SQLITE_DONE);
    statement& insert = db.prepared("INSERT INTO charges(key, amount) VALUES(?1, ?2)");
    insert.bind(1, std::string_view("0123456789abcdef"));
    insert.bind(2, std::int64_t{1250});
    code = co_await db.step(insert, "db insert");
    require(code, SQLITE_DONE);
    code = co_await db.commit();
    require(code, SQLITE_DONE);
}

void run_once(storage& on, void (*main)(incarnation&)) {
    world w({.seed = 1});
    host& machine = w.add_host("shop");
    on.begin_run(machine);
    machine.add_process("api-1", main).start();
    run_result result = w.run();
    benchmark::DoNotOptimize(result);
    on.end_run();
}

storage make(const benchmark::State& state) {
    return storage("shop.db", schema, database_options(static_cast<journal_mode>(state.range(0))));
}

void spawn_charge(incarnation& self) {
    asio::co_spawn(self.get_executor(), charge(self), asio::detached);
}

// The same without a statement: what the world and the restoring cost.
void empty_run(benchmark::State& state) {
    storage kept = make(state);
    for (auto _ : state) {
        run_once(kept, [](incarnation&) {});
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(empty_run)->DenseRange(0, 3);

void run_with_kept_storage(benchmark::State& state) {
    storage kept = make(state);
    for (auto _ : state) {
        run_once(kept, spawn_charge);
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(run_with_kept_storage)->DenseRange(0, 3);

// And with the oracle's question at the end.
void run_and_query(benchmark::State& state) {
    storage kept = make(state);
    for (auto _ : state) {
        run_once(kept, spawn_charge);
        std::int64_t count = 0;
        kept.query("SELECT count(*) FROM charges",
                   [&](const statement& row) { count = row.integer(0); });
        require(static_cast<int>(count), 1);
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(run_and_query)->DenseRange(0, 3);

void run_with_fresh_storage(benchmark::State& state) {
    for (auto _ : state) {
        storage fresh = make(state);
        run_once(fresh, spawn_charge);
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(run_with_fresh_storage)->DenseRange(0, 3);

}  // namespace
}  // namespace onceproof::sim
