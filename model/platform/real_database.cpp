// See real_database.hpp.
#include "model/platform/real_database.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <utility>

namespace onceproof::model {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

constexpr int tries_max = 5000;

// The primary code: the lowest byte of an extended one.
bool is_busy(int code) {
    return (code & 0xFF) == SQLITE_BUSY;
}

}  // namespace

real_statement::real_statement(sqlite3* in, std::string_view sql) {
    // On failure the statement stays null, and SQLite answers SQLITE_MISUSE to what is done to it.
    sqlite3_prepare_v3(in, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                       &statement_, nullptr);
}

real_statement::~real_statement() {
    sqlite3_finalize(statement_);
}

int real_statement::bind(int parameter, std::int64_t value) {
    return sqlite3_bind_int64(statement_, parameter, value);
}

int real_statement::bind(int parameter, std::string_view text) {
    return sqlite3_bind_text64(statement_, parameter, text.data(), text.size(), SQLITE_TRANSIENT,
                               SQLITE_UTF8);
}

int real_statement::bind_null(int parameter) {
    return sqlite3_bind_null(statement_, parameter);
}

int real_statement::step() {
    return sqlite3_step(statement_);
}

int real_statement::reset() {
    return sqlite3_reset(statement_);
}

bool real_statement::is_null(int column) const {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

std::int64_t real_statement::integer(int column) const {
    return sqlite3_column_int64(statement_, column);
}

std::string_view real_statement::text(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

real_database::real_database(asio::any_io_executor ex, std::string file)
    : executor_(std::move(ex)), file_(std::move(file)) {}

real_database::~real_database() {
    prepared_.clear();
    sqlite3_close(connection_);
}

asio::awaitable<int> real_database::open() {
    co_await asio::post(executor_, asio::use_awaitable);
    sqlite3_close(connection_);  // of an attempt that failed: there is a handle even so
    const int code = sqlite3_open(file_.c_str(), &connection_);
    sqlite3_extended_result_codes(connection_, 1);
    co_return code;
}

int real_database::execute(const std::string& sql) {
    return sqlite3_exec(connection_, sql.c_str(), nullptr, nullptr, nullptr);
}

real_statement& real_database::prepared(sim::literal sql) {
    auto& kept = prepared_[sql.text()];
    if (kept == nullptr) {
        kept = std::make_unique<real_statement>(connection_, sql.text());
    }
    return *kept;
}

asio::awaitable<int> real_database::step(real_statement& what, sim::literal) {
    co_await asio::post(executor_, asio::use_awaitable);
    int code = what.step();
    for (int tries = 1; is_busy(code) && tries < tries_max; ++tries) {
        what.reset();
        // tidy: allow asio::steady_timer: this is the arm that runs outside the world
        asio::steady_timer pause(executor_, 1ms);
        co_await pause.async_wait(asio::use_awaitable);
        code = what.step();
    }
    if (code != SQLITE_ROW) {
        what.reset();
    }
    co_return code;
}

asio::awaitable<int> real_database::begin() {
    return step(prepared("BEGIN IMMEDIATE"), "db begin");
}

asio::awaitable<int> real_database::commit() {
    return step(prepared("COMMIT"), "db commit");
}

asio::awaitable<int> real_database::rollback() {
    return step(prepared("ROLLBACK"), "db rollback");
}

bool real_database::in_transaction() const {
    return connection_ != nullptr && sqlite3_get_autocommit(connection_) == 0;
}

std::int64_t real_database::changes() const {
    return sqlite3_changes64(connection_);
}

std::int64_t real_database::last_insert_rowid() const {
    return sqlite3_last_insert_rowid(connection_);
}

}  // namespace onceproof::model
