// SQL for code inside the world: a process's connection to what its host stores.
//
//     sim::sql_client db(self);
//     int code = co_await db.open();
//     sim::statement& insert = db.prepared("INSERT INTO charges(key) VALUES(?1)");
//     code = co_await db.begin();
//     insert.bind(1, key);
//     code = co_await db.step(insert, "db insert");
//     code = co_await db.commit();
//
// Every awaited call is one step of the world, and answers SQLite's (extended) result code. SQLite
// does its part at once and whole, where the call is awaited; the answer comes a moment later. So
// steps of different processes interleave, but never overlap; who is killed after a step has done
// its part and never learns so; and a process that dies before the answer never goes on.
//
// Within a step, each operation on a file is a point of its own, "api-1/file sync journal", if the
// world asks for those (world::asks_files, sim/disk/disk_failure.hpp). The rollback of what was not
// ended is not asked.
//
// SQLITE_BUSY is waited for here, in virtual time, by trying again. Where trying again can't help,
// the transaction has been rolled back when the code is returned (see sim/sqlite/sqlite.hpp): after
// each failure ask in_transaction(), and if it is false, begin anew. A step can't be cancelled, as
// a call of SQLite's can't: the other arm of an `||` waits until it is done.
//
// One client has one transaction at a time. A process that serves several requests at once takes
// a client for each of them.
#pragma once

#include "sim/hash.hpp"
#include "sim/process.hpp"
#include "sim/sqlite/sqlite.hpp"
#include "sim/sqlite/storage.hpp"
#include "sim/time/time.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstdint>

namespace onceproof::sim {

class sql_client final : public device {
public:
    // What a step takes, of whatever kind: about what a small statement or a sync costs on a
    // local SSD. It is not measured, it only has to be more than nothing, so that others can get
    // in between two steps, and less than a hop through the network.
    static constexpr duration step_time = std::chrono::microseconds(50);

    // How often a step that finds the database busy is tried in all. With the waits between them,
    // about five seconds, which is the usual busy timeout of drivers (Python's sqlite3, Rails).
    static constexpr int most_tries = 64;

    // Requires: the host of SELF has a storage (storage::begin_run). May outlive SELF's death and
    // the end of the run, not the next run's begin.
    explicit sql_client(incarnation& self);
    // Rolls back what was begun.
    ~sql_client();
    sql_client(const sql_client&) = delete;
    sql_client& operator=(const sql_client&) = delete;

    // Comes before all others. The point is "api-1/db open".
    boost::asio::awaitable<int> open();

    // The statement of that text. It stays prepared from run to run, with nothing bound when the
    // run begins. Valid as long as the client. Requires: open.
    statement& prepared(literal sql);

    // Steps WHAT once, at the point "api-1/ACTION", such as "db insert". Read the row from WHAT
    // after SQLITE_ROW, and reset it when it is not stepped on. After SQLITE_DONE and failures it
    // has been reset. Requires: WHAT is from prepared(); ACTION has a blank (names_service).
    boost::asio::awaitable<int> step(statement& what, literal action);

    // BEGIN IMMEDIATE: no upgrade can fail later. "api-1/db begin", "api-1/db commit", ...
    boost::asio::awaitable<int> begin();
    boost::asio::awaitable<int> commit();
    boost::asio::awaitable<int> rollback();

    bool in_transaction() const;

    // Of the last INSERT, UPDATE or DELETE: how many rows it changed, and the number of the row
    // that was inserted. Requires: open, and there was one.
    std::int64_t changes() const { return connection_->db.changes(); }
    std::int64_t last_insert_rowid() const { return connection_->db.last_insert_rowid(); }

    // For its error text and the like.
    const database& connection() const { return connection_->db; }

    void owner_died(death how) override;

    // For the storage: the run has ended.
    void detach() { connection_ = nullptr; }

private:
    using attempt = int (*)(sql_client& self, statement* what);

    boost::asio::awaitable<int> run(attempt once, statement* what, literal action);
    duration back_off(int tries);
    duration until_next_event() const;
    io_answer before_io(const io_operation& operation);
    int try_open();
    int try_step(statement& what);

    incarnation& self_;
    storage& storage_;
    sql_connection* connection_;
    duration slept_{};
};

}  // namespace onceproof::sim
