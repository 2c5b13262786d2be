// A step of the database failed. Whether a commit that failed has been done nobody can say, so all
// of these end alike: the outcome is unknown.
#pragma once

#include <stdexcept>

namespace onceproof::model {

class database_failure : public std::runtime_error {
public:
    explicit database_failure(int sqlite_code);
};

// Throws unless SQLite answers that it is done.
void expect_done(int sqlite_code);

// For a query of one row at most: whether there is one. Whoever reads it resets the statement.
bool expect_row_or_done(int sqlite_code);

}  // namespace onceproof::model
