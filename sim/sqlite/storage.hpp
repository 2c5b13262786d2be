// What a host keeps on its disk: a database in files that outlive its processes, and its runs.
//
// A world is made anew for each run; the storage is used again, since opening connections and
// preparing statements costs more than a short run does. What a run finds is always the same: the
// database as the schema left it, on connections that behave like new ones.
//
//     sim::storage shop("shop.db", "CREATE TABLE charges(...)");
//     for (each run) {
//         sim::world w({.seed = ...});
//         shop.begin_run(w.add_host("shop"));
//         ...                                      // processes use sim::sql_client
//         w.run();
//         shop.end_run();
//         shop.query("SELECT ...", [&](const sim::statement& row) { ... });
//     }
//
// Of what SQLite takes from its surroundings, time is the host's wall clock, and randomness is
// drawn when the run begins. SQLite has one generator for all connections, so what random() gives
// in SQL depends on who else used it before: code that wants independence binds draws of its own.
#pragma once

#include "sim/disk/disk.hpp"
#include "sim/disk/disk_failure.hpp"
#include "sim/hash.hpp"
#include "sim/sqlite/sqlite.hpp"
#include "sim/sqlite/sqlite_host.hpp"
#include "sim/sqlite/sqlite_template.hpp"
#include "sim/sqlite/sqlite_vfs.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::sim {

class host;
class sql_client;

// A connection with its statements, as one client after the other uses it. For sim::sql_client.
struct sql_connection {
    struct kept_statement {
        explicit kept_statement(literal text) : sql(text) {}

        literal sql;
        statement prepared;
    };

    // The statement of that text, prepared if it was not. Requires: open, or its process has died.
    statement& prepared(literal sql);

    std::string process;  // whose; empty: the oracle's
    std::unique_ptr<sqlite_vfs> vfs;
    database db;
    std::deque<kept_statement> statements;  // a deque, since clients hold references
    sql_client* user = nullptr;
};

// All of a table, as text; nothing: NULL. A blob is in hexadecimal digits.
struct table {
    using row = std::vector<std::optional<std::string>>;

    std::string name;
    std::vector<std::string> columns;
    std::vector<row> rows;
};

class storage {
public:
    // FILE is made by running SCHEMA, SQL text that may also insert rows.
    // Requires: SCHEMA has no error; no process changes the schema in a run, because a connection
    // that is kept would not always notice.
    storage(std::string_view file, std::string_view schema,
            database_options options = database_options());
    ~storage();
    storage(const storage&) = delete;
    storage& operator=(const storage&) = delete;

    // Everything is as the schema left it, and belongs to ON until the run ends. Seeds SQLite's
    // randomness; if a world has several storages, begin with them in the same order each time. If
    // the world asks at points of files, connections are opened anew: what one reads depends on
    // what it has in memory.
    // Requires: the run before has ended, and its world is gone.
    void begin_run(host& on);

    // The connections of processes that still live come back, and whatever they had begun is rolled
    // back; those of the dead wait for the next run to begin. Called before the world is destroyed:
    // its destructor kills all processes, so that nothing would be kept. Afterwards is allowed, and
    // slower. Requires: the world makes no step any more.
    void end_run();

    // Calls ROW for each row that SQL gives on what is on the disk, also if the disk is off:
    // SQLite recovers then, as it would for the first process to start. SQLITE_OK, or why it
    // failed; SQLITE_BUSY only if the run has not ended. The text of a query must be a literal.
    int query(literal sql, const std::function<void(const statement&)>& row);

    // All tables as they are on the disk, as query() sees it; none if it cannot be read.
    std::vector<table> tables();

    const std::string& file() const { return file_; }

    // As disk::left_by.
    std::uint64_t left_by(const survival& what) const { return disk_.left_by(what); }

    // What is wrong with the disk for good is so no more.
    void mend() { failures_.clear(); }

    // For sim::host.
    void power_off(const survival& what) { disk_.power_off(what); }
    void power_on() { disk_.power_on(); }
    void host_gone() { host_ = nullptr; }

    // --- For sim::sql_client ---

    // A connection of that process which nobody uses, opened or yet to be opened.
    sql_connection& take(std::string_view process);
    // SQLITE_OK, or SQLITE_BUSY if it would have to wait. Requires: its VFS is alive.
    int open(sql_connection& taken);
    // The client has no more use for it.
    void give_back(sql_connection& taken);
    // Its process has died.
    void close_abandoned(sql_connection& taken);
    // Whether D finds anything to act on at OPERATION. If it lasts, it is there from now on; a lost
    // file is lost. Requires: D is a failure of a file.
    bool inject(const io_operation& operation, const device_fault& d);
    // What SQLite gets for OPERATION under what lasts.
    io_answer answer(const io_operation& operation) const { return failures_.answer(operation); }

private:
    sqlite_environment nobody();
    void raise_the_dead();
    void drop_connections();

    std::string file_;
    database_options options_;
    std::uint64_t serial_;
    std::uint64_t made_ = 0;  // connections
    std::uint64_t drawn_ = 0;
    disk_failures failures_;
    host* host_ = nullptr;
    bool asked_files_ = false;  // in the last run, so that SQLite may remember errors

    // In the order in which they stand on each other.
    disk disk_;
    sqlite_host kernel_{disk_};
    std::optional<database_template> template_;
    std::vector<std::unique_ptr<sql_connection>> living_;
    // As they were when their processes died: in others' way if they were closed during the run.
    std::vector<std::unique_ptr<sql_connection>> dead_;
};

}  // namespace onceproof::sim
