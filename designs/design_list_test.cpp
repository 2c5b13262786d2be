// The lists that the folders make together.
#include "designs/design_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace onceproof::designs {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

template <class Row>
std::vector<std::string_view> names_of(const Row& rows) {
    std::vector<std::string_view> names;
    for (const auto& row : rows) {
        names.push_back(row.name);
    }
    return names;
}

// Reports list them so, and the first is the reference: a folder whose name sorts before changes
// nothing.
TEST(DesignList, HasTheSubjectsInTheOrderOfTheirPositions) {
    const std::array<std::string_view, 5> some{"claim-lease", "local-transaction", "waiting",
                                               "look-up", "silent"};
    std::vector<std::string_view> names = names_of(subjects());
    EXPECT_EQ(names.front(), "claim-lease");
    std::erase_if(
        names, [&](std::string_view name) { return std::ranges::find(some, name) == some.end(); });
    EXPECT_THAT(names, ElementsAreArray(some));
    EXPECT_EQ(&reference(), find_subject("claim-lease"));
}

// `--without GUARD` takes the first that lacks it.
TEST(DesignList, HasTheMutantsOfAFileInTheirOrder) {
    const auto names = names_of(all_mutants());
    const std::array<std::string_view, 6> some{"key-per-attempt",    "no-pause",
                                               "key-without-tenant", "key-without-operation",
                                               "fail-open",          "message-looks-then-acts"};
    auto from = names.begin();
    for (const std::string_view name : some) {
        from = std::find(from, names.end(), name);
        EXPECT_NE(from, names.end()) << name;
    }
}

TEST(DesignList, KeepsTheOrderOfWhatIsAtOnePosition) {
    design_list some;
    subject row{};
    for (const auto& [position, name] :
         {std::pair(7, "second"), std::pair(7, "third"), std::pair(1, "first")}) {
        row.name = name;
        some.add(position, row);
    }
    EXPECT_THAT(names_of(some.subjects()), ElementsAre("first", "second", "third"));
}

TEST(DesignList, FindsNothingUnderOtherNames) {
    EXPECT_EQ(find_subject("no-such-subject"), nullptr);
    EXPECT_EQ(find_mutant("no-such-mutant"), nullptr);
}

}  // namespace
}  // namespace onceproof::designs
