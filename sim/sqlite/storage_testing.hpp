// For tests: a run in a world of one host that stores charges.
#pragma once

#include "sim/net/two_hosts.hpp"
#include "sim/sqlite/sql_client.hpp"
#include "sim/sqlite/storage.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <utility>

namespace onceproof::sim::testing {

constexpr std::string_view charges_schema =
    "CREATE TABLE charges(id INTEGER PRIMARY KEY, amount INTEGER);"
    "INSERT INTO charges(amount) VALUES(100)";

// One run on KEPT, from its begin to its end.
struct shop_run {
    explicit shop_run(storage& of, std::uint64_t seed = 7, fault_injector* injector = nullptr)
        : kept(of),
          w({.seed = seed, .keep_trace = true, .injector = injector}),
          machine(w.add_host("shop")) {
        kept.begin_run(machine);
    }
    ~shop_run() { kept.end_run(); }
    shop_run(const shop_run&) = delete;
    shop_run& operator=(const shop_run&) = delete;

    process& start(std::string_view name, body what) {
        process& started = machine.add_process(name, run_body(std::move(what)));
        started.start();
        return started;
    }

    storage& kept;
    world w;
    host& machine;
};

// The one number that SQL answers; -1 if there is no row, minus the result code on an error.
inline std::int64_t number(storage& in, literal sql) {
    std::int64_t answer = -1;
    const int code = in.query(sql, [&](const statement& row) { answer = row.integer(0); });
    return code == SQLITE_OK ? answer : -code;
}

inline std::int64_t charges(storage& in) {
    return number(in, "SELECT count(*) FROM charges");
}

// What has been charged so far, as the process itself sees it.
inline awaitable<std::int64_t> seen_charges(sql_client& db) {
    statement& count = db.prepared("SELECT count(*) FROM charges");
    const int code = co_await db.step(count, "db count");
    const std::int64_t seen = code == SQLITE_ROW ? count.integer(0) : -code;
    count.reset();
    co_return seen;
}

// SQLITE_OK, or the first code that was not as hoped.
inline awaitable<int> charge(sql_client& db, std::int64_t amount) {
    int code = co_await db.begin();
    if (code != SQLITE_DONE) {
        co_return code;
    }
    statement& insert = db.prepared("INSERT INTO charges(amount) VALUES(?1)");
    insert.bind(1, amount);
    code = co_await db.step(insert, "db insert");
    if (code != SQLITE_DONE) {
        co_return code;
    }
    code = co_await db.commit();
    co_return code == SQLITE_DONE ? SQLITE_OK : code;
}

}  // namespace onceproof::sim::testing
