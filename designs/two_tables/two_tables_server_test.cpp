// The server of two tables: a list of exchanges, in the world and on the loopback with a real
// SQLite file; then many at once.
#include "designs/two_tables/two_tables_server.hpp"

#include "designs/parts/answers_testing.hpp"

#include <gtest/gtest.h>

namespace onceproof::designs {
namespace {

using namespace testing;
using two_tables = two_tables_server<model::simulated>;

server_setup with_two_tables() {
    server_setup setup("strict");
    setup.schema += two_tables_schema;
    return setup;
}

TEST(TwoTablesServer, AnswersEachRequestAsDocumented) {
    const auto asked = in_one_commit();
    expect_as_documented(asked, in_the_world<two_tables>(with_two_tables(), asked));
}

TEST(TwoTablesServer, AnswersAlikeOnTheLoopback) {
    const auto asked = in_one_commit();
    EXPECT_EQ((on_the_loopback<two_tables_server<model::real>>(with_two_tables(), asked)),
              in_the_world<two_tables>(with_two_tables(), asked));
}

TEST(TwoTablesServer, ChargesOnceForManyWhoComeAtOnce) {
    expect_one_charge_of_many<two_tables>(with_two_tables());
}

}  // namespace
}  // namespace onceproof::designs
