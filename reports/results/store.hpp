// A SQLite file on the real file system, for results. Unlike sim/sqlite/sqlite.hpp, which is for
// code inside the world, it waits for locks and throws.
#pragma once

#include <sqlite3.h>

#include <concepts>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace onceproof::reports {

enum class store_failure : std::uint8_t {
    missing,  // there is no such file
    bad,      // it is something else, or damaged
    io,       // it cannot be read or written
};

// One sentence that names the file.
class store_error : public std::runtime_error {
public:
    store_error(store_failure t, const std::string& sentence)
        : runtime_error(sentence), what_is(t) {}

    store_failure what_is;
};

// The row that a query has come to. Columns are numbered from 0.
class row {
public:
    explicit row(sqlite3_stmt* of) : statement_(of) {}

    std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
    // Numbers above 2^63 are kept as negative ones.
    std::uint64_t number(int column) const { return static_cast<std::uint64_t>(integer(column)); }
    std::string text(int column) const;
    bool is_null(int column) const {
        return sqlite3_column_type(statement_, column) == SQLITE_NULL;
    }

private:
    sqlite3_stmt* statement_;
};

class store {
public:
    enum class mode : std::uint8_t {
        create,    // if it is missing
        existing,  // or store_failure::missing
        memory,    // no file at all
    };

    // Waits for others who write, some seconds. All functions throw store_error.
    store(const std::string& file, mode how);
    ~store();
    store(const store&) = delete;
    store& operator=(const store&) = delete;

    const std::string& file() const { return file_; }

    // Statements without parameters.
    void execute(const std::string& sql);

    // One statement. Parameters are numbered from 1. Answers the number of the last row inserted.
    template <class... Values>
    std::int64_t run(std::string_view sql, const Values&... values) {
        each(sql, [](const row&) {}, values...);
        return sqlite3_last_insert_rowid(connection_);
    }

    template <class... Values>
    void each(std::string_view sql, const std::function<void(const row&)>& take,
              const Values&... values) {
        sqlite3_stmt* const s = prepare(sql);
        int parameter = 0;
        (bind(s, ++parameter, values), ...);
        step(s, take);
    }

    // The first column of the first row, 0 without one.
    std::int64_t integer(std::string_view sql);

private:
    sqlite3_stmt* prepare(std::string_view sql);
    static void bind(sqlite3_stmt* to, int parameter, std::string_view text);
    static void bind(sqlite3_stmt* to, int parameter, std::integral auto value) {
        sqlite3_bind_int64(to, parameter, static_cast<std::int64_t>(value));
    }
    void step(sqlite3_stmt* what, const std::function<void(const row&)>& take);
    [[noreturn]] void fail() const;

    std::string file_;
    sqlite3* connection_ = nullptr;
};

// While it stands, what is done counts as a whole or, if it ends without commit(), not at all.
class transaction {
public:
    explicit transaction(store& in) : in_(in) { in_.execute("BEGIN IMMEDIATE"); }
    ~transaction();
    transaction(const transaction&) = delete;
    transaction& operator=(const transaction&) = delete;

    void commit();

private:
    store& in_;
    bool is_over_ = false;
};

}  // namespace onceproof::reports
