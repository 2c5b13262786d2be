// The functions SQLite calls. Each first asks whether the process lives and the world lets the
// operation happen; only then it touches the disk.
#include "sim/sqlite/sqlite_vfs.hpp"

#include "sim/assert.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <span>
#include <utility>

namespace onceproof::sim {

namespace {

constexpr int sector_bytes = 4096;
constexpr std::size_t longest_name = 512;

// Slots 4 to 7 of the wal-index, the read marks but the first: taken together only to begin the
// WAL anew ("WAL-mode File Format", section 2.2, WAL_READ_LOCK).
constexpr int later_read_marks = 4;
constexpr int later_read_mark_count = 4;

// SQLite counts what it allocates, under a lock, unless it is told not to before its first use.
// Nobody here asks for the count, which took a twentieth of a run.
[[maybe_unused]] const int uncounted = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);

// Zero of SQLite's clock (noon of November 24, 4714 BC) before the Unix epoch.
constexpr std::int64_t julian_epoch_ms = 210866760000000;

void fill_randomly(const sqlite_environment& environment, std::span<char> to) {
    for (std::size_t i = 0; i < to.size(); i += sizeof(std::uint64_t)) {
        // Byte by byte, so that every machine gets the same.
        auto bits = environment.random(environment.self);
        for (auto at = i; at < std::min(i + sizeof(bits), to.size()); ++at) {
            to[at] = static_cast<char>(bits & 0xFFU);
            bits >>= 8U;
        }
    }
}

}  // namespace

// Lives in memory that SQLite provides; the base is what SQLite knows of it.
struct sqlite_vfs::open_file : sqlite3_file {
    sqlite_vfs* owner;
    std::string_view name;  // SQLite keeps it as long as the file is open
    disk::file on_disk;
    std::shared_ptr<sqlite_file_state> state;  // of a main database only
    std::shared_ptr<wal_index> memory;         // kept for a connection that outlives its process
    sqlite_locks locks;
    bool sync_directory_too;
    bool remove_on_close;
    bool restarted_wal;
};

// What the two tables of function pointers point at.
struct sqlite_vfs::methods {
    static sqlite_vfs& self(sqlite3_vfs* vfs) { return *static_cast<sqlite_vfs*>(vfs->pAppData); }
    static open_file& self(sqlite3_file* file) { return *static_cast<open_file*>(file); }
    static disk& storage(const open_file& file) { return file.owner->host_.storage(); }

    // --- sqlite3_vfs ---

    static int open(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* file, int flags,
                    int* flags_out);
    static int remove(sqlite3_vfs* vfs, const char* name, int sync_directory);
    static int access(sqlite3_vfs* vfs, const char* name, int flags, int* result);
    static int full_path(sqlite3_vfs* vfs, const char* name, int size, char* to);
    static int randomness(sqlite3_vfs* vfs, int size, char* to);
    static int sleep(sqlite3_vfs* vfs, int microseconds);
    static int current_time(sqlite3_vfs* vfs, double* days);
    static int current_time_ms(sqlite3_vfs* vfs, sqlite3_int64* milliseconds);
    static int last_error(sqlite3_vfs*, int, char*) { return 0; }

    // --- sqlite3_io_methods ---

    static int close(sqlite3_file* file);
    static int read(sqlite3_file* file, void* to, int size, sqlite3_int64 offset);
    static int write(sqlite3_file* file, const void* from, int size, sqlite3_int64 offset);
    static int truncate(sqlite3_file* file, sqlite3_int64 size);
    static int sync(sqlite3_file* file, int flags);
    static int size(sqlite3_file* file, sqlite3_int64* result);
    static int lock(sqlite3_file* file, int level);
    static int unlock(sqlite3_file* file, int level);
    static int check_reserved(sqlite3_file* file, int* result);
    static int control(sqlite3_file* file, int operation, void* argument);
    static int sector_size(sqlite3_file*) { return sector_bytes; }
    static int characteristics(sqlite3_file*) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }
    static int map_memory(sqlite3_file* file, int piece, int size, int extend,
                          void volatile** result);
    static int lock_memory(sqlite3_file* file, int first, int count, int flags);
    // All processes of a world run on one thread: memory is always in order.
    static void barrier(sqlite3_file*) {}
    static int unmap_memory(sqlite3_file* file, int remove);

    static const sqlite3_io_methods table;
};

const sqlite3_io_methods sqlite_vfs::methods::table = {
    .iVersion = 2,  // shared memory, no memory-mapped reading
    .xClose = close,
    .xRead = read,
    .xWrite = write,
    .xTruncate = truncate,
    .xSync = sync,
    .xFileSize = size,
    .xLock = lock,
    .xUnlock = unlock,
    .xCheckReservedLock = check_reserved,
    .xFileControl = control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = map_memory,
    .xShmLock = lock_memory,
    .xShmBarrier = barrier,
    .xShmUnmap = unmap_memory,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

int sqlite_vfs::methods::open(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* file,
                              int flags, int* flags_out) {
    auto& owner = self(vfs);
    file->pMethods = nullptr;  // not to be closed if this fails
    const std::string_view label = name == nullptr ? "" : name;
    auto& storage = owner.host_.storage();
    const bool create = (flags & SQLITE_OPEN_CREATE) != 0;
    const bool makes = create && name != nullptr && !storage.exists(label);
    if (const int refused = owner.ask(io_kind::open, label, makes ? 1 : 0).code) {
        return refused;
    }
    disk::file on_disk;
    if (name == nullptr) {
        on_disk = storage.open_unnamed();
    } else if (create && (flags & SQLITE_OPEN_EXCLUSIVE) != 0 && storage.exists(label)) {
        return SQLITE_CANTOPEN;
    } else {
        on_disk = create ? storage.open_or_create(label) : storage.open(label);
    }
    if (!on_disk) {
        return SQLITE_CANTOPEN;
    }
    const bool is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
    constexpr int journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
    auto* opened = new (file) open_file{
        sqlite3_file{&table},
        &owner,
        label,
        on_disk,
        is_database ? owner.host_.state_of(on_disk) : nullptr,
        nullptr,
        {},
        create && (flags & journals) != 0,
        name != nullptr && (flags & SQLITE_OPEN_DELETEONCLOSE) != 0,
        false,
    };
    owner.open_files_.push_back(opened);
    if (flags_out != nullptr) {
        *flags_out = flags;
    }
    return SQLITE_OK;
}

int sqlite_vfs::methods::remove(sqlite3_vfs* vfs, const char* name, int sync_directory) {
    auto& owner = self(vfs);
    if (const int refused = owner.ask(io_kind::remove, name).code) {
        return refused;
    }
    if (owner.host_.storage().remove(name) != disk_status::ok) {
        return SQLITE_IOERR_DELETE_NOENT;
    }
    if (sync_directory == 0) {
        return SQLITE_OK;
    }
    return owner.sync_directory(disk::directory_of(name));
}

// As the unix VFS, which counts an empty file as none (unixAccess in os_unix.c).
int sqlite_vfs::methods::access(sqlite3_vfs* vfs, const char* name, int, int* result) {
    auto& owner = self(vfs);
    if (const int refused = owner.ask(io_kind::exists, name).code) {
        return refused;
    }
    disk& storage = owner.host_.storage();
    *result = storage.size(storage.open(name)) > 0 ? 1 : 0;
    return SQLITE_OK;
}

int sqlite_vfs::methods::full_path(sqlite3_vfs*, const char* name, int size, char* to) {
    const std::string_view whole = name;
    if (whole.size() >= static_cast<std::size_t>(size)) {
        return SQLITE_CANTOPEN;
    }
    std::memcpy(to, name, whole.size() + 1);
    return SQLITE_OK;
}

int sqlite_vfs::methods::randomness(sqlite3_vfs* vfs, int size, char* to) {
    fill_randomly(self(vfs).environment_, {to, static_cast<std::size_t>(size)});
    return size;
}

int sqlite_vfs::methods::sleep(sqlite3_vfs* vfs, int microseconds) {
    const auto& environment = self(vfs).environment_;
    environment.slept(environment.self, std::chrono::microseconds{microseconds});
    return microseconds;
}

int sqlite_vfs::methods::current_time(sqlite3_vfs* vfs, double* days) {
    sqlite3_int64 milliseconds = 0;
    current_time_ms(vfs, &milliseconds);
    *days = static_cast<double>(milliseconds) / 86400000.0;
    return SQLITE_OK;
}

int sqlite_vfs::methods::current_time_ms(sqlite3_vfs* vfs, sqlite3_int64* milliseconds) {
    const auto& environment = self(vfs).environment_;
    const std::chrono::nanoseconds since_epoch{environment.unix_time_ns(environment.self)};
    *milliseconds =
        julian_epoch_ms + std::chrono::floor<std::chrono::milliseconds>(since_epoch).count();
    return SQLITE_OK;
}

int sqlite_vfs::methods::close(sqlite3_file* file) {
    auto& closed = self(file);
    auto& owner = *closed.owner;
    if (closed.state != nullptr && owner.killed_) {
        closed.state->close_abandoned();
    } else if (closed.state != nullptr) {
        closed.state->release(closed.locks);
    }
    if (closed.remove_on_close && owner.alive()) {
        owner.host_.storage().remove(closed.name);
    }
    std::erase(owner.open_files_, &closed);
    closed.~open_file();
    return SQLITE_OK;
}

int sqlite_vfs::methods::read(sqlite3_file* file, void* to, int size, sqlite3_int64 offset) {
    const auto& from = self(file);
    const auto at = static_cast<std::uint64_t>(offset);
    const auto count = static_cast<std::size_t>(size);
    if (const int refused = from.owner->ask(io_kind::read, from.name, at, count).code) {
        return refused;
    }
    auto* bytes = static_cast<std::byte*>(to);
    const auto got = storage(from).read(from.on_disk, at, {bytes, count});
    if (got == count) {
        return SQLITE_OK;
    }
    std::memset(bytes + got, 0, count - got);
    return SQLITE_IOERR_SHORT_READ;
}

int sqlite_vfs::methods::write(sqlite3_file* file, const void* from, int size,
                               sqlite3_int64 offset) {
    const auto& to = self(file);
    const auto at = static_cast<std::uint64_t>(offset);
    const auto count = static_cast<std::size_t>(size);
    if (const int refused = to.owner->ask(io_kind::write, to.name, at, count).code) {
        return refused;
    }
    storage(to).write(to.on_disk, at, {static_cast<const std::byte*>(from), count});
    return SQLITE_OK;
}

int sqlite_vfs::methods::truncate(sqlite3_file* file, sqlite3_int64 size) {
    const auto& cut = self(file);
    const auto end = static_cast<std::uint64_t>(size);
    if (const int refused = cut.owner->ask(io_kind::truncate, cut.name, end).code) {
        return refused;
    }
    storage(cut).truncate(cut.on_disk, end);
    return SQLITE_OK;
}

int sqlite_vfs::methods::sync(sqlite3_file* file, int) {
    auto& synced = self(file);
    const io_answer answer = synced.owner->ask(io_kind::sync, synced.name);
    if (answer.code != SQLITE_OK) {
        return answer.code;
    }
    if (!answer.pretended) {
        storage(synced).sync(synced.on_disk);
    }
    if (!synced.sync_directory_too) {
        return SQLITE_OK;
    }
    const int code = synced.owner->sync_directory(disk::directory_of(synced.name));
    synced.sync_directory_too = code != SQLITE_OK;
    return code;
}

int sqlite_vfs::methods::size(sqlite3_file* file, sqlite3_int64* result) {
    const auto& measured = self(file);
    if (const int refused = measured.owner->ask(io_kind::size, measured.name).code) {
        return refused;
    }
    *result = static_cast<sqlite3_int64>(storage(measured).size(measured.on_disk));
    return SQLITE_OK;
}

int sqlite_vfs::methods::lock(sqlite3_file* file, int level) {
    auto& locked = self(file);
    const auto asked = static_cast<std::uint64_t>(level);
    if (const int refused = locked.owner->ask(io_kind::lock, locked.name, asked).code) {
        return refused;
    }
    return locked.state->lock(locked.locks, level);
}

int sqlite_vfs::methods::unlock(sqlite3_file* file, int level) {
    auto& unlocked = self(file);
    if (!unlocked.owner->alive()) {
        return SQLITE_IOERR;
    }
    return unlocked.state->unlock(unlocked.locks, level);
}

int sqlite_vfs::methods::check_reserved(sqlite3_file* file, int* result) {
    const auto& asked = self(file);
    if (!asked.owner->alive()) {
        return SQLITE_IOERR;
    }
    *result = asked.state->reserved() ? 1 : 0;
    return SQLITE_OK;
}

int sqlite_vfs::methods::control(sqlite3_file* file, int operation, void* argument) {
    const auto& asked = self(file);
    if (operation == SQLITE_FCNTL_HAS_MOVED && asked.owner->alive()) {
        *static_cast<int*>(argument) = storage(asked).is_named(asked.name, asked.on_disk) ? 0 : 1;
        return SQLITE_OK;
    }
    return SQLITE_NOTFOUND;
}

int sqlite_vfs::methods::map_memory(sqlite3_file* file, int piece, int size, int extend,
                                    void volatile** result) {
    auto& mapped = self(file);
    ONCEPROOF_ASSERT(size == wal_index_piece, "the wal-index comes in pieces of 32 KiB");
    *result = nullptr;
    const auto number = static_cast<std::size_t>(piece);
    if (const int refused = mapped.owner->ask(io_kind::map_memory, mapped.name, number).code) {
        return refused;
    }
    *result = mapped.state->map(mapped.locks, number, extend != 0);
    mapped.memory = mapped.state->memory();
    return SQLITE_OK;
}

int sqlite_vfs::methods::lock_memory(sqlite3_file* file, int first, int count, int flags) {
    auto& locked = self(file);
    const auto from = static_cast<std::uint64_t>(first);
    const auto many = static_cast<std::uint64_t>(count);
    if ((flags & SQLITE_SHM_UNLOCK) != 0) {
        return locked.owner->alive() ? locked.state->lock_wal(locked.locks, first, count, flags)
                                     : SQLITE_IOERR;
    }
    if (const int refused = locked.owner->ask(io_kind::lock_memory, locked.name, from, many).code) {
        return refused;
    }
    const int code = locked.state->lock_wal(locked.locks, first, count, flags);
    if (code == SQLITE_OK && first == later_read_marks && count == later_read_mark_count) {
        locked.restarted_wal = true;
    }
    return code;
}

int sqlite_vfs::methods::unmap_memory(sqlite3_file* file, int) {
    auto& unmapped = self(file);
    if (!unmapped.owner->alive()) {
        return SQLITE_IOERR;
    }
    unmapped.state->unmap(unmapped.locks);
    unmapped.memory.reset();
    return SQLITE_OK;
}

std::string_view to_text(io_kind kind) {
    switch (kind) {
        case io_kind::open:
            return "open";
        case io_kind::read:
            return "read";
        case io_kind::write:
            return "write";
        case io_kind::truncate:
            return "truncate";
        case io_kind::sync:
            return "sync";
        case io_kind::size:
            return "size";
        case io_kind::remove:
            return "remove";
        case io_kind::sync_directory:
            return "sync directory";
        case io_kind::exists:
            return "exists";
        case io_kind::lock:
            return "lock";
        case io_kind::map_memory:
            return "map memory";
        case io_kind::lock_memory:
            return "lock memory";
    }
    return "?";
}

void start_sqlite_run(const sqlite_environment& environment) {
    auto* usual = sqlite3_vfs_find(nullptr);
    sqlite3_vfs seed{};
    seed.iVersion = 1;
    seed.zName = "onceproof/seed";
    seed.pAppData = const_cast<sqlite_environment*>(&environment);
    seed.xRandomness = [](sqlite3_vfs* vfs, int size, char* to) {
        const auto& from = *static_cast<const sqlite_environment*>(vfs->pAppData);
        fill_randomly(from, {to, static_cast<std::size_t>(size)});
        return size;
    };
    sqlite3_vfs_register(&seed, 1);
    char drawn = 0;
    sqlite3_randomness(0, nullptr);
    sqlite3_randomness(1, &drawn);  // the first draw asks for the seed
    sqlite3_vfs_unregister(&seed);
    sqlite3_vfs_register(usual, 1);
}

sqlite_vfs::sqlite_vfs(sqlite_host& host, std::string name, const sqlite_environment& environment)
    : host_(host),
      name_(std::move(name)),
      environment_(environment),
      generation_(host.storage().generation()) {
    set_environment(environment);
    ONCEPROOF_ASSERT(sqlite3_vfs_find(name_.c_str()) == nullptr, "each VFS has its own name");
    registered_.iVersion = 2;
    registered_.szOsFile = sizeof(open_file);
    registered_.mxPathname = longest_name;
    registered_.zName = name_.c_str();
    registered_.pAppData = this;
    registered_.xOpen = methods::open;
    registered_.xDelete = methods::remove;
    registered_.xAccess = methods::access;
    registered_.xFullPathname = methods::full_path;
    registered_.xRandomness = methods::randomness;
    registered_.xSleep = methods::sleep;
    registered_.xCurrentTime = methods::current_time;
    registered_.xGetLastError = methods::last_error;
    registered_.xCurrentTimeInt64 = methods::current_time_ms;
    const int code = sqlite3_vfs_register(&registered_, 0);
    ONCEPROOF_ASSERT(code == SQLITE_OK, "SQLite registers a VFS unless memory is out");
}

sqlite_vfs::~sqlite_vfs() {
    for (auto* connection : left_behind_) {
        while (auto* statement = sqlite3_next_stmt(connection, nullptr)) {
            sqlite3_finalize(statement);
        }
        const int code = sqlite3_close(connection);
        ONCEPROOF_ASSERT(code == SQLITE_OK, "a connection left behind has no backup or blob open");
    }
    ONCEPROOF_ASSERT(open_files_.empty(), "close the connections before their VFS");
    sqlite3_vfs_unregister(&registered_);
}

void sqlite_vfs::kill() {
    if (killed_) {
        return;
    }
    killed_ = true;
    for (auto* file : open_files_) {
        if (file->state != nullptr) {
            file->state->abandon(file->locks);
        }
    }
}

bool sqlite_vfs::revivable() const {
    return generation_ == host_.storage().generation() && !died_within_call_ &&
           std::ranges::all_of(open_files_, [](const auto* file) { return !file->memory; });
}

void sqlite_vfs::revive() {
    ONCEPROOF_ASSERT(killed_ && revivable() && left_behind_.empty(), "some dead stay dead");
    killed_ = false;
    for (auto* file : open_files_) {
        if (file->state != nullptr) {
            file->state->close_abandoned();
        }
    }
}

void sqlite_vfs::leave_behind(sqlite3* connection) {
    ONCEPROOF_ASSERT(!alive(), "only the dead leave connections behind");
    left_behind_.push_back(connection);
}

void sqlite_vfs::set_environment(const sqlite_environment& environment) {
    ONCEPROOF_ASSERT(environment.random != nullptr && environment.unix_time_ns != nullptr &&
                         environment.slept != nullptr,
                     "SQLite needs randomness, time and sleep");
    environment_ = environment;
}

bool sqlite_vfs::reusable(sqlite3* connection) const {
    if (!alive()) {
        return false;
    }
    for (const int which : {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER}) {
        sqlite3_file* file = nullptr;
        sqlite3_file_control(connection, "main", which, static_cast<void*>(&file));
        if (file == nullptr || file->pMethods != &methods::table) {
            continue;  // no journal is open
        }
        const auto& open = methods::self(file);
        if (open.restarted_wal || !methods::storage(open).is_named(open.name, open.on_disk)) {
            return false;
        }
    }
    return true;
}

int sqlite_vfs::sync_directory(std::string_view directory) {
    const io_answer answer = ask(io_kind::sync_directory, directory);
    if (answer.code == SQLITE_OK && !answer.pretended) {
        host_.storage().sync_directory(directory);
    }
    return answer.code;
}

// SQLITE_OK iff the operation may happen now.
io_answer sqlite_vfs::ask(io_kind kind, std::string_view file, std::uint64_t offset,
                          std::uint64_t size) {
    if (!alive()) {
        return {SQLITE_IOERR};
    }
    if (environment_.before_io == nullptr) {
        return {};
    }
    const auto answer =
        environment_.before_io(environment_.self, io_operation{kind, file, offset, size});
    if (!alive()) {  // it has ended this process
        died_within_call_ = true;
        return {SQLITE_IOERR};
    }
    return answer;
}

}  // namespace onceproof::sim
