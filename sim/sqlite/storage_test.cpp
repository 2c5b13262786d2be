// Runs on one storage: what is kept from one to the next, and what is forgotten.
#include "sim/sqlite/storage.hpp"

#include "sim/sqlite/sqlite_testing.hpp"
#include "sim/sqlite/storage_testing.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace onceproof::sim {
namespace {

using testing::charge;
using testing::charges;
using testing::charges_schema;
using testing::number;
using testing::seen_charges;
using testing::shop_run;

class each_storage : public ::testing::TestWithParam<journal_mode> {
protected:
    static storage make() {
        return storage("shop.db", charges_schema, database_options(GetParam()));
    }
};

INSTANTIATE_TEST_SUITE_P(journals, each_storage,
                         ::testing::Values(journal_mode::remove, journal_mode::truncate,
                                           journal_mode::persist, journal_mode::wal),
                         testing::name_of_journal);

struct observed {
    std::vector<std::int64_t> before;  // what each process saw first, in each of its lives
    std::set<const sqlite3*> connections;
};

// Looks, charges, looks again, asks SQLite for time and randomness, and tells the trace.
body look_and_charge(observed& to) {
    return [&to](incarnation& self) -> awaitable<void> {
        sql_client db(self);
        co_await db.open();
        to.connections.insert(db.connection().handle());
        const std::int64_t before = co_await seen_charges(db);
        to.before.push_back(before);
        const int code = co_await charge(db, 5);
        EXPECT_EQ(code, SQLITE_OK);
        const std::int64_t after = co_await seen_charges(db);
        self.note("charges", static_cast<std::uint64_t>(after));
        statement& drawn = db.prepared("SELECT random() || ' at ' || datetime('now')");
        co_await db.step(drawn, "db draw");
        self.note("drew", 0, drawn.text(0));
        drawn.reset();
        co_await pause_for(1h);
    };
}

TEST_P(each_storage, keeps_connections_and_forgets_what_a_run_wrote) {
    storage kept = make();
    observed seen;
    for (int run = 0; run < 20; ++run) {
        shop_run r(kept);
        for (int i = 0; i <= run % 3; ++i) {  // so that each run commits differently often
            r.start("api-" + std::to_string(i), look_and_charge(seen));
        }
        r.w.after(30min, [&] { r.w.stop(); });
        r.w.run();
        kept.end_run();
        ASSERT_EQ(charges(kept), 2 + run % 3);
    }
    EXPECT_EQ(seen.before, std::vector<std::int64_t>(seen.before.size(), 1));
    EXPECT_EQ(seen.before.size(), 39U);
    EXPECT_EQ(seen.connections.size(), 3U);
}

// Two processes, one of which is killed in every second seed, and the power goes in every third.
trace_hash hash_of_run(storage& on, std::uint64_t seed) {
    observed seen;
    shop_run r(on, seed);
    process& victim = r.start("api-1", look_and_charge(seen));
    r.start("api-2", look_and_charge(seen));
    if (seed % 2 == 0) {
        r.w.after(160us, [&] {
            victim.kill();
            victim.start_after(1ms);
        });
    }
    if (seed % 3 == 0) {
        r.w.after(2ms, [&] { r.machine.power_off(); });
        r.w.after(3ms, [&] { r.machine.power_on(); });
    }
    r.w.after(30min, [&] { r.w.stop(); });
    return r.w.run().hash;
}

TEST_P(each_storage, kept_connections_make_the_run_that_fresh_ones_make) {
    storage kept = make();
    std::set<trace_hash> all;
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
        storage fresh = make();
        const trace_hash hash = hash_of_run(fresh, seed);
        EXPECT_EQ(hash_of_run(kept, seed), hash) << seed;
        all.insert(hash);
    }
    EXPECT_EQ(all.size(), 24U) << "random() comes from the seed";
}

// "remove" needs EXTRA: with FULL a power-off may bring its journal back (sim/sqlite/sqlite.hpp).
TEST_P(each_storage, power_off_takes_what_was_not_committed) {
    const bool gap = GetParam() == journal_mode::remove;
    storage kept("shop.db", charges_schema,
                 database_options(GetParam(), gap ? synchronous::extra : synchronous::full));
    for (int run = 0; run < 3; ++run) {
        std::int64_t seen_by_second = 0;
        shop_run r(kept);
        r.start("api-1", [&](incarnation& self) -> awaitable<void> {
            sql_client db(self);
            co_await db.open();
            if (self.number() == 2) {
                seen_by_second = co_await seen_charges(db);
                co_return;
            }
            co_await charge(db, 5);
            co_await db.begin();
            statement& insert = db.prepared("INSERT INTO charges(amount) VALUES(7)");
            co_await db.step(insert, "db insert");
            self.on().power_off();
            co_await db.commit();
            ADD_FAILURE() << "the dead went on";
        });
        if (run != 1) {
            r.w.after(1s, [&] { r.machine.power_on(); });
        }
        r.w.run();
        kept.end_run();
        EXPECT_EQ(seen_by_second, run != 1 ? 2 : 0);
        EXPECT_EQ(number(kept, "SELECT sum(amount) FROM charges"), 105);
    }
}

TEST_P(each_storage, without_syncs_power_off_takes_commits_too) {
    storage kept("shop.db", charges_schema, database_options(GetParam(), synchronous::off));
    observed seen;
    shop_run r(kept);
    r.start("api-1", look_and_charge(seen));
    r.w.after(1s, [&] { r.machine.power_off(); });
    r.w.run();
    kept.end_run();
    EXPECT_EQ(charges(kept), 1);
}

// A connection that nobody used when the power went is dead as well.
TEST_P(each_storage, what_was_idle_at_a_power_off_is_opened_anew) {
    storage kept = make();
    observed seen;
    for (const bool cut : {false, true, false}) {
        shop_run r(kept);
        if (cut) {
            r.machine.power_off();
            r.machine.power_on();
        }
        r.start("api-1", look_and_charge(seen));
        r.w.after(1s, [&] { r.w.stop(); });
        r.w.run();
        EXPECT_EQ(charges(kept), 2);
    }
    EXPECT_EQ(seen.before, (std::vector<std::int64_t>{1, 1, 1}));
}

TEST_P(each_storage, what_was_begun_is_rolled_back_when_the_run_ends) {
    storage kept = make();
    for (int run = 0; run < 3; ++run) {
        shop_run r(kept);
        r.start("api-1", [&](incarnation& self) -> awaitable<void> {
            sql_client db(self);
            co_await db.open();
            co_await db.begin();
            statement& insert = db.prepared("INSERT INTO charges(amount) VALUES(?1)");
            if (run == 0) {
                insert.bind(1, std::int64_t{7});
            }
            co_await db.step(insert, "db insert");
            statement& read = db.prepared("SELECT amount FROM charges ORDER BY id DESC");
            co_await db.step(read, "db read");
            EXPECT_EQ(read.is_null(0), run != 0) << "bindings do not outlive a run";
            co_await pause_for(1h);
        });
        r.w.after(1s, [&] { r.w.stop(); });
        r.w.run();
        kept.end_run();
        EXPECT_EQ(charges(kept), 1);
    }
}

// In its first life a process is killed in the middle of a transaction that has reached the disk,
// while a row waits to be read; in its second it charges.
body die_and_charge(observed& to) {
    return [&to](incarnation& self) -> awaitable<void> {
        sql_client db(self);
        co_await db.open();
        to.connections.insert(db.connection().handle());
        const std::int64_t before = co_await seen_charges(db);
        to.before.push_back(before);
        if (self.number() == 2) {
            const int code = co_await charge(db, 5);
            EXPECT_EQ(code, SQLITE_OK);
            co_return;
        }
        co_await db.step(db.prepared("PRAGMA cache_size = 1"), "db cache");
        co_await db.begin();
        statement& fill = db.prepared(
            "INSERT INTO charges(amount) SELECT randomblob(900) FROM pragma_function_list");
        co_await db.step(fill, "db fill");
        co_await db.step(db.prepared("SELECT amount FROM charges"), "db read");
        self.owner().start_after(1ms);
        self.owner().kill();
    };
}

TEST_P(each_storage, connections_of_the_killed_are_used_again) {
    storage kept = make();
    observed seen;
    for (int run = 0; run < 10; ++run) {
        shop_run r(kept);
        r.start("api-1", die_and_charge(seen));
        r.w.run();
        kept.end_run();
        ASSERT_EQ(charges(kept), 2);
    }
    EXPECT_EQ(seen.before, std::vector<std::int64_t>(20, 1));
    if (GetParam() != journal_mode::wal) {
        EXPECT_EQ(seen.connections.size(), 2U);
    }
}

TEST_P(each_storage, the_world_may_be_gone_before_the_run_ends) {
    storage kept = make();
    observed seen;
    std::optional<world> w;
    for (int run = 0; run < 3; ++run) {
        w.emplace(world_options{.seed = 7});
        kept.begin_run(w->add_host("shop"));
        process& api = w->find_host("shop")->add_process("api-1", run_body(look_and_charge(seen)));
        api.start();
        w->after(1s, [&] { w->stop(); });
        w->run();
        w.reset();
        kept.end_run();
        EXPECT_EQ(charges(kept), 2);
    }
    EXPECT_EQ(seen.before, (std::vector<std::int64_t>{1, 1, 1}));
}

TEST_P(each_storage, time_is_the_wall_clock_of_the_host) {
    storage kept = make();
    std::string time;
    shop_run r(kept);
    r.machine.jump_clock(24h);
    r.start("api-1", [&](incarnation& self) -> awaitable<void> {
        sql_client db(self);
        co_await db.open();
        co_await pause_for(1h);
        statement& now = db.prepared("SELECT datetime('now')");
        co_await db.step(now, "db now");
        time = now.text(0);
    });
    r.w.run();
    EXPECT_EQ(time, "2025-01-02 01:00:00");
}

TEST(Storage, OfTwoHostsAreApart) {
    storage left("shop.db", charges_schema);
    storage right("shop.db", charges_schema);
    for (int run = 0; run < 3; ++run) {
        observed seen;
        shop_run r(left);
        host& other = r.w.add_host("other");
        right.begin_run(other);
        r.start("api-1", look_and_charge(seen));
        process& there = other.add_process("api-2", run_body(look_and_charge(seen)));
        there.start();
        r.w.after(100us, [&] { r.machine.power_off(); });
        r.w.after(1s, [&] { r.w.stop(); });
        r.w.run();
        left.end_run();
        right.end_run();
        EXPECT_EQ(charges(left), 1);
        EXPECT_EQ(charges(right), 2);
    }
}

TEST(Storage, QueryGivesEachRowOrWhyItFailed) {
    storage kept("shop.db", "CREATE TABLE t(v); INSERT INTO t VALUES(1), (2), (3)");
    std::vector<std::int64_t> rows;
    EXPECT_EQ(kept.query("SELECT v FROM t ORDER BY v",
                         [&](const statement& row) { rows.push_back(row.integer(0)); }),
              SQLITE_OK);
    EXPECT_EQ(rows, (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_EQ(kept.query("SELECT abs(-9223372036854775808)", [](const statement&) {}),
              SQLITE_ERROR);
}

TEST(Storage, ShowsItsTablesAsText) {
    storage kept("shop.db",
                 "CREATE TABLE charges(id INTEGER PRIMARY KEY, amount INTEGER, digest BLOB);"
                 "CREATE TABLE empty(one TEXT);"
                 "INSERT INTO charges(amount, digest) VALUES(100, x'00ff'), (NULL, NULL)");
    const std::vector<table> all = kept.tables();
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].name, "charges");
    EXPECT_EQ(all[0].columns, (std::vector<std::string>{"id", "amount", "digest"}));
    EXPECT_EQ(all[0].rows, (std::vector<table::row>{{"1", "100", "00ff"}, {"2", {}, {}}}));
    EXPECT_EQ(all[1].columns, std::vector<std::string>{"one"});
    EXPECT_TRUE(all[1].rows.empty());
}

TEST_P(each_storage, shows_what_was_committed_in_a_run_that_stands_still) {
    storage kept = make();
    shop_run run(kept);
    run.start("till", [](incarnation& self) -> awaitable<void> {
        sql_client db(self);
        co_await db.open();
        co_await charge(db, 5);
    });
    run.w.run();
    kept.end_run();
    EXPECT_EQ(kept.tables().at(0).rows, (std::vector<table::row>{{"1", "100"}, {"2", "5"}}));
}

TEST(Storage, RefusesWhatOnlyABugCanDo) {
    EXPECT_DEATH(storage("shop.db", "CREATE TABLE"), "schema");
    storage kept("shop.db", charges_schema);
    shop_run r(kept);
    EXPECT_DEATH(kept.begin_run(r.w.add_host("other")), "end the run");
    EXPECT_DEATH(kept.query("SELECT FROM", [](const statement&) {}), "compile");
}

}  // namespace
}  // namespace onceproof::sim
