// What statements are called in names of points.
#include "rehearsal/postgres/sql_name.hpp"

#include <gtest/gtest.h>

namespace onceproof::rehearsal {
namespace {

TEST(NameOfStatement, IsItsVerbAndItsTable) {
    EXPECT_EQ(name_of_statement("INSERT INTO charges (a) VALUES ($1)"), "insert charges");
    EXPECT_EQ(name_of_statement("insert into public.\"Charges\"(a) values (1)"), "insert charges");
    EXPECT_EQ(name_of_statement("SELECT amount FROM ledger WHERE id = 1"), "select ledger");
    EXPECT_EQ(name_of_statement("select 1"), "select");
    EXPECT_EQ(name_of_statement("UPDATE ONLY keys SET a = 1"), "update keys");
    EXPECT_EQ(name_of_statement("delete from keys"), "delete keys");
    EXPECT_EQ(name_of_statement("COMMIT"), "commit");
    EXPECT_EQ(name_of_statement("END;"), "commit");
    EXPECT_EQ(name_of_statement("START TRANSACTION"), "begin");
    EXPECT_EQ(name_of_statement("BEGIN ISOLATION LEVEL SERIALIZABLE"), "begin");
}

TEST(NameOfStatement, CommentsSayNothing) {
    EXPECT_EQ(name_of_statement("-- a note\n/* and\nanother */ INSERT INTO charges"),
              "insert charges");
    EXPECT_EQ(name_of_statement("/* without an end"), "");
    EXPECT_EQ(name_of_statement("--"), "");
    EXPECT_EQ(name_of_statement(" ; "), "");
}

}  // namespace
}  // namespace onceproof::rehearsal
