// A real SQLite file, with the interface of `sim::sql_client`: the database of protocol code that
// runs outside the world.
//
// Each step is posted through the executor, so that other coroutines run in between, as they do in
// the world. A step that meets a lock waits a millisecond and tries again, for about five seconds.
// Answers are SQLite's extended result codes; nothing here throws.
#pragma once

#include "sim/hash.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace onceproof::model {

// See sim::statement, which this mirrors as far as it is used.
class real_statement {
public:
    real_statement(sqlite3* in, std::string_view sql);
    ~real_statement();
    real_statement(const real_statement&) = delete;
    real_statement& operator=(const real_statement&) = delete;

    int bind(int parameter, std::int64_t value);
    int bind(int parameter, std::string_view text);
    int bind_null(int parameter);
    int step();
    int reset();
    bool is_null(int column) const;
    std::int64_t integer(int column) const;
    std::string_view text(int column) const;

private:
    sqlite3_stmt* statement_ = nullptr;
};

class real_database {
public:
    real_database(boost::asio::any_io_executor ex, std::string file);
    ~real_database();
    real_database(const real_database&) = delete;
    real_database& operator=(const real_database&) = delete;

    // Comes before all others. The file is created if it is missing.
    boost::asio::awaitable<int> open();

    // Runs statements without parameters, at once; for the schema. Requires: open.
    int execute(const std::string& sql);

    // The statement that SQL says, compiled at the first time and kept. Requires: open.
    real_statement& prepared(sim::literal sql);

    // After SQLITE_DONE and failures WHAT has been reset. ACTION names a point of the world, of
    // which there is none here.
    boost::asio::awaitable<int> step(real_statement& what, sim::literal action);
    // Takes the right to write at once, so that no later step of the transaction meets a lock.
    boost::asio::awaitable<int> begin();
    boost::asio::awaitable<int> commit();
    boost::asio::awaitable<int> rollback();

    bool in_transaction() const;
    // Of the last INSERT, UPDATE or DELETE: how many rows it changed, and the number of the row
    // that was inserted.
    std::int64_t changes() const;
    std::int64_t last_insert_rowid() const;

private:
    boost::asio::any_io_executor executor_;
    std::string file_;
    sqlite3* connection_ = nullptr;
    std::map<std::string_view, std::unique_ptr<real_statement>> prepared_;  // by their text
};

}  // namespace onceproof::model
