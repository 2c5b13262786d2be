// Fresh databases for next to nothing: what stands between one run and the next.
//
// Opening a connection and preparing its statements costs a hundred times what a short run's
// statements cost. So connections are kept, and between runs the picture of a prepared disk is
// put back under them. A connection must not notice, and must not remember: the traps are told at
// database_template::restore().
//
//     sim::database_template fresh(host);       // after schema and seed rows were written
//     fresh.keep(db);
//     for (each run) {
//         start_sqlite_run(environment);
//         ...                                   // statements on db
//         dead.clear();                         // their VFS, before the disk is put back
//         if (!fresh.restore()) { ... }         // open what is no longer kept anew
//     }
#pragma once

#include "sim/sqlite/sqlite.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace onceproof::sim {

class database_template {
public:
    // By so much the change counter of each database moves from run to run. A run must commit
    // fewer transactions than this to one database.
    static constexpr std::uint32_t default_stride = 4096;

    // Takes the picture of the whole disk of HOST, with every database on it, and syncs it. A
    // database in WAL mode gets an empty log if it has none.
    // Requires: no transaction is open; HOST outlives this.
    explicit database_template(sqlite_host& host, std::uint32_t stride = default_stride);

    // KEPT will be used again after restore(). Requires: it was opened on this host, and stays
    // where it is in memory until forget() or restore() says that it is not kept any more.
    void keep(database& kept);
    void forget(const database& kept);
    bool keeps(const database& one) const;

    // The disk is as in the picture, and the kept connections see exactly that: their statements
    // are reset, what they had begun is rolled back, nothing that they cached is believed, and
    // last_insert_rowid() is 0. What else a run set on a connection stays: pragmas, bindings,
    // temporary tables, changes().
    // True iff all kept connections may be used again. Those whose process has died, or which
    // sqlite_vfs::reusable() refuses, are kept no longer.
    // Requires: no fault is injected while it works; connections of the dead are revived or closed,
    // though not before the run has ended, since SQLite might tidy up shared memory in which
    // others are at work; every connection with an open transaction is kept.
    bool restore();

private:
    void move_change_counters();

    struct counted_file {
        std::string name;
        std::uint32_t first;  // the change counter in the picture
    };

    sqlite_host& host_;
    std::uint32_t stride_;
    std::uint32_t moved_ = 0;
    disk::image image_;
    std::vector<counted_file> counted_;
    std::vector<database*> kept_;
};

}  // namespace onceproof::sim
