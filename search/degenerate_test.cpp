// Implementations that do not even try are violated by each scenario in which they are wrong. Where
// one of them is held, it is listed here, with the reason why it is not wrong there.
#include "designs/subject.hpp"
#include "search/runner.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::search {
namespace {

constexpr std::uint64_t seeds_of_each = 4;

// By implementation and scenario. "": in every scenario that is not named.
using reasons = std::map<std::pair<std::string_view, std::string_view>, std::string_view>;

const reasons& not_wrong() {
    static const reasons all{};
    return all;
}

std::vector<const scenarios::scenario*> suited() {
    std::vector<const scenarios::scenario*> some;
    for (const scenarios::scenario& s : scenarios::all()) {
        if (s.suits(designs::reference())) {
            some.push_back(&s);
        }
    }
    return some;
}

// The rules that the runs of some seeds have broken, in a row; empty: none.
std::string broken_by(const designs::mutant& m, const scenarios::scenario& s) {
    runner p(s, designs::implementation(m));
    std::set<std::string_view> rules;
    std::string failure;
    for (std::uint64_t seed = 0; seed < seeds_of_each; ++seed) {
        const run_report r = p.run(seed);
        failure = r.failure.empty() ? failure : " (" + r.failure + ')';
        for (const model::violation& v : r.violations) {
            rules.insert(to_text(v.broken));
        }
    }
    std::string row;
    for (const std::string_view r : rules) {
        row += fmt::format("{}{}", row.empty() ? "" : ", ", r);
    }
    return row.empty() ? row : row + failure;
}

class EachDegenerate : public ::testing::TestWithParam<const designs::mutant*> {};

std::vector<const designs::mutant*> all_of_them() {
    std::vector<const designs::mutant*> all;
    for (const designs::mutant& m : designs::all_mutants()) {
        if (m.guard == "work" || m.name == "never-retries" || m.name == "always-retries") {
            all.push_back(&m);
        }
    }
    return all;
}

INSTANTIATE_TEST_SUITE_P(All, EachDegenerate, ::testing::ValuesIn(all_of_them()),
                         [](const auto& which) {
                             std::string name(which.param->name);
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST_P(EachDegenerate, IsViolatedWhereverItIsWrong) {
    const designs::mutant& m = *GetParam();
    std::string table;
    bool all_right = true;
    for (const scenarios::scenario* s : suited()) {
        const std::string broken = broken_by(m, *s);
        const auto reason = not_wrong().find({m.name, s->name});
        const bool is_wrong = reason == not_wrong().end();
        const bool is_right = is_wrong != broken.empty();
        all_right = all_right && is_right;
        table += fmt::format("{} {:24} {}{}\n", is_right ? ' ' : '!', s->name,
                             broken.empty() ? "held" : broken,
                             is_wrong ? "" : fmt::format(": {}", reason->second));
    }
    EXPECT_TRUE(all_right) << m.mistake << '\n' << table;
    RecordProperty("table", table);
}

}  // namespace
}  // namespace onceproof::search
