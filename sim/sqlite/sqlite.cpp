// See sqlite.hpp.
#include "sim/sqlite/sqlite.hpp"

#include "sim/assert.hpp"

#include <utility>

namespace onceproof::sim {

namespace {

const char* to_pragma(journal_mode mode) {
    switch (mode) {
        case journal_mode::remove:
            return "PRAGMA journal_mode=DELETE;";
        case journal_mode::truncate:
            return "PRAGMA journal_mode=TRUNCATE;";
        case journal_mode::persist:
            return "PRAGMA journal_mode=PERSIST;";
        case journal_mode::wal:
            return "PRAGMA journal_mode=WAL;";
    }
    return "";
}

const char* to_pragma(synchronous sync) {
    switch (sync) {
        case synchronous::off:
            return "PRAGMA synchronous=OFF;";
        case synchronous::normal:
            return "PRAGMA synchronous=NORMAL;";
        case synchronous::full:
            return "PRAGMA synchronous=FULL;";
        case synchronous::extra:
            return "PRAGMA synchronous=EXTRA;";
    }
    return "";
}

}  // namespace

database::~database() {
    close();
}

database::database(database&& from) noexcept
    : vfs_(std::exchange(from.vfs_, nullptr)),
      connection_(std::exchange(from.connection_, nullptr)) {}

database& database::operator=(database&& from) noexcept {
    if (this != &from) {
        close();
        vfs_ = std::exchange(from.vfs_, nullptr);
        connection_ = std::exchange(from.connection_, nullptr);
    }
    return *this;
}

int database::open(sqlite_vfs& on, const std::string& file, database_options options) {
    ONCEPROOF_ASSERT(connection_ == nullptr, "close it before it is opened again");
    ONCEPROOF_ASSERT(!file.starts_with("file:") && !file.starts_with(':') && !file.empty(),
                     "a file on the simulated disk, not a URI or a memory database");
    vfs_ = &on;
    constexpr int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int code = sqlite3_open_v2(file.c_str(), &connection_, flags, on.name());
    if (code == SQLITE_OK) {
        code = set_up(options);
    }
    if (code != SQLITE_OK) {
        close();
    }
    return code;
}

int database::set_up(database_options options) {
    // Before the journal mode: changing to WAL writes to the database.
    if (options.sync != synchronous::full) {
        if (const int code = execute(to_pragma(options.sync)); code != SQLITE_OK) {
            return code;
        }
    }
    return options.journal == journal_mode::remove ? SQLITE_OK
                                                   : execute(to_pragma(options.journal));
}

void database::close() {
    if (connection_ == nullptr) {
        return;
    }
    auto* closed = std::exchange(connection_, nullptr);
    if (!vfs_->alive()) {
        vfs_->leave_behind(closed);
        return;
    }
    const int code = sqlite3_close(closed);
    ONCEPROOF_ASSERT(code == SQLITE_OK, "destroy the statements before their database");
}

int database::execute(const std::string& sql) {
    if (!alive()) {
        return SQLITE_IOERR;
    }
    return sqlite3_exec(connection_, sql.c_str(), nullptr, nullptr, nullptr);
}

bool database::in_transaction() const {
    return is_open() && alive() && sqlite3_get_autocommit(connection_) == 0;
}

int database::transaction_state() const {
    return is_open() && alive() ? sqlite3_txn_state(connection_, nullptr) : SQLITE_TXN_NONE;
}

int database::error_code() const {
    return alive() ? sqlite3_extended_errcode(connection_) : SQLITE_IOERR;
}

std::string database::error_text() const {
    return alive() ? sqlite3_errmsg(connection_) : "the process has died";
}

std::int64_t database::last_insert_rowid() const {
    return sqlite3_last_insert_rowid(connection_);
}

std::int64_t database::changes() const {
    return sqlite3_changes64(connection_);
}

statement::~statement() {
    finalize();
}

statement::statement(statement&& from) noexcept
    : vfs_(std::exchange(from.vfs_, nullptr)),
      statement_(std::exchange(from.statement_, nullptr)),
      prepared_as_(from.prepared_as_) {}

statement& statement::operator=(statement&& from) noexcept {
    if (this != &from) {
        finalize();
        vfs_ = std::exchange(from.vfs_, nullptr);
        statement_ = std::exchange(from.statement_, nullptr);
        prepared_as_ = from.prepared_as_;
    }
    return *this;
}

// Of a dead process the VFS finalises them all, together with their connection.
void statement::finalize() {
    auto* finalized = std::exchange(statement_, nullptr);
    if (finalized != nullptr && alive()) {
        sqlite3_finalize(finalized);
    }
}

int statement::prepare(const database& in, std::string_view sql) {
    finalize();
    vfs_ = &in.on();
    if (!alive()) {
        return SQLITE_IOERR;
    }
    prepared_as_ = sqlite3_prepare_v3(in.handle(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement_, nullptr);
    return prepared_as_;
}

int statement::bind(int parameter, std::int64_t value) {
    return alive() ? sqlite3_bind_int64(statement_, parameter, value) : SQLITE_IOERR;
}

int statement::bind(int parameter, double value) {
    return alive() ? sqlite3_bind_double(statement_, parameter, value) : SQLITE_IOERR;
}

int statement::bind(int parameter, std::string_view text) {
    // An empty view may have no address, which SQLite would take for NULL.
    const char* begin = text.empty() ? "" : text.data();
    return alive() ? sqlite3_bind_text64(statement_, parameter, begin, text.size(),
                                         SQLITE_TRANSIENT, SQLITE_UTF8)
                   : SQLITE_IOERR;
}

int statement::bind(int parameter, std::span<const std::byte> blob) {
    const void* begin = blob.empty() ? static_cast<const void*>("") : blob.data();
    return alive()
               ? sqlite3_bind_blob64(statement_, parameter, begin, blob.size(), SQLITE_TRANSIENT)
               : SQLITE_IOERR;
}

int statement::bind_null(int parameter) {
    return alive() ? sqlite3_bind_null(statement_, parameter) : SQLITE_IOERR;
}

int statement::step() {
    if (!alive()) {
        return SQLITE_IOERR;
    }
    return statement_ == nullptr ? prepared_as_ : sqlite3_step(statement_);
}

int statement::reset() {
    return alive() ? sqlite3_reset(statement_) : SQLITE_IOERR;
}

int statement::columns() const {
    return sqlite3_column_count(statement_);
}

std::string_view statement::column_name(int column) const {
    return sqlite3_column_name(statement_, column);
}

bool statement::is_null(int column) const {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

bool statement::is_blob(int column) const {
    return sqlite3_column_type(statement_, column) == SQLITE_BLOB;
}

std::int64_t statement::integer(int column) const {
    return sqlite3_column_int64(statement_, column);
}

double statement::real(int column) const {
    return sqlite3_column_double(statement_, column);
}

std::string_view statement::text(int column) const {
    const auto* begin = sqlite3_column_text(statement_, column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    return {reinterpret_cast<const char*>(begin), size};
}

std::span<const std::byte> statement::blob(int column) const {
    const auto* begin = static_cast<const std::byte*>(sqlite3_column_blob(statement_, column));
    return {begin, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

int statement::times_reprepared() const {
    return sqlite3_stmt_status(statement_, SQLITE_STMTSTATUS_REPREPARE, 0);
}

}  // namespace onceproof::sim
