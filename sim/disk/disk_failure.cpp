// See disk_failure.hpp.
#include "sim/disk/disk_failure.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace onceproof::sim {
namespace {

enum class role : std::uint8_t { database, journal, wal, other };

role role_of(std::string_view file) {
    if (file.empty()) {
        return role::other;
    }
    return file.ends_with("-journal") ? role::journal
           : file.ends_with("-wal")   ? role::wal
                                      : role::database;
}

// In the order of roles.
using names = std::array<literal, 4>;

literal name_of(const names& of, const io_operation& operation) {
    return of[static_cast<std::size_t>(role_of(operation.file))];
}

// SQLite's word for a failure of each kind of operation.
int failure_of(io_kind kind) {
    switch (kind) {
        case io_kind::open:
            return SQLITE_CANTOPEN;
        case io_kind::read:
            return SQLITE_IOERR_READ;
        case io_kind::write:
            return SQLITE_IOERR_WRITE;
        case io_kind::truncate:
            return SQLITE_IOERR_TRUNCATE;
        case io_kind::sync:
            return SQLITE_IOERR_FSYNC;
        case io_kind::remove:
            return SQLITE_IOERR_DELETE;
        case io_kind::sync_directory:
            return SQLITE_IOERR_DIR_FSYNC;
        default:
            return SQLITE_OK;  // these are no points
    }
}

bool changes_the_disk(const io_operation& operation) {
    return operation.kind == io_kind::write || operation.kind == io_kind::truncate ||
           operation.kind == io_kind::remove ||
           (operation.kind == io_kind::open && operation.offset == 1);
}

}  // namespace

std::optional<literal> action_of(const io_operation& operation) {
    switch (operation.kind) {
        case io_kind::open:
            return name_of(
                {"file open database", "file open journal", "file open wal", "file open other"},
                operation);
        case io_kind::read:
            return name_of(
                {"file read database", "file read journal", "file read wal", "file read other"},
                operation);
        case io_kind::write:
            return name_of(
                {"file write database", "file write journal", "file write wal", "file write other"},
                operation);
        case io_kind::truncate:
            return name_of(
                {"file cut database", "file cut journal", "file cut wal", "file cut other"},
                operation);
        case io_kind::sync:
            return name_of(
                {"file sync database", "file sync journal", "file sync wal", "file sync other"},
                operation);
        case io_kind::remove:
            return name_of({"file remove database", "file remove journal", "file remove wal",
                            "file remove other"},
                           operation);
        case io_kind::sync_directory:
            return literal("file sync directory");
        default:
            return std::nullopt;
    }
}

io_answer answer_under(file_failure what, const io_operation& operation) {
    const bool is_sync =
        operation.kind == io_kind::sync || operation.kind == io_kind::sync_directory;
    switch (what) {
        case file_failure::error:
            return {failure_of(operation.kind)};
        case file_failure::full:
            return {operation.kind == io_kind::write ? SQLITE_FULL : SQLITE_OK};
        case file_failure::read_only:
            return {changes_the_disk(operation) ? failure_of(operation.kind) : SQLITE_OK};
        case file_failure::false_sync:
            return {SQLITE_OK, is_sync};
        case file_failure::lost:
            break;
    }
    return {};
}

void disk_failures::add(file_failure what) {
    if (std::find(all_.begin(), all_.end(), what) == all_.end()) {
        all_.push_back(what);
    }
}

void disk_failures::remove(file_failure what) {
    std::erase(all_, what);
}

io_answer disk_failures::answer(const io_operation& operation) const {
    for (const file_failure what : all_) {
        const io_answer answer = answer_under(what, operation);
        if (answer.concerns()) {
            return answer;
        }
    }
    return {};
}

}  // namespace onceproof::sim
