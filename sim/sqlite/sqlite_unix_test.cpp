// The model against the real thing: the same work through SQLite's own unix VFS, on real files, and
// through ours makes SQLite do the same to its files in the same order. And on real files a process
// that is killed loses nothing that it has acknowledged.
//
// The second tests a kill and not a power-off: what the kernel has been given outlives the process.
// That is why it holds without a single sync.
#include "sim/random.hpp"
#include "sim/sqlite/sqlite_testing.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::sim {
namespace {

using testing::test_host;

class temporary_folder {
public:
    temporary_folder() {
        std::string name = (std::filesystem::temp_directory_path() / "onceproof-XXXXXX").string();
        if (mkdtemp(name.data()) != nullptr) {
            path = name;
        }
    }
    ~temporary_folder() { std::filesystem::remove_all(path); }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;

    std::string path;
};

// What SQLite does to its files, each as a line, "write app.db-journal 512 4".
class log {
public:
    // Whether the directory is synced cannot be seen from above a VFS.
    void add(io_kind kind, std::string_view file, std::uint64_t offset = 0,
             std::uint64_t size = 0) {
        if (kind != io_kind::sync_directory) {
            lines.push_back(fmt::format("{} {} {} {}", to_text(kind),
                                        file.substr(file.rfind('/') + 1), offset, size));
        }
    }
    std::vector<std::string> lines;
};

// SQLite's unix VFS, with a log.
class recorder {
public:
    explicit recorder(log& to) : log_(to), real_(sqlite3_vfs_find("unix")), vfs_(*real_) {
        vfs_.szOsFile = static_cast<int>(sizeof(file)) + real_->szOsFile;
        vfs_.zName = name;
        vfs_.pNext = nullptr;
        vfs_.pAppData = this;
        vfs_.xOpen = open;
        vfs_.xDelete = [](sqlite3_vfs* v, const char* path, int sync) {
            self(v).log_.add(io_kind::remove, path);
            return self(v).real_->xDelete(self(v).real_, path, sync);
        };
        vfs_.xAccess = [](sqlite3_vfs* v, const char* path, int flags, int* result) {
            self(v).log_.add(io_kind::exists, path);
            return self(v).real_->xAccess(self(v).real_, path, flags, result);
        };
        sqlite3_vfs_register(&vfs_, 0);
    }
    ~recorder() { sqlite3_vfs_unregister(&vfs_); }
    recorder(const recorder&) = delete;
    recorder& operator=(const recorder&) = delete;

    static constexpr const char* name = "onceproof/recorder";

private:
    // The real file stands behind it in the same memory.
    struct file : sqlite3_file {
        recorder* owner;
        std::string_view path;

        sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
    };

    static recorder& self(sqlite3_vfs* v) { return *static_cast<recorder*>(v->pAppData); }
    static file& self(sqlite3_file* f) { return *static_cast<file*>(f); }
    static sqlite3_file* logged(sqlite3_file* f, io_kind kind, std::uint64_t offset = 0,
                                std::uint64_t size = 0) {
        self(f).owner->log_.add(kind, self(f).path, offset, size);
        return self(f).real();
    }

    static int open(sqlite3_vfs* v, sqlite3_filename path, sqlite3_file* f, int flags, int* out) {
        recorder& owner = self(v);
        const bool makes =
            path != nullptr && (flags & SQLITE_OPEN_CREATE) != 0 && !std::filesystem::exists(path);
        owner.log_.add(io_kind::open, path == nullptr ? "" : path, makes ? 1 : 0);
        auto* opened = new (f) file{sqlite3_file{nullptr}, &owner, path == nullptr ? "" : path};
        const int code = owner.real_->xOpen(owner.real_, path, opened->real(), flags, out);
        opened->pMethods = code == SQLITE_OK ? &table : nullptr;
        return code;
    }

    static const sqlite3_io_methods table;

    log& log_;
    sqlite3_vfs* real_;
    sqlite3_vfs vfs_;
};

std::uint64_t number(auto n) {
    return static_cast<std::uint64_t>(n);
}

const sqlite3_io_methods recorder::table = {
    .iVersion = 2,
    .xClose =
        [](sqlite3_file* f) {
            sqlite3_file* const real = self(f).real();
            return real->pMethods->xClose(real);
        },
    .xRead =
        [](sqlite3_file* f, void* to, int size, sqlite3_int64 at) {
            sqlite3_file* const real = logged(f, io_kind::read, number(at), number(size));
            return real->pMethods->xRead(real, to, size, at);
        },
    .xWrite =
        [](sqlite3_file* f, const void* from, int size, sqlite3_int64 at) {
            sqlite3_file* const real = logged(f, io_kind::write, number(at), number(size));
            return real->pMethods->xWrite(real, from, size, at);
        },
    .xTruncate =
        [](sqlite3_file* f, sqlite3_int64 size) {
            sqlite3_file* const real = logged(f, io_kind::truncate, number(size));
            return real->pMethods->xTruncate(real, size);
        },
    .xSync =
        [](sqlite3_file* f, int flags) {
            sqlite3_file* const real = logged(f, io_kind::sync);
            return real->pMethods->xSync(real, flags);
        },
    .xFileSize =
        [](sqlite3_file* f, sqlite3_int64* size) {
            sqlite3_file* const real = logged(f, io_kind::size);
            return real->pMethods->xFileSize(real, size);
        },
    .xLock =
        [](sqlite3_file* f, int level) {
            sqlite3_file* const real = logged(f, io_kind::lock, number(level));
            return real->pMethods->xLock(real, level);
        },
    .xUnlock =
        [](sqlite3_file* f, int level) {
            sqlite3_file* const real = self(f).real();
            return real->pMethods->xUnlock(real, level);
        },
    .xCheckReservedLock =
        [](sqlite3_file* f, int* result) {
            sqlite3_file* const real = self(f).real();
            return real->pMethods->xCheckReservedLock(real, result);
        },
    .xFileControl =
        [](sqlite3_file* f, int what, void* argument) {
            sqlite3_file* const real = self(f).real();
            return real->pMethods->xFileControl(real, what, argument);
        },
    .xSectorSize =
        [](sqlite3_file* f) {
            sqlite3_file* const real = self(f).real();
            return real->pMethods->xSectorSize(real);
        },
    .xDeviceCharacteristics =
        [](sqlite3_file* f) {
            sqlite3_file* const real = self(f).real();
            return real->pMethods->xDeviceCharacteristics(real);
        },
    .xShmMap =
        [](sqlite3_file* f, int piece, int size, int extend, void volatile** result) {
            sqlite3_file* const real = logged(f, io_kind::map_memory, number(piece));
            return real->pMethods->xShmMap(real, piece, size, extend, result);
        },
    .xShmLock =
        [](sqlite3_file* f, int first, int count, int flags) {
            sqlite3_file* const real =
                (flags & SQLITE_SHM_UNLOCK) != 0
                    ? self(f).real()
                    : logged(f, io_kind::lock_memory, number(first), number(count));
            return real->pMethods->xShmLock(real, first, count, flags);
        },
    .xShmBarrier =
        [](sqlite3_file* f) {
            sqlite3_file* const real = self(f).real();
            real->pMethods->xShmBarrier(real);
        },
    .xShmUnmap =
        [](sqlite3_file* f, int remove) {
            sqlite3_file* const real = self(f).real();
            return real->pMethods->xShmUnmap(real, remove);
        },
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

struct unix_setting {
    const char* name;
    const char* pragmas;
};

class EachSetting : public ::testing::TestWithParam<unix_setting> {};

INSTANTIATE_TEST_SUITE_P(
    Journals, EachSetting,
    ::testing::Values(
        unix_setting{"remove", "PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL"},
        unix_setting{"remove_extra", "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA"},
        unix_setting{"truncate", "PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=FULL"},
        unix_setting{"persist", "PRAGMA journal_mode=PERSIST; PRAGMA synchronous=NORMAL"},
        unix_setting{"off", "PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=OFF"},
        unix_setting{"wal", "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL"},
        unix_setting{"wal_normal", "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL"}),
    [](const auto& which) { return which.param.name; });

sqlite3* opened(const std::string& file, const char* vfs, const char* pragmas) {
    sqlite3* db = nullptr;
    constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    EXPECT_EQ(sqlite3_open_v2(file.c_str(), &db, flags, vfs), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, pragmas, nullptr, nullptr, nullptr), SQLITE_OK);
    return db;
}

// Two connections at a database: small commits, one that spills its cache, a rollback, a refusal,
// and what is left to the last to close.
void work(const std::string& file, const char* vfs, const char* pragmas) {
    sqlite3* const first = opened(file, vfs, pragmas);
    sqlite3* const second = opened(file, vfs, pragmas);
    const auto run = [](sqlite3* on, const char* sql) {
        EXPECT_EQ(sqlite3_exec(on, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sql;
    };
    run(first, "PRAGMA cache_size=8; CREATE TABLE t(id INTEGER PRIMARY KEY, v BLOB)");
    run(first, "INSERT INTO t(v) VALUES('one')");
    run(second, "SELECT count(*) FROM t");
    run(second, "BEGIN IMMEDIATE; INSERT INTO t(v) VALUES('two'); UPDATE t SET v='1' WHERE id=1");
    EXPECT_EQ(sqlite3_exec(first, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_BUSY);
    run(second, "COMMIT");
    run(first, "BEGIN; INSERT INTO t(v) VALUES('three'); DELETE FROM t WHERE id=1; ROLLBACK");
    run(first,
        "BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<60)"
        "INSERT INTO t(v) SELECT zeroblob(3000) FROM n; COMMIT");
    run(second, "DELETE FROM t WHERE id % 2 = 0; SELECT sum(length(v)) FROM t");
    sqlite3_close(first);
    run(second, "INSERT INTO t(v) VALUES('last')");
    sqlite3_close(second);
    sqlite3* const again = opened(file, vfs, pragmas);
    run(again, "SELECT count(*) FROM t; VACUUM");
    sqlite3_close(again);
}

TEST_P(EachSetting, SqliteDoesTheSameToOurFilesAsToReal) {
    const temporary_folder folder;
    log real;
    {
        const recorder shim(real);
        work(folder.path + "/app.db", recorder::name, GetParam().pragmas);
    }
    test_host host;
    log ours;
    host.start_run();
    const auto process = host.start_process();
    host.before_io = [&](const io_operation& o) {
        ours.add(o.kind, o.file, o.offset, o.size);
        return io_answer();
    };
    work("data/app.db", process->name(), GetParam().pragmas);
    EXPECT_GT(real.lines.size(), 200U);
    EXPECT_EQ(ours.lines, real.lines);
}

// Inserts 1, 2, ... and tells of each once it is committed. Never returns.
[[noreturn]] void insert_for_ever(const std::string& file, const char* pragmas, int told) {
    sqlite3* const db = opened(file, "unix", pragmas);
    for (std::int64_t i = 1;; ++i) {
        const std::string sql = fmt::format("INSERT INTO t VALUES({}, zeroblob(5000))", i);
        if (sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK ||
            write(told, &i, sizeof i) != sizeof i) {
            _exit(1);
        }
    }
}

// The last number that a child has told of before it was killed, after SPAN.
std::int64_t acknowledged_before_kill(const std::string& file, const char* pragmas,
                                      std::chrono::nanoseconds span) {
    int ends[2] = {-1, -1};
    EXPECT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        insert_for_ever(file, pragmas, ends[1]);
    }
    close(ends[1]);
    std::int64_t last = 0;
    EXPECT_EQ(read(ends[0], &last, sizeof last), static_cast<ssize_t>(sizeof last));
    const timespec wait{0, span.count()};
    ppoll(nullptr, 0, &wait, nullptr);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    while (read(ends[0], &last, sizeof last) > 0) {
    }
    close(ends[0]);
    return last;
}

std::int64_t answer_of(sqlite3* db, const char* sql) {
    sqlite3_stmt* s = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(db, sql, -1, &s, nullptr), SQLITE_OK);
    EXPECT_EQ(sqlite3_step(s), SQLITE_ROW);
    const std::int64_t found = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return found;
}

TEST_P(EachSetting, AKillAtAnyMomentLosesNothingAcknowledgedOnRealFiles) {
    for (std::uint64_t round = 0; round < 3; ++round) {
        const temporary_folder folder;
        const std::string file = folder.path + "/app.db";
        sqlite3* db = opened(file, "unix", GetParam().pragmas);
        sqlite3_exec(db, "CREATE TABLE t(id INTEGER PRIMARY KEY, v BLOB)", nullptr, nullptr,
                     nullptr);
        sqlite3_close(db);
        const auto span = draws(1, "kill", round)
                              .between(std::chrono::nanoseconds(0), std::chrono::milliseconds(4));
        const std::int64_t last = acknowledged_before_kill(file, GetParam().pragmas, span);
        db = opened(file, "unix", GetParam().pragmas);
        EXPECT_EQ(answer_of(db,
                            "SELECT count(*) FROM pragma_integrity_check "
                            "WHERE integrity_check <> 'ok'"),
                  0);
        const std::int64_t rows = answer_of(db, "SELECT count(*) FROM t");
        EXPECT_EQ(answer_of(db, "SELECT max(id) FROM t"), rows);
        EXPECT_TRUE(rows == last || rows == last + 1) << rows << ", acknowledged " << last;
        sqlite3_close(db);
    }
}

}  // namespace
}  // namespace onceproof::sim
