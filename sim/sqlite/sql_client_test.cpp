// A process and its database: steps, deaths, and waiting for others.
#include "sim/sqlite/sql_client.hpp"

#include "sim/sqlite/sqlite_testing.hpp"
#include "sim/sqlite/storage_testing.hpp"

#include <ostream>
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

// Opens, waits, charges once and notes the result code.
body charge_after(duration wait, std::int64_t amount) {
    return [=](incarnation& self) -> awaitable<void> {
        sql_client db(self);
        co_await db.open();
        co_await pause_for(wait);
        const int code = co_await charge(db, amount);
        self.note("charged", static_cast<std::uint64_t>(code));
    };
}

// When each process charged, and with what result code.
struct charged {
    std::string client;
    time_point at;
    std::uint64_t code;
};
std::vector<charged> charged_in(const world& w) {
    std::vector<charged> all;
    for (const trace_event& r : w.events().records()) {
        if (r.kind == event_kind::note) {
            all.push_back({std::string(w.name(r.actor)), r.at, r.a});
        }
    }
    return all;
}

class each_client : public ::testing::TestWithParam<journal_mode> {
protected:
    storage kept{"shop.db", charges_schema, database_options(GetParam())};
};

INSTANTIATE_TEST_SUITE_P(journals, each_client,
                         ::testing::Values(journal_mode::truncate, journal_mode::wal),
                         testing::name_of_journal);

TEST_P(each_client, two_writers_take_turns_in_virtual_time) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        shop_run r(kept, seed);
        r.start("api-1", charge_after(0ms, 1));
        r.start("api-2", charge_after(0ms, 10));
        r.w.run();
        const auto all = charged_in(r.w);
        ASSERT_EQ(all.size(), 2U);
        EXPECT_EQ(all[0].client, "api-1");
        EXPECT_EQ(all[0].at, time_point(4 * sql_client::step_time));
        // Refused at first, then waits between half a millisecond and one.
        EXPECT_EQ(all[1].code, 0U);
        EXPECT_GE(all[1].at, all[0].at + 500us);
        EXPECT_LE(all[1].at, all[0].at + 1200us);
        kept.end_run();
        EXPECT_EQ(number(kept, "SELECT sum(amount) FROM charges"), 111);
    }
}

TEST_P(each_client, who_waits_too_long_is_refused) {
    shop_run r(kept);
    r.start("hog", [](incarnation& self) -> awaitable<void> {
        sql_client db(self);
        co_await db.open();
        co_await db.begin();
        co_await pause_for(1h);
    });
    r.start("api-1", charge_after(1ms, 1));
    r.w.run();
    const auto all = charged_in(r.w);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].code, static_cast<std::uint64_t>(SQLITE_BUSY));
    EXPECT_GT(all[0].at, time_point(2s));
    EXPECT_LT(all[0].at, time_point(6s));
}

struct killed_at {
    const char* point;
    timing when;
    std::int64_t stored;  // the sum of the amounts
};

void PrintTo(const killed_at& k, std::ostream* to) {
    *to << k.point << (k.when == timing::before ? ", before" : ", after");
}

class each_death : public ::testing::TestWithParam<killed_at> {};

INSTANTIATE_TEST_SUITE_P(points, each_death,
                         ::testing::Values(killed_at{"api-1/db open", timing::before, 100},
                                           killed_at{"api-1/db open", timing::after, 100},
                                           killed_at{"api-1/db begin", timing::before, 100},
                                           killed_at{"api-1/db begin", timing::after, 100},
                                           killed_at{"api-1/db insert", timing::before, 100},
                                           killed_at{"api-1/db insert", timing::after, 100},
                                           killed_at{"api-1/db commit", timing::before, 100},
                                           killed_at{"api-1/db commit", timing::after, 101}));

// A kill at each step, and the same with the power; then another process charges.
TEST_P(each_death, leaves_all_or_nothing) {
    for (const auto journal : {journal_mode::truncate, journal_mode::wal}) {
        storage kept("shop.db", charges_schema, database_options(journal));
        for (const bool power : {false, true, false}) {
            injection death(power ? primitive::power_off : primitive::kill, GetParam().when);
            death.restart = 1h;
            single_fault injector(GetParam().point, death);
            shop_run r(kept, 7, &injector);
            process& api = r.start("api-1", [](incarnation& self) -> awaitable<void> {
                if (self.number() == 1) {
                    sql_client db(self);
                    co_await db.open();
                    co_await charge(db, 1);
                    ADD_FAILURE() << "the dead went on";
                }
            });
            r.w.after(10ms, [&] { r.machine.power_on(); });
            r.w.after(20ms, [&] { r.start("api-2", charge_after(0ms, 10)); });
            r.w.run();
            EXPECT_EQ(api.starts(), 2U);
            const auto all = charged_in(r.w);
            ASSERT_EQ(all.size(), 1U);
            EXPECT_EQ(all[0].at, time_point(20ms + 4 * sql_client::step_time));
            kept.end_run();
            EXPECT_EQ(number(kept, "SELECT sum(amount) FROM charges"), GetParam().stored + 10);
        }
    }
}

TEST_P(each_client, a_kill_while_waiting_frees_the_locks) {
    shop_run r(kept);
    bool unwound = false;
    process& hog = r.start("hog", [&](incarnation& self) -> awaitable<void> {
        struct at_end {
            ~at_end() { done = true; }
            bool& done;
        };
        const at_end will(unwound);
        sql_client db(self);
        co_await db.open();
        co_await charge(db, 7);
        ADD_FAILURE() << "the dead went on";
    });
    r.w.after(2 * sql_client::step_time + 10us, [&] {
        hog.kill();
        EXPECT_TRUE(hog.alive() == nullptr);
    });
    r.start("api-1", charge_after(120us, 1));
    r.w.run();
    EXPECT_TRUE(unwound);
    ASSERT_EQ(charged_in(r.w).size(), 1U);
    EXPECT_LT(charged_in(r.w)[0].at, time_point(500us));
    kept.end_run();
    EXPECT_EQ(number(kept, "SELECT sum(amount) FROM charges"), 101);
}

TEST_P(each_client, a_delayed_step_comes_later) {
    single_fault injector("api-1/db commit", injection(primitive::delay, 3s));
    shop_run r(kept, 7, &injector);
    std::int64_t meanwhile = 0;
    r.start("api-1", charge_after(0ms, 1));
    r.start("reader", [&](incarnation& self) -> awaitable<void> {
        sql_client db(self);
        co_await db.open();
        co_await pause_for(2s);
        meanwhile = co_await seen_charges(db);
    });
    r.w.run();
    EXPECT_EQ(meanwhile, 1);
    ASSERT_EQ(charged_in(r.w).size(), 1U);
    EXPECT_EQ(charged_in(r.w)[0].at, time_point(3s + 4 * sql_client::step_time));
}

// Reads first, lets another write, then writes on.
TEST_P(each_client, a_failed_upgrade_is_rolled_back_and_begun_anew) {
    shop_run r(kept);
    std::vector<int> codes;
    r.start("upgrader", [&](incarnation& self) -> awaitable<void> {
        sql_client db(self);
        co_await db.open();
        statement& begin = db.prepared("BEGIN");
        co_await db.step(begin, "db begin");
        co_await seen_charges(db);
        co_await pause_for(5ms);
        statement& insert = db.prepared("INSERT INTO charges(amount) VALUES(5)");
        int code = co_await db.step(insert, "db insert");
        codes.push_back(code);
        EXPECT_FALSE(db.in_transaction());
        code = co_await charge(db, 5);
        codes.push_back(code);
    });
    // In a journal its commit waits for the reader, so that the reader can't write; in a WAL it
    // does not wait, and the reader's snapshot is old.
    r.start("api-1", charge_after(1ms, 1));
    r.w.run();
    const int refusal = GetParam() == journal_mode::wal ? SQLITE_BUSY_SNAPSHOT : SQLITE_BUSY;
    EXPECT_EQ(codes, (std::vector<int>{refusal, SQLITE_OK}));
    ASSERT_EQ(charged_in(r.w).size(), 1U);
    EXPECT_EQ(charged_in(r.w)[0].code, 0U);
    kept.end_run();
    EXPECT_EQ(number(kept, "SELECT sum(amount) FROM charges"), 106);
}

// A process that starts while another waits for its commit can't even read the schema.
TEST_P(each_client, opening_waits_too) {
    for (int run = 0; run < 2; ++run) {  // on fresh connections, then on kept ones
        shop_run r(kept);
        r.start("reader", [](incarnation& self) -> awaitable<void> {
            sql_client db(self);
            co_await db.open();
            statement& read = db.prepared("SELECT amount FROM charges");
            co_await db.step(read, "db read");
            co_await pause_for(20ms);
            read.reset();
        });
        r.start("writer", charge_after(1ms, 1));
        int opened = SQLITE_ERROR;
        time_point at{};
        r.w.after(10ms, [&] {
            r.start("late", [&](incarnation& self) -> awaitable<void> {
                sql_client db(self);
                opened = co_await db.open();
                at = self.in().now();
            });
        });
        r.w.run();
        EXPECT_EQ(opened, SQLITE_OK);
        EXPECT_EQ(at > time_point(20ms), GetParam() != journal_mode::wal);
    }
}

TEST_P(each_client, a_client_that_goes_rolls_back_and_leaves_its_connection) {
    shop_run r(kept);
    r.start("api-1", [](incarnation& self) -> awaitable<void> {
        const sqlite3* used = nullptr;
        {
            sql_client db(self);
            co_await db.open();
            used = db.connection().handle();
            co_await db.begin();
            statement& insert = db.prepared("INSERT INTO charges(amount) VALUES(7)");
            co_await db.step(insert, "db insert");
        }
        sql_client first(self);
        sql_client second(self);
        co_await first.open();
        co_await second.open();
        EXPECT_EQ(first.connection().handle(), used);
        EXPECT_NE(second.connection().handle(), used);
        const int code = co_await charge(second, 1);
        EXPECT_EQ(code, SQLITE_OK);
        const std::int64_t seen = co_await seen_charges(first);
        EXPECT_EQ(seen, 2);
    });
    r.w.run();
}

// The dead may still be asked, by their own code, until their step ends.
TEST_P(each_client, a_dead_client_answers_nothing) {
    shop_run r(kept);
    bool asked = false;
    r.start("api-1", [&](incarnation& self) -> awaitable<void> {
        sql_client db(self);
        co_await db.open();
        statement& insert = db.prepared("INSERT INTO charges(amount) VALUES(7)");
        self.owner().kill();
        EXPECT_EQ(insert.step(), SQLITE_IOERR);
        EXPECT_EQ(insert.reset(), SQLITE_IOERR);
        EXPECT_EQ(db.prepared("DELETE FROM charges").step(), SQLITE_IOERR);
        EXPECT_FALSE(db.in_transaction());
        asked = true;
        co_await db.begin();
        ADD_FAILURE() << "the dead went on";
    });
    r.w.run();
    EXPECT_TRUE(asked);
    kept.end_run();
    EXPECT_EQ(charges(kept), 1);
}

// Keeps the names of the points.
class witness final : public fault_injector {
public:
    std::span<const injection> at(const point& where) override {
        EXPECT_EQ(where.kind, point_kind::step);
        points.push_back(w->name(where));
        return {};
    }
    const world* w = nullptr;
    std::vector<std::string> points;
};

TEST_P(each_client, each_step_is_a_point_however_often_it_is_tried) {
    witness seen;
    shop_run r(kept, 7, &seen);
    seen.w = &r.w;
    r.start("api-1", charge_after(0ms, 1));
    r.start("api-2", charge_after(60us, 10));
    r.w.run();
    EXPECT_EQ(seen.points,
              (std::vector<std::string>{"api-1/db open", "api-2/db open", "api-1/db begin",
                                        "api-1/db insert", "api-2/db begin", "api-1/db commit",
                                        "api-2/db insert", "api-2/db commit"}));
}

TEST_P(each_client, leaves_the_draws_of_others_as_they_were) {
    const auto drawn = [&](bool with_database) {
        std::vector<std::uint64_t> values;
        shop_run r(kept);
        for (const char* name : {"api-1", "api-2"}) {
            r.start(name, [&](incarnation& self) -> awaitable<void> {
                values.push_back(self.draws_for("jitter").next());
                if (with_database) {
                    sql_client db(self);
                    co_await db.open();
                    co_await charge(db, 1);
                    co_await charge(db, 1);
                }
                co_await pause_for(1s);
                values.push_back(self.draws_for("jitter").next());
            });
        }
        r.w.run();
        return values;
    };
    const auto without = drawn(false);
    const auto with = drawn(true);
    EXPECT_EQ(without.size(), 4U);
    // As sets, since busy processes may come to their second draw in another order.
    EXPECT_EQ(std::set(without.begin(), without.end()), std::set(with.begin(), with.end()));
}

TEST(SqlClient, NeedsAStorage) {
    two_hosts t([](incarnation& self) -> awaitable<void> {
        EXPECT_DEATH(sql_client{self}, "storage");
        co_return;
    });
    t.run();
}

}  // namespace
}  // namespace onceproof::sim
