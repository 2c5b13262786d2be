// The connection and the statement: codes, values, and what becomes of them after a death.
#include "sim/sqlite/sqlite.hpp"

#include "sim/sqlite/sqlite_testing.hpp"

#include <gtest/gtest.h>

#include <array>

namespace onceproof::sim {
namespace {

using testing::ask;
using testing::test_host;

class sqlite : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(db.open(*process, "app.db"), SQLITE_OK);
        ASSERT_EQ(db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, v UNIQUE)"), SQLITE_OK);
    }

    test_host host;
    std::unique_ptr<sqlite_vfs> process = host.start_process();
    database db;
};

TEST_F(sqlite, values_come_back_as_they_were_bound) {
    statement echo;
    ASSERT_EQ(echo.prepare(db, "SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7"), SQLITE_OK);
    const std::array blob{std::byte{0}, std::byte{255}};
    EXPECT_EQ(echo.bind(1, std::int64_t{-5'000'000'000}), SQLITE_OK);
    EXPECT_EQ(echo.bind(2, 0.25), SQLITE_OK);
    EXPECT_EQ(echo.bind(3, std::string_view{"a\0b", 3}), SQLITE_OK);
    EXPECT_EQ(echo.bind(4, std::span<const std::byte>{blob}), SQLITE_OK);
    EXPECT_EQ(echo.bind_null(5), SQLITE_OK);
    EXPECT_EQ(echo.bind(6, std::string_view{}), SQLITE_OK);
    EXPECT_EQ(echo.bind(7, std::span<const std::byte>{}), SQLITE_OK);
    ASSERT_EQ(echo.step(), SQLITE_ROW);
    EXPECT_EQ(echo.columns(), 7);
    EXPECT_EQ(echo.integer(0), -5'000'000'000);
    EXPECT_EQ(echo.real(1), 0.25);
    EXPECT_EQ(echo.text(2), (std::string_view{"a\0b", 3}));
    EXPECT_TRUE(std::ranges::equal(echo.blob(3), blob));
    EXPECT_TRUE(echo.is_null(4));
    EXPECT_FALSE(echo.is_null(5));
    EXPECT_EQ(echo.text(5), "");
    EXPECT_FALSE(echo.is_null(6));
    EXPECT_EQ(echo.blob(6).size(), 0U);
    EXPECT_EQ(echo.step(), SQLITE_DONE);
    EXPECT_EQ(echo.bind(1, 0.5), SQLITE_MISUSE);  // not reset
    EXPECT_EQ(echo.reset(), SQLITE_OK);
    EXPECT_EQ(echo.bind(8, 0.5), SQLITE_RANGE);
}

TEST_F(sqlite, a_statement_is_run_many_times) {
    statement insert;
    ASSERT_EQ(insert.prepare(db, "INSERT INTO t(v) VALUES(?1)"), SQLITE_OK);
    for (std::int64_t i = 1; i <= 3; ++i) {
        ASSERT_EQ(insert.bind(1, i), SQLITE_OK);
        EXPECT_EQ(insert.step(), SQLITE_DONE);
        EXPECT_EQ(insert.reset(), SQLITE_OK);
        EXPECT_EQ(db.last_insert_rowid(), i);
        EXPECT_EQ(db.changes(), 1);
    }
    EXPECT_EQ(insert.times_reprepared(), 0);
    const statement moved = std::move(insert);
    EXPECT_TRUE(moved.is_prepared());
    EXPECT_FALSE(insert.is_prepared());
}

TEST_F(sqlite, errors_are_extended_codes_with_a_text) {
    EXPECT_EQ(db.execute("INSERT INTO t(v) VALUES(1)"), SQLITE_OK);
    statement again;
    ASSERT_EQ(again.prepare(db, "INSERT INTO t(v) VALUES(1)"), SQLITE_OK);
    EXPECT_EQ(again.step(), SQLITE_CONSTRAINT_UNIQUE);
    EXPECT_EQ(db.error_code(), SQLITE_CONSTRAINT_UNIQUE);
    EXPECT_EQ(db.error_text(), "UNIQUE constraint failed: t.v");
    EXPECT_EQ(again.reset(), SQLITE_CONSTRAINT_UNIQUE);
    EXPECT_EQ(again.prepare(db, "SELEKT"), SQLITE_ERROR);
    EXPECT_FALSE(again.is_prepared());
}

TEST_F(sqlite, knows_whether_it_is_in_a_transaction) {
    EXPECT_FALSE(db.in_transaction());
    ASSERT_EQ(db.execute("BEGIN"), SQLITE_OK);
    EXPECT_TRUE(db.in_transaction());
    EXPECT_EQ(db.transaction_state(), SQLITE_TXN_NONE);  // deferred
    EXPECT_EQ(ask(db, "SELECT count(*) FROM t"), 0);
    EXPECT_EQ(db.transaction_state(), SQLITE_TXN_READ);
    EXPECT_EQ(db.execute("INSERT INTO t(v) VALUES(1)"), SQLITE_OK);
    EXPECT_EQ(db.transaction_state(), SQLITE_TXN_WRITE);
    ASSERT_EQ(db.execute("COMMIT"), SQLITE_OK);
    EXPECT_FALSE(db.in_transaction());
}

TEST_F(sqlite, an_error_of_the_disk_ends_the_transaction) {
    ASSERT_EQ(db.execute("BEGIN; INSERT INTO t(v) VALUES(1)"), SQLITE_OK);
    host.before_io = [](const io_operation& operation) {
        return io_answer{operation.kind == io_kind::sync ? SQLITE_IOERR_FSYNC : SQLITE_OK};
    };
    EXPECT_EQ(db.execute("COMMIT"), SQLITE_IOERR_FSYNC);
    EXPECT_FALSE(db.in_transaction());
    host.before_io = nullptr;
    EXPECT_EQ(ask(db, "SELECT count(*) FROM t"), 0);
}

TEST_F(sqlite, a_full_disk_is_told) {
    host.before_io = [](const io_operation& operation) {
        return io_answer{operation.kind == io_kind::write ? SQLITE_FULL : SQLITE_OK};
    };
    EXPECT_EQ(db.execute("INSERT INTO t(v) VALUES(1)"), SQLITE_FULL);
    host.before_io = nullptr;
    EXPECT_EQ(db.execute("INSERT INTO t(v) VALUES(1)"), SQLITE_OK);
}

TEST_F(sqlite, a_failed_open_leaves_it_closed) {
    host.before_io = [](const io_operation&) { return io_answer{SQLITE_CANTOPEN}; };
    database other;
    EXPECT_EQ(other.open(*process, "other.db"), SQLITE_CANTOPEN);
    EXPECT_FALSE(other.is_open());
    host.before_io = nullptr;
    EXPECT_EQ(other.open(*process, "other.db"), SQLITE_OK);
}

TEST_F(sqlite, after_a_death_nothing_is_touched) {
    statement query;
    ASSERT_EQ(query.prepare(db, "SELECT ?1"), SQLITE_OK);
    ASSERT_EQ(query.step(), SQLITE_ROW);
    process->kill();
    EXPECT_FALSE(db.alive());
    EXPECT_EQ(query.step(), SQLITE_IOERR);
    EXPECT_EQ(query.reset(), SQLITE_IOERR);
    EXPECT_EQ(query.bind(1, 0.5), SQLITE_IOERR);
    EXPECT_EQ(db.execute("SELECT 1"), SQLITE_IOERR);
    EXPECT_EQ(db.error_code(), SQLITE_IOERR);
    EXPECT_EQ(db.error_text(), "the process has died");
    statement late;
    EXPECT_EQ(late.prepare(db, "SELECT 1"), SQLITE_IOERR);
    // Frames may be destroyed in any order: the connection before its statement.
    db.close();
    query = statement();
    process.reset();
}

}  // namespace
}  // namespace onceproof::sim
