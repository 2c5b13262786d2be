// What is wrong with a host's disk: what SQLite gets for an operation on a file then, and the names
// of the points at which it may go wrong, "api-1/file sync journal".
//
// A file is called by its part in the database, `database`, `journal`, `wal` or `other`; a
// directory is called `directory`. Points are opening, reading, writing, cutting, syncing and
// removing a file. Locks, sizes, shared memory and looking whether a file exists are not asked: on
// a local disk they fail with the machine or not at all.
#pragma once

#include "sim/fault_injector.hpp"
#include "sim/hash.hpp"
#include "sim/sqlite/sqlite_vfs.hpp"

#include <optional>
#include <vector>

namespace onceproof::sim {

// What is done at the point of this operation; nothing if it is none.
std::optional<literal> action_of(const io_operation& operation);

// What SQLite gets on a disk with that failure: a code, or a pretended success. The plain
// SQLITE_OK iff the operation is not concerned. `lost` concerns none: what is open stays so.
io_answer answer_under(file_failure what, const io_operation& operation);

// The failures of one disk that last.
class disk_failures {
public:
    void add(file_failure what);
    void remove(file_failure what);
    void clear() { all_.clear(); }

    // Of several the first that concerns it.
    io_answer answer(const io_operation& operation) const;

private:
    std::vector<file_failure> all_;
};

}  // namespace onceproof::sim
