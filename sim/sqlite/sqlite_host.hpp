// What the kernel of one host keeps for SQLite's files: locks, and the shared memory of the WAL.
//
// Connections of all processes of the host meet here. The rules are those of sqlite.org's "File
// Locking And Concurrency In SQLite Version 3" (the five states) and "WAL-mode File Format"
// (section 2.2, the locks of the wal-index). All of it is lost when the host's disk is switched
// off, and what a process held is released when it dies.
//
// For the authors of a VFS (sim/sqlite/sqlite_vfs.hpp). Others make one for each host and pass it
// on.
#pragma once

#include "sim/disk/disk.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace onceproof::sim {

// The size of one piece of the WAL's shared memory, as SQLite always asks for it.
inline constexpr std::size_t wal_index_piece = 32768;

// What one open connection holds of one database file.
struct sqlite_locks {
    int level = 0;               // SQLITE_LOCK_NONE ... SQLITE_LOCK_EXCLUSIVE
    std::uint8_t shared = 0;     // wal-index locks held shared, one bit each
    std::uint8_t exclusive = 0;  // and exclusively
    bool mapped = false;         // has the shared memory mapped
};

// The pieces of one WAL's shared memory. Pieces never move while somebody points at them.
using wal_index = std::vector<std::unique_ptr<std::array<std::byte, wal_index_piece>>>;

// The locks and the shared memory of one database file. Every function takes the locks of who
// asks, changes them on success, and answers SQLITE_OK or SQLITE_BUSY.
class sqlite_file_state {
public:
    // LEVEL is SQLITE_LOCK_SHARED, _RESERVED or _EXCLUSIVE. An exclusive lock that is refused
    // because others still read leaves PENDING behind: no new reader gets in.
    // Requires: as sqlite3_io_methods.xLock, so RESERVED is asked for from SHARED only.
    int lock(sqlite_locks& mine, int level);
    // LEVEL is SQLITE_LOCK_SHARED or _NONE.
    int unlock(sqlite_locks& mine, int level);
    // True iff somebody holds RESERVED or more.
    bool reserved() const { return writer_ != nullptr; }

    // FLAGS as for sqlite3_io_methods.xShmLock, for the locks FIRST to FIRST + COUNT - 1.
    int lock_wal(sqlite_locks& mine, int first, int count, int flags);
    // Address of a piece of the shared memory, null if it does not exist and EXTEND is false.
    void* map(sqlite_locks& mine, std::size_t piece, bool extend);
    // The shared memory goes when the last one who has it mapped is gone.
    void unmap(sqlite_locks& mine);
    std::shared_ptr<wal_index> memory() const { return memory_; }

    // Everything that MINE holds is free again.
    void release(sqlite_locks& mine);
    // As release(), for a connection whose process died; close_abandoned() once it is closed.
    void abandon(sqlite_locks& mine);
    void close_abandoned() { --abandoned_; }
    bool has_abandoned() const { return abandoned_ > 0; }

    // True iff no transaction is open.
    bool idle() const;
    // Zeros, as when the first connection of all comes to it. Requires: idle.
    void wipe_memory();

private:
    int lock_exclusively(sqlite_locks& mine);

    int readers_ = 0;                       // who hold SHARED or more, the writer too
    const sqlite_locks* writer_ = nullptr;  // who holds RESERVED or more
    std::array<int, 8> wal_shared_{};
    std::array<bool, 8> wal_exclusive_{};
    int mapped_ = 0;
    int abandoned_ = 0;
    std::shared_ptr<wal_index> memory_ = std::make_shared<wal_index>();
};

class sqlite_host {
public:
    // Requires: ON outlives this.
    explicit sqlite_host(disk& on) : disk_(on) {}
    sqlite_host(const sqlite_host&) = delete;
    sqlite_host& operator=(const sqlite_host&) = delete;

    disk& storage() const { return disk_; }

    // The state of a file, the same one for all who have it open.
    std::shared_ptr<sqlite_file_state> state_of(const disk::file& f);

    // True iff no living process has a transaction open on any file.
    bool idle();
    // True iff connections of killed processes are not closed yet.
    bool has_abandoned();
    // Wipes the shared memory of every WAL. Requires: idle.
    void wipe_shared_memory();

private:
    void forget_the_lost();

    disk& disk_;
    std::uint64_t generation_ = 0;
    std::map<std::uint64_t, std::weak_ptr<sqlite_file_state>> states_;  // by number of the file
};

}  // namespace onceproof::sim
