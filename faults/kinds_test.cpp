// Each row of the table of kinds is complete, and what it says is what plans, words and searches go
// by.
#include "faults/kind.hpp"
#include "faults/plan_json.hpp"
#include "faults/words.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace onceproof::faults {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

// A point of each sort.
constexpr std::array<std::pair<sim::point_kind, std::string_view>, 5> points{
    {{sim::point_kind::connect, "intent-1/attempt-1/client>api/connect"},
     {sim::point_kind::message, "intent-1/attempt-1/client>api/response#2"},
     {sim::point_kind::step, "intent-1/attempt-1/api-1/db commit"},
     {sim::point_kind::service, "intent-1/attempt-1/api-1/serve"},
     {sim::point_kind::file, "intent-1/attempt-1/api-1/file sync journal"}}};

std::vector<std::string_view> points_for(const kind_row& k) {
    std::vector<std::string_view> some;
    for (const auto& [where, name] : points) {
        if (k.applies_to.has(where)) {
            some.push_back(name);
        }
    }
    return some;
}

// A fault of that kind with all that it may have.
planned_fault full(const kind_row& k, std::string_view point) {
    fault_spec d = k.alternatives.back().fault;
    if (k.may_have.has(parameter::restart)) {
        d.restart = 7ms;
    }
    if (k.may_have.has(parameter::survives)) {
        d.survives = sim::survival(sim::survivors::torn, 3);
    }
    if (k.may_have.has(parameter::lasting)) {
        d.lasting = true;
        d.span = 0ns;
    }
    return {point, d, k.may_have.has(parameter::until) ? "intent-2/client>api/connect" : ""};
}

planned_fault read_again(const planned_fault& f) {
    return read_plan(base::read_document("[" + to_json(f) + "]"), all_kinds()).at(0);
}

// What is said of a fault of that kind with that member beside.
std::string kind_refusal_of(const kind_row& k, std::string_view member) {
    const std::string span = needs_span(k.span) ? R"("span": "1ms", )" : "";
    const std::string text = fmt::format(R"([{{"point": "{}", "fault": "{}", {}{}}}])",
                                         points_for(k).at(0), k.name(), span, member);
    try {
        read_plan(base::read_document(text), all_kinds());
        return {};
    } catch (const base::bad_document& refused) {
        return refused.what();
    }
}

TEST(Kinds, HaveAWordAndANumberOfTheirOwn) {
    std::set<std::string_view> words;
    std::set<fault_kind> numbers;
    for (const kind_row& k : all_kinds()) {
        EXPECT_TRUE(words.insert(k.name()).second) << k.name();
        EXPECT_TRUE(numbers.insert(k.number).second) << k.name();
        EXPECT_EQ(to_text(k.number), k.name());
        EXPECT_EQ(&kind_of(k.number), &k);
        EXPECT_EQ(find(all_kinds(), k.name()), &k);
    }
    EXPECT_EQ(to_text(fault_kind::none), "none");
}

// Seeds draw under the numbers, and searches run in the order. Those that come later have other
// numbers, and may stand between them.
TEST(Kinds, KeepTheirNumbersAndTheirOrder) {
    std::string first_ones;
    for (const kind_row& k : all_kinds()) {
        if (k.number <= fault_kind::lost_file) {
            first_ones += fmt::format("{} {}, ", static_cast<int>(k.number), k.name());
        }
    }
    EXPECT_EQ(first_ones,
              "3 overtaken, 2 delay, 8 trickle, 17 too busy, 14 pause, 15 clock jump, "
              "16 clock drift, 4 refuse, 18 fail before, 19 fail after, 1 silence, "
              "5 reset before, 6 reset within, 7 reset after, 9 partition, 10 kill before, "
              "11 kill after, 12 power off before, 13 power off after, 21 I/O error, "
              "22 disk full, 23 read only, 20 power cut, 24 false sync, 25 lost file, ");
}

TEST(Kinds, SayWhereTheyBeInjectedWhatTheyDoAndInWhichWays) {
    for (const kind_row& k : all_kinds()) {
        EXPECT_FALSE(points_for(k).empty()) << k.name();
        EXPECT_FALSE(k.description.empty()) << k.name();
        EXPECT_NE(k.injects.kind, sim::primitive::none) << k.name();
        ASSERT_FALSE(k.alternatives.empty()) << k.name();
        std::set<std::string> ways;
        for (const alternative& a : k.alternatives) {
            EXPECT_EQ(a.fault.kind, k.number) << k.name();
            EXPECT_TRUE(ways.insert(a.word).second) << k.name() << ", " << a.word;
        }
    }
}

TEST(Kinds, AreToldInASentenceThatNamesThePoint) {
    for (const kind_row& k : all_kinds()) {
        for (const std::string_view point : points_for(k)) {
            const std::string said = in_words(full(k, point));
            EXPECT_THAT(said, HasSubstr("attempt 1 of intent-1")) << k.name();
            EXPECT_GT(said.size(), 30U) << k.name();
            EXPECT_EQ(said.find_first_of("{}"), std::string::npos) << said;
        }
    }
}

TEST(Kinds, TellAllTheirParameters) {
    for (const kind_row& k : all_kinds()) {
        const std::string said = in_words(full(k, points_for(k).front()));
        EXPECT_EQ(said.find("again after 7 ms") != std::string::npos,
                  k.may_have.has(parameter::restart))
            << said;
        EXPECT_EQ(said.find("survives: torn 3") != std::string::npos,
                  k.may_have.has(parameter::survives))
            << said;
        EXPECT_EQ(said.find("until intent-2") != std::string::npos,
                  k.may_have.has(parameter::until))
            << said;
        fault_spec with_span(k.number, 9ms);
        const bool tells =
            in_words({points_for(k).front(), with_span}).find("9 ms") != std::string::npos;
        EXPECT_EQ(tells, k.span != span_rule::none) << k.name();
    }
}

TEST(Kinds, KeepEachParameterThatTheyMayHaveInAPlan) {
    for (const kind_row& k : all_kinds()) {
        for (const std::string_view point : points_for(k)) {
            const planned_fault f = full(k, point);
            EXPECT_EQ(read_again(f), f) << to_json(f);
            if (k.span != span_rule::none) {
                const planned_fault g(point, fault_spec(k.number, 9ms));
                EXPECT_EQ(read_again(g), g) << to_json(g);
            }
        }
    }
}

TEST(Kinds, RefuseEachParameterThatTheyMayNotHave) {
    constexpr std::array<std::pair<parameter, std::string_view>, 4> members{
        {{parameter::restart, R"("restart": "1ms")"},
         {parameter::survives, R"("survives": "names")"},
         {parameter::lasting, R"("lasting": true)"},
         {parameter::until, R"("until": "a>b/request")"}}};
    for (const kind_row& k : all_kinds()) {
        for (const auto& [what, member] : members) {
            const std::string refused = kind_refusal_of(k, member);
            EXPECT_EQ(refused.empty(), k.may_have.has(what)) << k.name() << ": " << member;
            if (!refused.empty()) {
                EXPECT_THAT(refused, HasSubstr(fmt::format("'{}'", k.name())));
            }
        }
        if (k.span == span_rule::none) {
            EXPECT_EQ(kind_refusal_of(k, R"("span": "1ms")"),
                      fmt::format("'{}' takes no span", k.name()));
        }
    }
}

TEST(Kinds, GiveTheirParametersToTheWorld) {
    for (const kind_row& k : all_kinds()) {
        fault_spec d(k.number, 9ms);
        d.restart = 7ms;
        d.survives = sim::survival(sim::survivors::torn, 3);
        d.until = 5;
        d.lasting = true;
        const sim::injection i = injection_of(d);
        EXPECT_EQ(i.kind, k.injects.kind);
        EXPECT_EQ(i.when, k.injects.when);
        EXPECT_EQ(i.word, k.word);
        EXPECT_EQ(i.span, d.span);
        EXPECT_EQ(i.restart, d.restart);
        EXPECT_EQ(i.survives, d.survives);
        EXPECT_EQ(i.until, d.until);
        EXPECT_TRUE(i.lasting);
    }
    EXPECT_TRUE(lasts_for_good(fault_spec(fault_kind::read_only)));
    EXPECT_FALSE(lasts_for_good(fault_spec(fault_kind::read_only, 1ms)));
    EXPECT_FALSE(lasts_for_good(fault_spec(fault_kind::disk_full)));
}

}  // namespace
}  // namespace onceproof::faults
