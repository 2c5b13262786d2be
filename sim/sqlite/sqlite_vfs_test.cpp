// SQLite over the simulated disk: several processes of one host, kills and power-offs.
#include "sim/sqlite/sqlite_vfs.hpp"

#include "sim/sqlite/sqlite_testing.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace onceproof::sim {
namespace {

using testing::ask;
using testing::name_of_journal;
using testing::test_host;

constexpr const char* schema = "CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT);";

using files = std::map<std::string, std::string>;

files file_content(disk& d) {
    files result;
    for (const auto& name : d.names()) {
        const auto file = d.open(name);
        auto& text = result[name];
        text.resize(d.size(file));
        d.read(file, 0, std::as_writable_bytes(std::span{text}));
    }
    return result;
}

// The rules hold whichever way a transaction becomes atomic.
class each_journal : public ::testing::TestWithParam<journal_mode> {
protected:
    void open(database& db, sqlite_vfs& on, synchronous sync = synchronous::full) {
        ASSERT_EQ(db.open(on, "data/app.db", database_options(GetParam(), sync)), SQLITE_OK);
    }
    void create() {
        auto vfs = host.start_process();
        database db;
        open(db, *vfs);
        ASSERT_EQ(db.execute(schema), SQLITE_OK);
        db.close();
        host.storage.sync_directory("data");
    }
    bool wal() const { return GetParam() == journal_mode::wal; }

    test_host host;
};

INSTANTIATE_TEST_SUITE_P(journals, each_journal,
                         ::testing::Values(journal_mode::remove, journal_mode::truncate,
                                           journal_mode::persist, journal_mode::wal),
                         name_of_journal);

TEST_P(each_journal, only_one_process_writes_at_a_time) {
    create();
    auto p = host.start_process();
    auto q = host.start_process();
    database a;
    database b;
    open(a, *p);
    open(b, *q);
    ASSERT_EQ(a.execute("BEGIN IMMEDIATE; INSERT INTO t(v) VALUES('a')"), SQLITE_OK);
    EXPECT_EQ(a.transaction_state(), SQLITE_TXN_WRITE);
    EXPECT_EQ(b.execute("BEGIN IMMEDIATE"), SQLITE_BUSY);
    EXPECT_EQ(b.execute("INSERT INTO t(v) VALUES('b')"), SQLITE_BUSY);
    EXPECT_FALSE(b.in_transaction());
    EXPECT_EQ(a.execute("COMMIT"), SQLITE_OK);
    EXPECT_EQ(b.execute("INSERT INTO t(v) VALUES('b')"), SQLITE_OK);
    EXPECT_EQ(ask(a, "SELECT count(*) FROM t"), 2);
    EXPECT_EQ(host.slept.count(), 0);
}

TEST_P(each_journal, a_reader_sees_committed_data_only) {
    create();
    auto p = host.start_process();
    auto q = host.start_process();
    database a;
    database b;
    open(a, *p);
    open(b, *q);
    ASSERT_EQ(a.execute("BEGIN; INSERT INTO t(v) VALUES('a')"), SQLITE_OK);
    EXPECT_EQ(ask(b, "SELECT count(*) FROM t"), 0);

    // A reader in mid-transaction stops a rollback journal's commit, and keeps a WAL's snapshot.
    ASSERT_EQ(b.execute("BEGIN; SELECT count(*) FROM t"), SQLITE_OK);
    EXPECT_EQ(a.execute("COMMIT"), wal() ? SQLITE_OK : SQLITE_BUSY);
    EXPECT_EQ(ask(b, "SELECT count(*) FROM t"), 0);
    if (wal()) {
        EXPECT_EQ(b.execute("INSERT INTO t(v) VALUES('b')"), SQLITE_BUSY_SNAPSHOT);
    }
    ASSERT_EQ(b.execute("ROLLBACK"), SQLITE_OK);
    if (!wal()) {
        EXPECT_EQ(a.execute("COMMIT"), SQLITE_OK);
    }
    EXPECT_EQ(ask(b, "SELECT count(*) FROM t"), 1);
}

// Two that have read and want to write: the one who is refused has to roll back.
TEST_P(each_journal, a_failed_upgrade_ends_by_rolling_back) {
    create();
    auto p = host.start_process();
    auto q = host.start_process();
    database a;
    database b;
    open(a, *p);
    open(b, *q);
    ASSERT_EQ(a.execute("BEGIN; SELECT count(*) FROM t"), SQLITE_OK);
    ASSERT_EQ(b.execute("BEGIN; SELECT count(*) FROM t"), SQLITE_OK);
    ASSERT_EQ(a.execute("INSERT INTO t(v) VALUES('a')"), SQLITE_OK);
    EXPECT_EQ(b.execute("INSERT INTO t(v) VALUES('b')"), SQLITE_BUSY);
    EXPECT_EQ(b.transaction_state(), SQLITE_TXN_READ);
    EXPECT_TRUE(b.in_transaction());
    ASSERT_EQ(b.execute("ROLLBACK"), SQLITE_OK);
    EXPECT_EQ(a.execute("COMMIT"), SQLITE_OK);
}

// Killed with pages of an unfinished transaction in the database or in the log already.
TEST_P(each_journal, another_process_recovers_from_a_kill_in_mid_transaction) {
    create();
    auto p = host.start_process();
    auto q = host.start_process();
    database a;
    database b;
    open(a, *p);
    open(b, *q);
    ASSERT_EQ(a.execute("INSERT INTO t(v) VALUES('kept')"), SQLITE_OK);
    EXPECT_EQ(ask(b, "SELECT count(*) FROM t"), 1);
    ASSERT_EQ(a.execute("PRAGMA cache_size=1"), SQLITE_OK);  // so that pages are spilled
    ASSERT_EQ(a.execute("BEGIN; UPDATE t SET v='lost';"
                        "INSERT INTO t(v) SELECT randomblob(900) FROM pragma_function_list"),
              SQLITE_OK);
    const auto name = wal() ? "data/app.db-wal" : "data/app.db-journal";
    EXPECT_GT(host.storage.size(host.storage.open(name)), 4096U);
    p->kill();
    EXPECT_FALSE(a.in_transaction());

    EXPECT_EQ(ask(b, "SELECT count(*) FROM t"), 1);
    EXPECT_EQ(ask(b, "SELECT v='kept' FROM t"), 1);
    EXPECT_EQ(b.execute("INSERT INTO t(v) VALUES('b')"), SQLITE_OK);
    EXPECT_EQ(ask(b, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check='ok'"), 1);
    a.close();
    p.reset();
    EXPECT_EQ(ask(b, "SELECT count(*) FROM t"), 2);
}

// Raw handles too, not only ours: closing a connection usually rolls back, and checkpoints.
TEST_P(each_journal, the_dead_write_nothing) {
    create();
    auto p = host.start_process();
    sqlite3* raw = nullptr;
    sqlite3_open_v2("data/app.db", &raw, SQLITE_OPEN_READWRITE, p->name());
    ASSERT_EQ(sqlite3_exec(raw,
                           "INSERT INTO t(v) VALUES('x'); PRAGMA cache_size=1; BEGIN;"
                           "INSERT INTO t(v) SELECT randomblob(900) FROM pragma_function_list",
                           nullptr, nullptr, nullptr),
              SQLITE_OK);
    sqlite3_stmt* reading = nullptr;
    sqlite3_prepare_v2(raw, "SELECT * FROM t", -1, &reading, nullptr);
    ASSERT_EQ(sqlite3_step(reading), SQLITE_ROW);
    const auto before = file_content(host.storage);
    int asked = 0;
    host.before_io = [&](const io_operation&) {
        ++asked;
        return io_answer{};
    };
    p->kill();
    EXPECT_EQ(sqlite3_exec(raw, "COMMIT", nullptr, nullptr, nullptr), SQLITE_IOERR);
    sqlite3_finalize(reading);
    EXPECT_EQ(sqlite3_close(raw), SQLITE_OK);
    EXPECT_TRUE(file_content(host.storage) == before);
    EXPECT_EQ(asked, 0);
}

TEST_P(each_journal, a_power_off_loses_no_commit_when_all_is_synced) {
    create();
    for (int round = 1; round <= 3; ++round) {
        auto p = host.start_process();
        database db;
        open(db, *p, synchronous::extra);
        ASSERT_EQ(db.execute("INSERT INTO t(v) VALUES('x'); BEGIN; INSERT INTO t(v) VALUES('y')"),
                  SQLITE_OK);
        host.storage.power_off();
        EXPECT_EQ(db.execute("COMMIT"), SQLITE_IOERR);
        host.storage.power_on();
        auto q = host.start_process();
        database after;
        open(after, *q);
        EXPECT_EQ(ask(after, "SELECT count(*) FROM t"), round);
    }
}

// SQLite's own default loses a commit here: see journal_mode::remove.
TEST_P(each_journal, full_is_enough_except_when_the_journal_is_removed) {
    create();
    {
        auto p = host.start_process();
        database db;
        open(db, *p, synchronous::full);
        ASSERT_EQ(db.execute("INSERT INTO t(v) VALUES('x')"), SQLITE_OK);
        host.storage.power_off();
    }
    host.storage.power_on();
    auto q = host.start_process();
    database after;
    open(after, *q);
    EXPECT_EQ(ask(after, "SELECT count(*) FROM t"), GetParam() == journal_mode::remove ? 0 : 1);
}

TEST_P(each_journal, without_syncs_a_power_off_loses_commits) {
    create();
    {
        auto p = host.start_process();
        database db;
        open(db, *p, synchronous::off);
        ASSERT_EQ(db.execute("INSERT INTO t(v) VALUES('x')"), SQLITE_OK);
        EXPECT_EQ(ask(db, "SELECT count(*) FROM t"), 1);
        host.storage.power_off();
    }
    host.storage.power_on();
    auto q = host.start_process();
    database after;
    open(after, *q);
    EXPECT_EQ(ask(after, "SELECT count(*) FROM t"), 0);
}

TEST_P(each_journal, the_same_run_gives_the_same_bytes) {
    const auto run = [this] {
        test_host fresh;
        fresh.start_run();
        auto p = fresh.start_process();
        database db;
        open(db, *p);
        EXPECT_EQ(db.execute(schema), SQLITE_OK);
        for (int i = 0; i < 5; ++i) {
            EXPECT_EQ(db.execute("INSERT INTO t(v) VALUES(hex(randomblob(20)) || random() ||"
                                 "datetime('now'))"),
                      SQLITE_OK);
        }
        p->kill();  // leaves journal and log as they are
        return file_content(fresh.storage);
    };
    const auto first = run();
    sqlite3_randomness(0, nullptr);
    EXPECT_TRUE(first == run());
    EXPECT_FALSE(first.empty());
}

TEST_P(each_journal, a_kill_at_an_operation_prevents_it) {
    create();
    auto p = host.start_process();
    database db;
    open(db, *p);
    auto before = file_content(host.storage);
    before.try_emplace("data/app.db-journal");
    before.try_emplace("data/app.db-wal");
    host.before_io = [&](const io_operation& operation) {
        if (operation.kind == io_kind::write) {
            p->kill();
        }
        return io_answer{};
    };
    EXPECT_EQ(db.execute("INSERT INTO t(v) VALUES('x')"), SQLITE_IOERR);
    EXPECT_FALSE(p->alive());
    auto after = file_content(host.storage);
    after.try_emplace("data/app.db-journal");  // to be made is no write
    after.try_emplace("data/app.db-wal");
    EXPECT_TRUE(after == before);
}

// What goes wrong at one operation.
enum class interruption { failure, kill, power_off };

// Fails each operation of opening and writing in turn, until one run passes untouched.
TEST_P(each_journal, a_failure_at_any_operation_leaves_all_or_nothing) {
    create();
    const auto image = host.storage.snapshot();
    for (const auto what : {interruption::failure, interruption::kill, interruption::power_off}) {
        bool fired = true;
        for (int n = 1; fired; ++n) {
            host.storage.restore(image);
            fired = false;
            auto p = host.start_process();
            int operations = 0;
            host.before_io = [&](const io_operation& operation) {
                if (++operations != n) {
                    return io_answer{};
                }
                fired = true;
                if (what == interruption::failure) {
                    return io_answer{operation.kind == io_kind::write ? SQLITE_FULL : SQLITE_IOERR};
                }
                what == interruption::kill ? p->kill() : host.storage.power_off();
                return io_answer{};
            };
            database db;
            int code = db.open(*p, "data/app.db", database_options(GetParam(), synchronous::extra));
            if (code == SQLITE_OK) {
                code = db.execute(
                    "BEGIN; INSERT INTO t(v) VALUES('x');"
                    "INSERT INTO t(v) VALUES('y'); COMMIT");
            }
            host.before_io = nullptr;
            db.close();
            host.storage.power_off();
            host.storage.power_on();
            auto q = host.start_process();
            database after;
            open(after, *q);
            const auto count = ask(after, "SELECT count(*) FROM t");
            EXPECT_TRUE(count == 2 || (count == 0 && code != SQLITE_OK)) << n << ": " << count;
            EXPECT_EQ(ask(after, "SELECT integrity_check='ok' FROM pragma_integrity_check"), 1);
            ASSERT_LT(n, 300);
        }
    }
}

TEST(sqlite_vfs, plays_the_world_s_time_randomness_and_sleep) {
    test_host host;
    auto p = host.start_process();
    database db;
    ASSERT_EQ(db.open(*p, "app.db"), SQLITE_OK);
    EXPECT_EQ(ask(db, "SELECT strftime('%s', 'now')"), 1'700'000'000);
    EXPECT_EQ(ask(db, "SELECT substr(strftime('%f', 'now'), 4)"), 123);
    host.start_run();
    const auto first = ask(db, "SELECT random()");
    EXPECT_NE(ask(db, "SELECT random()"), first);
    host.start_run();
    EXPECT_EQ(ask(db, "SELECT random()"), first);
    EXPECT_NE(sqlite3_vfs_find(nullptr), sqlite3_vfs_find(p->name()));

    auto* vfs = sqlite3_vfs_find(p->name());
    EXPECT_EQ(vfs->xSleep(vfs, 1500), 1500);
    EXPECT_EQ(host.slept.count(), 1500);
    test_host next;
    p->set_environment(next.environment());
    EXPECT_EQ(vfs->xSleep(vfs, 20), 20);
    EXPECT_EQ(host.slept.count(), 1500);
    EXPECT_EQ(next.slept.count(), 20);
}

TEST(sqlite_vfs, is_known_to_sqlite_as_long_as_it_lives) {
    test_host host;
    auto p = host.start_process();
    const std::string name = p->name();
    EXPECT_NE(sqlite3_vfs_find(name.c_str()), nullptr);
    p.reset();
    EXPECT_EQ(sqlite3_vfs_find(name.c_str()), nullptr);
}

TEST(sqlite_vfs, tells_the_world_what_it_is_about_to_do) {
    test_host host;
    std::string log;
    auto p = host.start_process();
    database db;
    ASSERT_EQ(db.open(*p, "d/app.db", database_options(journal_mode::remove, synchronous::extra)),
              SQLITE_OK);
    ASSERT_EQ(db.execute(schema), SQLITE_OK);
    host.before_io = [&log](const io_operation& operation) {
        if (operation.kind != io_kind::read && operation.kind != io_kind::lock) {
            log += std::string{to_text(operation.kind)} + " " + std::string{operation.file} + " " +
                   std::to_string(operation.size) + "\n";
        }
        return io_answer{};
    };
    ASSERT_EQ(db.execute("INSERT INTO t(v) VALUES('x')"), SQLITE_OK);
    EXPECT_EQ(log,
              "exists d/app.db-journal 0\n"
              "exists d/app.db-wal 0\n"
              "size d/app.db 0\n"
              "open d/app.db-journal 0\n"
              "write d/app.db-journal 512\n"
              "write d/app.db-journal 4\n"
              "write d/app.db-journal 4096\n"
              "write d/app.db-journal 4\n"
              "write d/app.db-journal 4\n"
              "write d/app.db-journal 4096\n"
              "write d/app.db-journal 4\n"
              "sync d/app.db-journal 0\n"
              "sync directory d 0\n"
              "write d/app.db-journal 12\n"
              "sync d/app.db-journal 0\n"
              "write d/app.db 4096\n"
              "write d/app.db 4096\n"
              "sync d/app.db 0\n"
              "remove d/app.db-journal 0\n"
              "sync directory d 0\n");
}

TEST(sqlite_vfs, a_database_whose_name_was_taken_away_is_not_written_to) {
    test_host host;
    auto p = host.start_process();
    database db;
    ASSERT_EQ(db.open(*p, "app.db"), SQLITE_OK);
    ASSERT_EQ(db.execute(schema), SQLITE_OK);
    host.storage.remove("app.db");
    EXPECT_EQ(db.execute("INSERT INTO t(v) VALUES('x')"), SQLITE_READONLY_DBMOVED);
}

TEST(sqlite_vfs, temporary_files_leave_no_trace) {
    test_host host;
    auto p = host.start_process();
    database db;
    ASSERT_EQ(db.open(*p, "app.db"), SQLITE_OK);
    int unnamed = 0;
    host.before_io = [&unnamed](const io_operation& operation) {
        unnamed += operation.kind == io_kind::open && operation.file.empty() ? 1 : 0;
        return io_answer{};
    };
    ASSERT_EQ(db.execute("PRAGMA temp_store=FILE; CREATE TEMP TABLE big(x);"
                         "PRAGMA temp.cache_size=1;"
                         "INSERT INTO big SELECT randomblob(3000) FROM pragma_function_list"),
              SQLITE_OK);
    EXPECT_GT(unnamed, 0);
    EXPECT_EQ(host.storage.names(), std::vector<std::string>{"app.db"});
}

// Shared memory is the host's: it survives the process that filled it, but no power-off.
TEST(sqlite_vfs, survivors_of_a_kill_go_on_with_the_wal) {
    test_host host;
    auto p = host.start_process();
    auto q = host.start_process();
    database a;
    database b;
    const database_options wal(journal_mode::wal);
    ASSERT_EQ(a.open(*p, "app.db", wal), SQLITE_OK);
    ASSERT_EQ(a.execute(schema), SQLITE_OK);
    ASSERT_EQ(b.open(*q, "app.db", wal), SQLITE_OK);
    ASSERT_EQ(a.execute("INSERT INTO t(v) VALUES('a')"), SQLITE_OK);
    EXPECT_EQ(ask(b, "SELECT count(*) FROM t"), 1);
    p->kill();
    EXPECT_EQ(b.execute("INSERT INTO t(v) VALUES('b')"), SQLITE_OK);
    EXPECT_EQ(ask(b, "SELECT count(*) FROM t"), 2);

    host.storage.power_off();
    host.storage.power_on();
    auto r = host.start_process();
    database c;
    ASSERT_EQ(c.open(*r, "app.db", wal), SQLITE_OK);
    EXPECT_EQ(ask(c, "SELECT count(*) FROM t"), 2);
}

// A rollback of the dead would tidy up the shared memory under the survivor's transaction. Both
// have more pages than their caches hold, so that their transactions are in the log before they
// commit.
TEST(sqlite_vfs, destructors_of_the_dead_leave_the_survivors_transaction_alone) {
    test_host host;
    auto p = host.start_process();
    auto q = host.start_process();
    database a;
    database b;
    const database_options wal(journal_mode::wal);
    ASSERT_EQ(a.open(*p, "app.db", wal), SQLITE_OK);
    ASSERT_EQ(a.execute(schema), SQLITE_OK);
    ASSERT_EQ(b.open(*q, "app.db", wal), SQLITE_OK);
    const std::string many = "INSERT INTO t(v) SELECT randomblob(900) FROM pragma_function_list";
    ASSERT_EQ(a.execute("PRAGMA cache_size=1"), SQLITE_OK);
    ASSERT_EQ(b.execute("PRAGMA cache_size=1"), SQLITE_OK);
    {
        statement begun;
        ASSERT_EQ(begun.prepare(a, many + " RETURNING id"), SQLITE_OK);
        ASSERT_EQ(begun.step(), SQLITE_ROW);
        p->kill();
        ASSERT_EQ(b.execute("BEGIN;" + many), SQLITE_OK);
    }
    a.close();
    const auto functions = ask(b, "SELECT count(*) FROM pragma_function_list");
    EXPECT_EQ(ask(b, "SELECT count(*) FROM t"), functions);
    EXPECT_EQ(b.execute("COMMIT"), SQLITE_OK);
    EXPECT_EQ(ask(b, "SELECT integrity_check='ok' FROM pragma_integrity_check"), 1);
}

}  // namespace
}  // namespace onceproof::sim
