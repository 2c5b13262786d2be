// The oracle is judged by hand-written histories, good and bad.
#include "model/oracle.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::model {
namespace {

using purpose = seen_attempt::purpose;
using testing::ElementsAre;
using testing::IsEmpty;

http_response answer(unsigned status, std::string_view body = "{}",
                     std::string_view location = "") {
    http_response a(status, body);
    if (!location.empty()) {
        a.headers.add("Location", location);
    }
    return a;
}

// One intent, settled, with these attempts and so many effects of its own.
history one(std::vector<seen_attempt> attempts, std::size_t effects) {
    history h;
    h.intents.push_back({1, "shop", "order-1", true});
    h.attempts = std::move(attempts);
    for (std::size_t i = 0; i < effects; ++i) {
        h.effects.push_back({"shop", "order-1", 1250});
    }
    return h;
}

std::vector<rule> broken(const history& h) {
    std::vector<rule> rules;
    for (const violation& v : judge(h)) {
        EXPECT_FALSE(v.why.empty());
        rules.push_back(v.broken);
    }
    return rules;
}

TEST(Oracle, HoldsWhereOneEffectIsAnsweredAlikeEachTime) {
    EXPECT_THAT(broken(one({{1, 1, purpose::work, answer(201)}}, 1)), IsEmpty());
    EXPECT_THAT(broken(one({{1, 1, purpose::work, std::nullopt},
                            {1, 2, purpose::work, answer(409)},
                            {1, 3, purpose::work, answer(201, "{}", "/1")},
                            {1, 1, purpose::probe, answer(201, "{}", "/1")},
                            {1, 1, purpose::other_body, answer(422)}},
                           1)),
                IsEmpty());
    EXPECT_THAT(broken(one({{1, 1, purpose::work, answer(400)}}, 0)), IsEmpty());
    EXPECT_THAT(broken({}), IsEmpty());
}

TEST(Oracle, SeesASecondEffect) {
    EXPECT_THAT(broken(one({{1, 1, purpose::work, answer(201)}}, 2)),
                ElementsAre(rule::one_effect));
    EXPECT_THAT(broken(one({{1, 1, purpose::work, std::nullopt}}, 2)),
                ElementsAre(rule::one_effect));
}

TEST(Oracle, SeesAnAcknowledgedEffectThatIsMissing) {
    EXPECT_THAT(broken(one({{1, 1, purpose::work, answer(201)}}, 0)),
                ElementsAre(rule::one_effect));
}

TEST(Oracle, SaysNothingOfAnEffectThatNobodyAcknowledged) {
    EXPECT_THAT(broken(one({{1, 1, purpose::work, std::nullopt}}, 1)), IsEmpty());
    EXPECT_THAT(broken(one({{1, 1, purpose::work, answer(503)}}, 0)), IsEmpty());
}

TEST(Oracle, SeesARejectionThatTookEffect) {
    EXPECT_THAT(broken(one({{1, 1, purpose::work, answer(400)}}, 1)),
                ElementsAre(rule::no_rejected_effect));
}

TEST(Oracle, SeesAReplayThatDiffers) {
    for (const http_response& other : {answer(200, "{}", "/1"), answer(201, "{ }", "/1"),
                                       answer(201, "{}", "/2"), answer(201, "{}")}) {
        EXPECT_THAT(broken(one({{1, 1, purpose::work, answer(201, "{}", "/1")},
                                {1, 1, purpose::probe, other}},
                               1)),
                    ElementsAre(rule::faithful_replay));
    }
}

TEST(Oracle, SeesAnotherRequestAccepted) {
    EXPECT_THAT(
        broken(
            one({{1, 1, purpose::work, answer(201)}, {1, 1, purpose::other_body, answer(201)}}, 1)),
        ElementsAre(rule::other_body_rejected));
    history took_effect = one({{1, 1, purpose::work, answer(201)}}, 1);
    took_effect.effects.push_back({"shop", "order-1/other", 1250});
    EXPECT_THAT(broken(took_effect), ElementsAre(rule::other_body_rejected));
}

TEST(Oracle, SeesAnIntentThatNeverSettles) {
    history h = one({{1, 1, purpose::work, answer(409)}}, 0);
    h.intents[0].settled = false;
    EXPECT_THAT(broken(h), ElementsAre(rule::settles));
}

TEST(Oracle, SeesAnEffectThatNobodyAskedFor) {
    history h = one({{1, 1, purpose::work, answer(201)}}, 1);
    h.effects.push_back({"shop", "order-9", 1});
    EXPECT_THAT(broken(h), ElementsAre(rule::known_effects_only));
    history other_tenant = one({{1, 1, purpose::work, answer(201)}}, 1);
    other_tenant.effects.push_back({"bank", "order-1", 1});
    EXPECT_THAT(broken(other_tenant), ElementsAre(rule::known_effects_only));
}

TEST(Oracle, TellsIntentsApart) {
    history h = one({{1, 1, purpose::work, answer(201)}, {2, 1, purpose::work, answer(201)}}, 1);
    h.intents.push_back({2, "shop", "order-2", true});
    EXPECT_THAT(judge(h), ElementsAre(violation{rule::one_effect, 2,
                                                "it was answered 201 and has no effect"}));
}

}  // namespace
}  // namespace onceproof::model
