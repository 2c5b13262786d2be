// SQLite for code inside the world: a connection and a prepared statement that own their handles.
//
// Every function answers SQLite's own (extended) result code; nothing here throws, waits or tries
// again. SQLITE_BUSY comes back at once, since a busy timeout inside SQLite would stop the world.
// The awaited statement, which tries again in virtual time, stands above this.
//
// After SQLITE_BUSY inside a transaction that has only read so far (a failed upgrade), and after
// SQLITE_BUSY_SNAPSHOT, trying the statement again cannot help: roll back and begin anew
// (sqlite.org, "BEGIN TRANSACTION" and "Result and Error Codes").
//
// Of a process that has died nothing is touched any more: every call answers SQLITE_IOERR, and
// destructors leave the handles behind at the VFS, which closes them when it is destroyed.
#pragma once

#include "sim/sqlite/sqlite_vfs.hpp"

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace onceproof::sim {

// How a transaction becomes atomic. Rollback journals: `remove` is SQLite's own default, but with
// it a power-off right after a commit may bring the journal back and so undo the commit, unless
// `synchronous::extra` is set (sqlite.org, "PRAGMA synchronous"). `truncate` with full has no such
// gap and is the faster one here.
enum class journal_mode : std::uint8_t { remove, truncate, persist, wal };

enum class synchronous : std::uint8_t { off, normal, full, extra };

struct database_options {
    explicit database_options(journal_mode j = journal_mode::truncate,
                              synchronous s = synchronous::full)
        : journal(j), sync(s) {}

    journal_mode journal;
    synchronous sync;
};

class database {
public:
    database() = default;
    // Requires: its statements are destroyed.
    ~database();
    database(database&& from) noexcept;
    database& operator=(database&& from) noexcept;

    // Opens FILE on the disk of ON, and creates it if it is missing. On failure it stays closed.
    // Changing to or from `wal` needs the database for itself: SQLITE_BUSY otherwise.
    // Requires: it is closed; ON outlives it.
    int open(sqlite_vfs& on, const std::string& file,
             database_options options = database_options());
    void close();
    bool is_open() const { return connection_ != nullptr; }
    // False once its process died.
    bool alive() const { return vfs_ != nullptr && vfs_->alive(); }

    // Runs statements without parameters, rows are dropped; stops at the first that fails.
    // For schema and pragmas: it prepares each time.
    int execute(const std::string& sql);

    // True between BEGIN and COMMIT or ROLLBACK. Some errors end a transaction (IOERR, FULL,
    // NOMEM): ask after each failure. A dead process has no transaction.
    bool in_transaction() const;
    // SQLITE_TXN_NONE, _READ or _WRITE: what the connection holds in fact. READ when a write was
    // refused with SQLITE_BUSY: a failed upgrade.
    int transaction_state() const;

    // Of the last call that failed.
    int error_code() const;
    std::string error_text() const;
    std::int64_t last_insert_rowid() const;
    // Rows changed by the last INSERT, UPDATE or DELETE. Requires: there was one in this run.
    std::int64_t changes() const;

    sqlite_vfs& on() const { return *vfs_; }
    sqlite3* handle() const { return connection_; }

private:
    int set_up(database_options options);

    sqlite_vfs* vfs_ = nullptr;
    sqlite3* connection_ = nullptr;
};

// One prepared statement, to be kept and run many times. Parameters are numbered from 1, columns
// from 0.
class statement {
public:
    statement() = default;
    ~statement();
    statement(statement&& from) noexcept;
    statement& operator=(statement&& from) noexcept;

    // Requires: SQL is a single statement; IN outlives this.
    int prepare(const database& in, std::string_view sql);
    bool is_prepared() const { return statement_ != nullptr; }

    // Copies what it is given. Keeps its value until bound again. Requires: reset.
    int bind(int parameter, std::int64_t value);
    int bind(int parameter, double value);
    int bind(int parameter, std::string_view text);
    int bind(int parameter, std::span<const std::byte> blob);
    int bind_null(int parameter);

    // SQLITE_ROW, SQLITE_DONE or why it failed; of what could not be prepared, why that did.
    int step();
    // Ready to be bound and stepped again; lets go of its locks unless in a transaction. Answers
    // what the last step() answered if that was an error.
    int reset();

    // Requires: it is prepared.
    int columns() const;
    std::string_view column_name(int column) const;

    // Of the current row. Texts and blobs are valid until the next step() or reset().
    // Requires: step() answered SQLITE_ROW.
    bool is_null(int column) const;
    bool is_blob(int column) const;
    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string_view text(int column) const;
    std::span<const std::byte> blob(int column) const;

    // How often SQLite had to compile it again because the schema had changed.
    int times_reprepared() const;

private:
    bool alive() const { return vfs_ != nullptr && vfs_->alive(); }
    void finalize();

    const sqlite_vfs* vfs_ = nullptr;
    sqlite3_stmt* statement_ = nullptr;
    int prepared_as_ = SQLITE_MISUSE;
};

}  // namespace onceproof::sim
