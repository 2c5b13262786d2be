// A kept connection over a restored disk must see the template, behave like a fresh connection,
// and be refused when it cannot. Each test is a trap: without its handling it fails.
#include "sim/sqlite/sqlite_template.hpp"

#include "sim/sqlite/sqlite_testing.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>

namespace onceproof::sim {
namespace {

using testing::ask;
using testing::name_of_journal;
using testing::test_host;

class each_template : public ::testing::TestWithParam<journal_mode> {
protected:
    void SetUp() override {
        {
            auto setup = host.start_process();
            database db;
            open(db, *setup);
            ASSERT_EQ(db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, v);"
                                 "INSERT INTO t(v) VALUES(100)"),
                      SQLITE_OK);
        }
        fresh.emplace(host.kernel);
        open(a, *p);
        open(b, *q);
        fresh->keep(a);
        fresh->keep(b);
    }
    void TearDown() override {
        a.close();
        b.close();
    }
    void open(database& db, sqlite_vfs& on) {
        ASSERT_EQ(db.open(on, "app.db", database_options(GetParam())), SQLITE_OK);
    }
    bool wal() const { return GetParam() == journal_mode::wal; }
    std::string content(std::string_view name) {
        const auto file = host.storage.open(name);
        std::string result(host.storage.size(file), '\0');
        host.storage.read(file, 0, std::as_writable_bytes(std::span{result}));
        return result;
    }
    // First the change counter, then for which counter the size in the header is valid.
    std::array<std::string, 2> counters() {
        const auto header = content("app.db");
        return {header.substr(24, 4), header.substr(92, 4)};
    }

    test_host host;
    std::optional<database_template> fresh;
    std::unique_ptr<sqlite_vfs> p = host.start_process();
    std::unique_ptr<sqlite_vfs> q = host.start_process();
    database a;
    database b;
};

INSTANTIATE_TEST_SUITE_P(journals, each_template,
                         ::testing::Values(journal_mode::remove, journal_mode::truncate,
                                           journal_mode::persist, journal_mode::wal),
                         name_of_journal);

// Trap a, and b with a WAL. The runs commit differently often, so that any counter that moves by
// one only is met again by the other connection.
TEST_P(each_template, no_run_sees_what_another_wrote) {
    for (int run = 0; run < 40; ++run) {
        ASSERT_EQ(ask(a, "SELECT v FROM t"), 100) << run;
        if (run % 3 != 0) {
            ASSERT_EQ(ask(b, "SELECT v FROM t"), 100) << run;
        }
        for (int i = 0; i <= run % 4; ++i) {
            auto& writer = (run + i) % 2 == 0 ? a : b;
            const auto value = std::to_string(run * 100 + i);
            ASSERT_EQ(writer.execute("UPDATE t SET v=" + value), SQLITE_OK);
            ASSERT_EQ(ask(a, "SELECT v FROM t"), run * 100 + i) << run;
            if (run % 5 != 0) {
                ASSERT_EQ(ask(b, "SELECT v FROM t"), run * 100 + i) << run;
            }
        }
        ASSERT_TRUE(fresh->restore());
    }
}

TEST_P(each_template, the_change_counter_moves_in_both_places) {
    fresh->restore();
    const auto first = counters();
    EXPECT_EQ(first[0], first[1]);
    fresh->restore();
    const auto second = counters();
    EXPECT_EQ(second[0], second[1]);
    EXPECT_EQ(first[0] == second[0], wal());  // a WAL's readers do not look at it
}

// Trap a again: the counter has 32 bits, and a connection may sleep until a value comes again.
TEST_P(each_template, a_counter_that_has_gone_around_is_not_believed) {
    constexpr std::uint32_t quarter = 1U << 30U;  // goes around in four runs
    fresh.emplace(host.kernel, quarter);
    fresh->keep(a);
    fresh->keep(b);
    for (int run = 0; run < 20; ++run) {
        ASSERT_TRUE(fresh->restore());
        ASSERT_EQ(b.execute("UPDATE t SET v=" + std::to_string(run)), SQLITE_OK);
        if (run % 3 == 0) {
            ASSERT_EQ(ask(a, "SELECT v FROM t"), run);
        }
    }
}

// Trap b: a log that is longer than the template's, and shared memory that tells of it.
TEST_P(each_template, the_log_is_cut) {
    ASSERT_TRUE(fresh->restore());
    ASSERT_EQ(ask(b, "SELECT v FROM t"), 100);
    for (int i = 0; i < 20; ++i) {
        ASSERT_EQ(a.execute("UPDATE t SET v=v+1"), SQLITE_OK);
    }
    ASSERT_TRUE(fresh->restore());
    EXPECT_EQ(content("app.db-wal"), "");
    auto r = host.start_process();
    database other;
    open(other, *r);
    EXPECT_EQ(ask(other, "SELECT v FROM t"), 100);
    EXPECT_EQ(ask(b, "SELECT v FROM t"), 100);
    EXPECT_EQ(ask(a, "SELECT v FROM t"), 100);
}

// Trap b: if each run made the log anew, two connections would write to two files of one name.
TEST_P(each_template, old_and_new_connections_share_one_log) {
    ASSERT_EQ(a.execute("UPDATE t SET v=1"), SQLITE_OK);
    ASSERT_TRUE(fresh->restore());
    auto r = host.start_process();
    database other;
    open(other, *r);
    ASSERT_EQ(other.execute("UPDATE t SET v=2"), SQLITE_OK);
    EXPECT_EQ(ask(a, "SELECT v FROM t"), 2);
    ASSERT_EQ(a.execute("UPDATE t SET v=3"), SQLITE_OK);
    EXPECT_EQ(ask(other, "SELECT v FROM t"), 3);
}

// Trap c.
TEST_P(each_template, statements_stay_prepared) {
    statement insert;
    statement query;
    ASSERT_EQ(insert.prepare(a, "INSERT INTO t(v) VALUES(?1)"), SQLITE_OK);
    ASSERT_EQ(query.prepare(b, "SELECT count(*) FROM t"), SQLITE_OK);
    for (int run = 0; run < 10; ++run) {
        ASSERT_TRUE(fresh->restore());
        ASSERT_EQ(insert.bind(1, std::int64_t{run}), SQLITE_OK);
        ASSERT_EQ(insert.step(), SQLITE_DONE);
        ASSERT_EQ(insert.reset(), SQLITE_OK);
        ASSERT_EQ(query.step(), SQLITE_ROW);
        EXPECT_EQ(query.integer(0), 2);
        ASSERT_EQ(query.reset(), SQLITE_OK);
    }
    EXPECT_EQ(insert.times_reprepared(), 0);
    EXPECT_EQ(query.times_reprepared(), 0);
}

// Trap d: in the middle of reading, and with an open transaction.
TEST_P(each_template, what_was_begun_is_ended_first) {
    statement query;
    ASSERT_EQ(query.prepare(a, "SELECT v FROM t"), SQLITE_OK);
    ASSERT_EQ(query.step(), SQLITE_ROW);
    ASSERT_TRUE(fresh->restore());
    EXPECT_EQ(a.transaction_state(), SQLITE_TXN_NONE);

    ASSERT_EQ(b.execute("BEGIN IMMEDIATE; INSERT INTO t(v) VALUES(1); INSERT INTO t(v) VALUES(2)"),
              SQLITE_OK);
    EXPECT_NE(b.last_insert_rowid(), 0);
    ASSERT_TRUE(fresh->restore());
    EXPECT_FALSE(b.in_transaction());
    EXPECT_EQ(b.last_insert_rowid(), 0);
    EXPECT_EQ(ask(a, "SELECT count(*) FROM t"), 1);
    EXPECT_EQ(a.execute("UPDATE t SET v=1"), SQLITE_OK);
}

TEST_P(each_template, a_transaction_of_one_that_is_not_kept_is_a_bug) {
    auto r = host.start_process();
    database other;
    open(other, *r);
    ASSERT_EQ(other.execute("BEGIN IMMEDIATE"), SQLITE_OK);
    EXPECT_DEATH(fresh->restore(), "not kept");
}

// Trap e.
TEST_P(each_template, the_dead_lie_unclosed_until_the_run_ends) {
    std::unique_ptr<sqlite_vfs> dead;
    {
        statement query;
        ASSERT_EQ(query.prepare(a, "SELECT v FROM t"), SQLITE_OK);
        ASSERT_EQ(a.execute("PRAGMA cache_size=1; BEGIN;"
                            "INSERT INTO t(v) SELECT randomblob(900) FROM pragma_function_list"),
                  SQLITE_OK);
        ASSERT_EQ(query.step(), SQLITE_ROW);
        p->kill();
        const database left_behind = std::move(a);
        dead = std::move(p);
    }
    ASSERT_EQ(b.execute("UPDATE t SET v=200"), SQLITE_OK);
    EXPECT_DEATH(fresh->restore(), "revive the dead");
    const auto before = content("app.db") + content("app.db-wal") + content("app.db-journal");
    dead.reset();
    EXPECT_TRUE(content("app.db") + content("app.db-wal") + content("app.db-journal") == before);
    EXPECT_EQ(ask(b, "SELECT v FROM t"), 200);

    EXPECT_FALSE(fresh->restore());
    EXPECT_FALSE(fresh->keeps(a));
    EXPECT_TRUE(fresh->keeps(b));
    p = host.start_process();
    open(a, *p);
    fresh->keep(a);
    EXPECT_EQ(ask(a, "SELECT v FROM t"), 100);
    EXPECT_EQ(ask(b, "SELECT v FROM t"), 100);
    EXPECT_TRUE(fresh->restore());
}

TEST_P(each_template, after_a_power_off_all_are_opened_anew) {
    ASSERT_EQ(a.execute("BEGIN; UPDATE t SET v=1"), SQLITE_OK);
    host.storage.power_off();
    EXPECT_FALSE(fresh->restore());
    EXPECT_FALSE(fresh->keeps(a));
    EXPECT_FALSE(fresh->keeps(b));
    a.close();
    b.close();
    p = host.start_process();
    open(a, *p);
    EXPECT_EQ(ask(a, "SELECT v FROM t"), 100);
}

TEST_P(each_template, a_connection_to_a_file_that_is_gone_is_not_kept) {
    host.storage.remove("app.db");
    host.storage.remove("app.db-wal");
    auto r = host.start_process();
    database other;
    open(other, *r);
    ASSERT_EQ(other.execute("CREATE TABLE t(v)"), SQLITE_OK);
    fresh->keep(other);
    EXPECT_FALSE(fresh->restore());
    EXPECT_FALSE(fresh->keeps(other));
    EXPECT_TRUE(fresh->keeps(a));
    EXPECT_EQ(ask(a, "SELECT v FROM t"), 100);
    fresh->forget(a);
    EXPECT_FALSE(fresh->keeps(a));
}

// A connection that has begun a log anew draws no salt for the next one and counts on.
TEST_P(each_template, a_connection_that_began_its_log_anew_is_not_kept) {
    ASSERT_EQ(a.execute("UPDATE t SET v=1; PRAGMA wal_checkpoint(TRUNCATE)"), SQLITE_OK);
    EXPECT_EQ(fresh->restore(), !wal());
    EXPECT_EQ(fresh->keeps(a), !wal());
    EXPECT_TRUE(fresh->keeps(b));
}

TEST_P(each_template, a_kept_connection_writes_the_bytes_that_a_fresh_one_writes) {
    const auto run = [this](database& db) {
        host.start_run();
        EXPECT_EQ(db.execute("UPDATE t SET v=random(); INSERT INTO t(v) VALUES(random())"),
                  SQLITE_OK);
        auto bytes = content("app.db");
        bytes.replace(24, 4, 4, '#');  // the change counter differs on purpose
        bytes.replace(92, 4, 4, '#');
        return bytes + content("app.db-wal");
    };
    const auto first = run(a);
    ASSERT_TRUE(fresh->restore());
    EXPECT_TRUE(run(a) == first);
    ASSERT_TRUE(fresh->restore());
    EXPECT_TRUE(run(b) == first);
    ASSERT_TRUE(fresh->restore());
    auto r = host.start_process();
    database other;
    open(other, *r);
    EXPECT_TRUE(run(other) == first);
}

}  // namespace
}  // namespace onceproof::sim
