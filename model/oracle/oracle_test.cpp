// The oracle is judged by hand-written histories, good and bad, of each rule.
#include "model/oracle/oracle.hpp"

#include "model/oracle/oracle_testing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <ostream>

namespace onceproof::model {

void PrintTo(rule r, std::ostream* out) {
    *out << to_text(r);
}

namespace testing {

void PrintTo(const sample& s, std::ostream* out) {
    *out << to_text(s.about) << ": " << s.name;
}

}  // namespace testing

namespace {

using testing::answer;
using testing::charged;
using ::testing::Contains;
using ::testing::ElementsAre;
using testing::events;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::sample;

std::vector<sample> all_samples() {
    return testing::together({testing::effect_samples(), testing::answer_samples(),
                              testing::key_samples(), testing::retry_samples(),
                              testing::mark_samples(), testing::due_samples(),
                              testing::giving_up_samples()});
}

// "OneEffectAnsweredTwiceAlike".
std::string name_of(const ::testing::TestParamInfo<sample>& info) {
    std::string name;
    bool starts_word = true;
    for (const char c :
         std::string(to_text(info.param.about)) + ' ' + std::string(info.param.name)) {
        const bool is_word = std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (is_word) {
            name +=
                starts_word ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        }
        starts_word = !is_word;
    }
    return name;
}

class EachRule : public ::testing::TestWithParam<sample> {};

TEST_P(EachRule, IsJudgedAsItShould) {
    const sample& s = GetParam();
    std::vector<rule> broken;
    for (const violation& v : judge(s.seen, s.promised).violations) {
        EXPECT_FALSE(v.why.empty());
        broken.push_back(v.broken);
    }
    EXPECT_EQ(broken, s.broken);
}

INSTANTIATE_TEST_SUITE_P(Oracle, EachRule, ::testing::ValuesIn(all_samples()), name_of);

TEST(Oracle, HasSamplesGoodAndBadOfEachRule) {
    const std::vector<sample> all = all_samples();
    for (const rule r : rules()) {
        const auto count = [&](bool bad) {
            return std::count_if(all.begin(), all.end(), [&](const sample& s) {
                return s.about == r && (std::count(s.broken.begin(), s.broken.end(), r) > 0) == bad;
            });
        };
        EXPECT_GE(count(true), 1) << to_text(r);
        EXPECT_GE(count(false), 1) << to_text(r);
        EXPECT_GE(count(true) + count(false), 3) << to_text(r);
    }
}

TEST(Oracle, FindsNothingWhereNothingIs) {
    EXPECT_THAT(judge({}, {}).violations, IsEmpty());
}

TEST(Oracle, TellsIntentsApart) {
    const history seen = events().pay(1).answered(charged(1)).effect().pay(2).answered(charged(2));
    EXPECT_THAT(judge(seen, {}).violations,
                ElementsAre(violation{rule::acknowledged_effect, 2,
                                      "it was answered 201 and has no effect"}));
}

TEST(Oracle, SpeaksOfIntentsInOrderAndOfNoneLast) {
    const history seen = events()
                             .pay(2)
                             .effect_of("order-9")
                             .answered(charged(2))
                             .pay(1)
                             .never_settles()
                             .lost()
                             .effect()
                             .effect();
    std::vector<std::pair<std::uint64_t, rule>> found;
    for (const violation& v : judge(seen, {}).violations) {
        found.emplace_back(v.intent, v.broken);
    }
    EXPECT_THAT(found, ElementsAre(std::pair(1, rule::one_effect), std::pair(1, rule::settles),
                                   std::pair(2, rule::acknowledged_effect),
                                   std::pair(0, rule::known_effects_only)));
}

TEST(Oracle, SaysWhatItCouldNotJudge) {
    history seen = events().pay(1).answered(charged()).effect();
    contract promised;
    EXPECT_THAT(judge(seen, promised).not_judged,
                ElementsAre(rule::no_overlap, rule::owner_only, rule::suppressed_logged));
    seen.has_marks = true;
    EXPECT_THAT(judge(seen, promised).not_judged, IsEmpty());
    seen.clocks_were_true = false;
    EXPECT_THAT(judge(seen, promised).not_judged, ElementsAre(rule::no_overlap));
    promised.fingerprint = fingerprint_of::nothing;
    EXPECT_THAT(judge(seen, promised).not_judged, Contains(rule::other_body_rejected));
}

TEST(Oracle, TakesAnAnswerForFinalAsAClientDoes) {
    for (const unsigned status : {200U, 201U, 302U, 400U, 402U, 404U, 410U, 422U}) {
        EXPECT_TRUE(is_final(answer(status))) << status;
    }
    for (const unsigned status : {100U, 409U, 429U, 500U, 503U}) {
        EXPECT_FALSE(is_final(answer(status))) << status;
    }
}

TEST(Rule, HasANameAndASentenceOfItsOwn) {
    std::vector<std::string_view> names;
    for (const rule r : rules()) {
        EXPECT_THAT(names, Not(Contains(to_text(r))));
        EXPECT_TRUE(statement(r).ends_with('.')) << to_text(r);
        names.push_back(to_text(r));
        EXPECT_EQ(is_liveness(r), r == rule::settles);
    }
}

}  // namespace
}  // namespace onceproof::model
