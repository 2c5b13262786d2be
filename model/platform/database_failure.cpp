// See database_failure.hpp.
#include "model/platform/database_failure.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

namespace onceproof::model {

database_failure::database_failure(int sqlite_code)
    : std::runtime_error(fmt::format("SQLite answers {}", sqlite_code)) {}

void expect_done(int sqlite_code) {
    if (sqlite_code != SQLITE_DONE) {
        throw database_failure(sqlite_code);
    }
}

bool expect_row_or_done(int sqlite_code) {
    if (sqlite_code != SQLITE_ROW) {
        expect_done(sqlite_code);
    }
    return sqlite_code == SQLITE_ROW;
}

}  // namespace onceproof::model
