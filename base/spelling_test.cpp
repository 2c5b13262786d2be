// A misspelt word gets its nearest match, and a strange one none.
#include "base/spelling.hpp"

#include <gtest/gtest.h>

namespace onceproof::base {
namespace {

TEST(Spelling, FindsTheNearest) {
    const std::vector<std::string> words{"replay", "list", "report", "run"};
    EXPECT_EQ(did_you_mean("relpay", words), ", did you mean 'replay'?");
    EXPECT_EQ(did_you_mean("reprt", words), ", did you mean 'report'?");
    EXPECT_EQ(did_you_mean("rn", words), ", did you mean 'run'?");
    EXPECT_EQ(did_you_mean("elephant", words), "");
    EXPECT_EQ(did_you_mean("x", {}), "");
}

}  // namespace
}  // namespace onceproof::base
