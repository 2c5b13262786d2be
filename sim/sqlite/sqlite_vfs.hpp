// SQLite's operating system, as one incarnation of a simulated process sees it.
//
// An sqlite3_vfs whose files live on a `disk`, whose locks and WAL shared memory are those of a
// `sqlite_host`, and whose randomness, time and sleep are the world's. SQLite gives neither xOpen
// nor xDelete a handle, so each incarnation has a VFS object of its own, and a connection belongs
// to the process whose VFS it was opened on. Statements of different processes interleave between
// calls of sqlite3_step, never inside one.
//
// The device it runs is what SQLite's unix VFS reports on Linux: sectors of 4096 bytes and
// SQLITE_IOCAP_POWERSAFE_OVERWRITE, no memory-mapped reading. A new journal's first sync also
// syncs its directory. What each step promises: sqlite.org, "Atomic Commit In SQLite",
// "SQLite File IO Specification" and "The SQLite OS Interface or VFS".
#pragma once

#include "sim/sqlite/sqlite_host.hpp"

#include <sqlite3.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::sim {

// What SQLite does to a file. Releasing a lock, a mapping or a file cannot fail and is not asked.
enum class io_kind : std::uint8_t {
    open,  // offset: 1 if the file is made by it
    read,
    write,
    truncate,
    sync,
    size,
    remove,
    sync_directory,
    exists,
    lock,         // offset: the level, SQLITE_LOCK_SHARED ...
    map_memory,   // offset: the piece of the wal-index
    lock_memory,  // offset, size: which locks of the wal-index
};

// "read", "sync directory", ...
std::string_view to_text(io_kind kind);

struct io_operation {
    io_kind kind;
    std::string_view file;  // "" for a temporary file without a name
    std::uint64_t offset;
    std::uint64_t size;
};

// SQLITE_OK: go on. Any other code (SQLITE_IOERR_WRITE, SQLITE_FULL, ...) is what SQLite gets
// instead of the operation, which is then not done at all. Nor is a sync that is `pretended`, but
// SQLite hears that it was.
struct io_answer {
    int code = SQLITE_OK;
    bool pretended = false;

    // Whether it is another answer than to go on.
    bool concerns() const { return code != SQLITE_OK || pretended; }
};

// What of the world SQLite can see. before_io may be null: go on. It may kill the VFS or switch
// the disk off; then the operation does not happen. Nothing may throw.
// Requires: the other three are given, and all stay valid as long as the VFS has connections.
struct sqlite_environment {
    void* self = nullptr;
    std::uint64_t (*random)(void* self) = nullptr;
    std::int64_t (*unix_time_ns)(void* self) = nullptr;
    void (*slept)(void* self, std::chrono::microseconds span) = nullptr;
    io_answer (*before_io)(void* self, const io_operation& operation) = nullptr;
};

// Seeds SQLite's generator of random numbers from ENVIRONMENT. SQLite has one for the whole
// process and seeds it once, from whichever VFS is the default: so each run starts with this call,
// or it depends on the runs before. Leaves the default VFS as it was, so that other connections
// may use real files, but not while a run is on: they would draw from the same generator.
void start_sqlite_run(const sqlite_environment& environment);

class sqlite_vfs {
public:
    // Requires: NAME is not that of another VFS ("api-1/2", process and incarnation, will do);
    // HOST outlives this.
    sqlite_vfs(sqlite_host& host, std::string name, const sqlite_environment& environment);
    // Closes what was left behind. Requires: every other connection on it is closed.
    ~sqlite_vfs();
    sqlite_vfs(const sqlite_vfs&) = delete;
    sqlite_vfs& operator=(const sqlite_vfs&) = delete;

    // For sqlite3_open_v2.
    const char* name() const { return name_.c_str(); }
    sqlite_host& on() const { return host_; }

    // The process has died. Its locks are free; from now on each operation of each of its
    // connections fails with SQLITE_IOERR and changes nothing on the disk, whoever calls it: so
    // closing its connections neither rolls back nor checkpoints.
    //
    // One thing SQLite does without asking its VFS: rolling back a WAL transaction tidies up the
    // shared memory. Therefore do not touch a dead connection while others are at work:
    // sim::database and sim::statement do not, and leave it behind here. See leave_behind().
    void kill();

    // Whether the dead can be revived: not after the disk was switched off, and not if they used
    // a WAL, whose shared memory others have changed since. Nor if they died within a call.
    bool revivable() const;
    // Undoes kill(), for another process. The connections believe that they hold the locks that
    // they have lost, and may be used only after database_template::restore(), which rolls back
    // what they had begun. Requires: revivable.
    void revive();

    // False once killed, or once the disk was switched off.
    bool alive() const { return !killed_ && generation_ == host_.storage().generation(); }

    // Keeps a connection of a dead process until this object is destroyed, which finalises its
    // statements and closes it. Requires: not alive.
    void leave_behind(sqlite3* connection);

    // Another world takes over, for a VFS that is kept between runs.
    void set_environment(const sqlite_environment& environment);

    // True iff the connection may go on after the disk under it was restored (sqlite_template.hpp):
    // it is alive; each file that it has open is still the one of that name; and it has never
    // begun its WAL anew from the start, because SQLite keeps count of that in the connection and
    // writes the count into the next WAL, where a fresh connection would begin with zero.
    // Requires: CONNECTION was opened on this VFS.
    bool reusable(sqlite3* connection) const;

private:
    struct open_file;
    struct methods;
    friend struct methods;

    io_answer ask(io_kind kind, std::string_view file, std::uint64_t offset = 0,
                  std::uint64_t size = 0);
    int sync_directory(std::string_view directory);

    sqlite_host& host_;
    std::string name_;
    sqlite_environment environment_;
    std::uint64_t generation_;
    bool killed_ = false;
    bool died_within_call_ = false;
    std::vector<open_file*> open_files_;  // in the order of opening
    std::vector<sqlite3*> left_behind_;
    sqlite3_vfs registered_{};
};

}  // namespace onceproof::sim
