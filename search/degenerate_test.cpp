// Implementations that do not even try are violated by each scenario in which they are wrong. Where
// one of them is held, it is listed here, with the reason why it is not wrong there.
#include "designs/subject.hpp"
#include "search/runner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
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

// Some are wrong only where an attempt happens to fail.
constexpr std::uint64_t seeds_max = 60;

// By implementation and scenario.
using reasons = std::map<std::pair<std::string_view, std::string_view>, std::string_view>;

const reasons& not_wrong() {
    static const reasons all{
        {{"does-everything-each-time", "declined"}, "to decline twice does nothing twice"},
        {{"does-everything-each-time", "no-key"}, "nothing says that two requests are one"},
        {{"does-everything-each-time", "order-put-twice"}, "a PUT may be done again"},
        {{"never-retries", "no-key"}, "what has no key must not be sent again"},
    };
    return all;
}

std::vector<const scenarios::scenario*> of_the_reference() {
    std::vector<const scenarios::scenario*> some;
    for (const scenarios::scenario& s : scenarios::all()) {
        if (s.suits(designs::reference())) {
            some.push_back(&s);
        }
    }
    return some;
}

// The rules that the first run that breaks any has broken, in a row; empty: no run did.
std::string broken_by(const designs::mutant& m, const scenarios::scenario& s) {
    runner p(s, designs::implementation(m));
    run_report r;
    for (std::uint64_t seed = 0; seed < seeds_max && !r.broke(); ++seed) {
        r = p.run(seed);
    }
    std::set<std::string_view> rules;
    for (const model::violation& v : r.violations) {
        rules.insert(to_text(v.broken));
    }
    const std::string failure = r.failure.empty() ? "" : " (" + r.failure + ')';
    return fmt::format("{}{}", fmt::join(rules, ", "), failure);
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
    for (const scenarios::scenario* s : of_the_reference()) {
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
