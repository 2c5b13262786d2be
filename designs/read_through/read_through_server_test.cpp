// The server of read through: a list of exchanges, in the world and on the loopback with a real
// SQLite file; then many at once.
#include "designs/read_through/read_through_server.hpp"

#include "designs/parts/answers_testing.hpp"

#include <gtest/gtest.h>

namespace onceproof::designs {
namespace {

using namespace testing;
using read_through = read_through_server<model::simulated>;

TEST(ReadThroughServer, AnswersEachRequestAsDocumented) {
    const auto asked = in_one_commit();
    expect_as_documented(asked, in_the_world<read_through>(server_setup("strict"), asked));
}

TEST(ReadThroughServer, AnswersAlikeOnTheLoopback) {
    const auto asked = in_one_commit();
    EXPECT_EQ((on_the_loopback<read_through_server<model::real>>(server_setup("strict"), asked)),
              in_the_world<read_through>(server_setup("strict"), asked));
}

TEST(ReadThroughServer, ChargesOnceForManyWhoComeAtOnce) {
    expect_one_charge_of_many<read_through>(server_setup("strict"));
}

}  // namespace
}  // namespace onceproof::designs
