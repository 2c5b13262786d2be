// What the command's exit status says of what was run.
#include "cli/report_parts.hpp"

#include <gtest/gtest.h>

namespace onceproof::cli {
namespace {

using search::finding;
using search::gravity;
using search::verdict;
using search::verdict_counts;

verdict_counts counts_with(const std::vector<finding>& broken) {
    verdict_counts counts;
    counts.add(verdict::held, {});
    counts.add(verdict::violated, broken);
    return counts;
}

TEST(ExitStatus, IsThatOfTheGravestThatBroke) {
    EXPECT_EQ(status_of(counts_with({{"one effect"}}), false), violated);
    EXPECT_EQ(status_of(counts_with({{"livelock"}, {"one effect"}}), false), hung);
    EXPECT_EQ(status_of(counts_with({{"hang"}}), false), hung);
    EXPECT_EQ(status_of(counts_with({{"crash"}, {"hang"}}), false), crashed);
    EXPECT_EQ(status_of(counts_with({{"api-1 crashed"}}), false), crashed);
    EXPECT_EQ(status_of(counts_with({{"nondeterminism"}, {"crash"}}), false), own_fault);
    EXPECT_EQ(status_of(counts_with({{"crash"}}), true), interrupted);
}

TEST(ExitStatus, SaysWhetherAllHeld) {
    verdict_counts counts;
    EXPECT_EQ(status_of(counts, false), inconclusive) << "nothing was run";
    counts.add(verdict::held, {});
    EXPECT_EQ(status_of(counts, false), held);
    counts.add(verdict::inconclusive, {});
    EXPECT_EQ(status_of(counts, false), inconclusive);
}

}  // namespace
}  // namespace onceproof::cli
