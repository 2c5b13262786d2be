// See store.hpp.
#include "reports/results/store.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>

namespace onceproof::reports {
namespace {

constexpr int patience_ms = 10'000;  // with others who write

int flags_for(store::mode how) {
    switch (how) {
        case store::mode::create:
            return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
        case store::mode::existing:
            return SQLITE_OPEN_READWRITE;
        case store::mode::memory:
            return SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY;
    }
    return 0;
}

// SQLite calls this and more "unable to open database file".
void refuse_what_is_no_file(const std::string& file, store::mode how) {
    std::error_code unknown;
    const auto is = std::filesystem::status(file, unknown);
    if (std::filesystem::is_directory(is)) {
        throw store_error(store_failure::io, fmt::format("{}: it is a folder", file));
    }
    if (how != store::mode::create && !std::filesystem::exists(is)) {
        throw store_error(store_failure::missing, fmt::format("{}: there is no such file", file));
    }
}

}  // namespace

std::string row::text(int column) const {
    const auto* begin = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    return begin == nullptr ? std::string() : std::string(begin, size);
}

store::store(const std::string& file, mode how) : file_(file) {
    if (how != mode::memory) {
        refuse_what_is_no_file(file, how);
    }
    // A name that begins with "file:" or ":" would mean something else.
    const std::string name = how == mode::memory     ? ":memory:"
                             : file.starts_with('/') ? file
                                                     : "./" + file;
    const int code =
        sqlite3_open_v2(name.c_str(), &connection_, flags_for(how) | SQLITE_OPEN_NOMUTEX, "unix");
    if (code == SQLITE_OK) {
        sqlite3_busy_timeout(connection_, patience_ms);
        return;
    }
    const store_error why(store_failure::io,
                          fmt::format("{}: {}", file, sqlite3_errmsg(connection_)));
    sqlite3_close(connection_);
    throw why;
}

store::~store() {
    sqlite3_close(connection_);
}

void store::execute(const std::string& sql) {
    if (sqlite3_exec(connection_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
        fail();
    }
}

std::int64_t store::integer(std::string_view sql) {
    std::int64_t value = 0;
    each(sql, [&](const row& r) { value = r.integer(0); });
    return value;
}

sqlite3_stmt* store::prepare(std::string_view sql) {
    sqlite3_stmt* s = nullptr;
    if (sqlite3_prepare_v2(connection_, sql.data(), static_cast<int>(sql.size()), &s, nullptr) !=
        SQLITE_OK) {
        fail();
    }
    return s;
}

void store::bind(sqlite3_stmt* to, int parameter, std::string_view text) {
    // An empty view may have no address, which SQLite would take for NULL.
    sqlite3_bind_text64(to, parameter, text.empty() ? "" : text.data(), text.size(),
                        SQLITE_TRANSIENT, SQLITE_UTF8);
}

void store::step(sqlite3_stmt* what, const std::function<void(const row&)>& take) {
    const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> owned(what, sqlite3_finalize);
    int code = sqlite3_step(what);
    for (; code == SQLITE_ROW; code = sqlite3_step(what)) {
        take(row(what));
    }
    if (code != SQLITE_DONE) {
        fail();
    }
}

void store::fail() const {
    const int code = sqlite3_errcode(connection_);
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR) {
        throw store_error(store_failure::bad,
                          code == SQLITE_NOTADB
                              ? fmt::format("{}: it is no results file", file_)
                              : fmt::format("{}: {}", file_, sqlite3_errmsg(connection_)));
    }
    throw store_error(store_failure::io, fmt::format("{}: {}", file_, sqlite3_errmsg(connection_)));
}

transaction::~transaction() {
    if (!is_over_) {
        try {
            in_.execute("ROLLBACK");
        } catch (const store_error&) {  // it has already ended, by the error that brought us here
        }
    }
}

void transaction::commit() {
    in_.execute("COMMIT");
    is_over_ = true;
}

}  // namespace onceproof::reports
