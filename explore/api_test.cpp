// What the page asks for, and what it is told.
#include "explore/api.hpp"

#include "explore/explore_testing.hpp"
#include "search/plan_file/trial_json.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::explore {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::trial_of;

class Api : public ::testing::Test {
protected:
    Api()
        : asked_({search::to_json(trial_of("lost-answer")), "1.2.3", "folder",
                  [this](const std::string& name, const std::string& text) {
                      saved_ = text;
                      return "folder/" + name + ".json";
                  }}) {}

    json::object ask(std::string_view question, const json::object& with = {}) {
        const api::answer told = asked_.ask(question, json::serialize(with));
        EXPECT_EQ(told.status, 200U) << told.body;
        return json::parse(told.body).as_object();
    }

    std::string refusal_of(std::string_view question, const json::object& with) {
        const api::answer told = asked_.ask(question, json::serialize(with));
        EXPECT_EQ(told.status, 400U);
        return std::string(json::parse(told.body).at("error").as_string());
    }

    std::string plan() { return std::string(ask("start")["plan"].as_string()); }

    std::string saved_;
    api asked_;
};

json::object fault_of(std::string_view point, std::string_view kind) {
    return {{"point", point}, {"fault", kind}};
}

constexpr std::string_view answer_to_2 = "intent-1/attempt-2/client>api/response";

TEST_F(Api, StartsWithWhatThereIsToRun) {
    const json::object start = ask("start");
    EXPECT_EQ(start.at("version"), "1.2.3");
    EXPECT_EQ(start.at("scenarios").as_array().size(), scenarios::all().size());
    EXPECT_EQ(start.at("guards").as_array().size(), designs::guards().size());
    EXPECT_EQ(start.at("subjects").as_array().size(), designs::subjects().size());
}

TEST_F(Api, TellsARunAsAWhole) {
    const json::object run = ask("run", {{"plan", plan()}});
    EXPECT_EQ(run.at("scenario"), "lost-answer");
    EXPECT_EQ(run.at("verdict"), "held");
    EXPECT_TRUE(run.at("seed").is_null());
    EXPECT_EQ(run.at("faults").at(0).at("became"), "fired");
    EXPECT_EQ(ask("rows", {{"plan", plan()}, {"from", 0}, {"count", 100000}})
                  .at("rows")
                  .as_array()
                  .size(),
              run.at("rows").to_number<std::size_t>());
}

TEST_F(Api, OpensASeedAndItsNeighbours) {
    const json::object opened =
        ask("open", {{"scenario", "lost-answer"}, {"seed", "7"}, {"without", "key"}});
    const json::object run = ask("run", {{"plan", opened.at("plan")}});
    EXPECT_EQ(run.at("seed"), "7");
    EXPECT_EQ(run.at("guard"), "key");
    EXPECT_THAT(std::string(run.at("again").as_string()),
                StartsWith("onceproof replay lost-answer --seed 7"));
    const json::object next = ask("change", {{"plan", opened.at("plan")}, {"seed", 1}});
    EXPECT_EQ(ask("run", {{"plan", next.at("plan")}}).at("seed"), "8");
    const json::object back = ask("change", {{"plan", next.at("plan")}, {"seed", -1}});
    EXPECT_EQ(back, opened);
}

TEST_F(Api, ChangesARunAndShowsTheDifference) {
    const json::object changed =
        ask("change", {{"plan", plan()}, {"add", fault_of(answer_to_2, "silence")}});
    EXPECT_EQ(ask("run", {{"plan", changed.at("plan")}}).at("faults").as_array().size(), 2U);
    const json::object differ = ask("differ", {{"plan", plan()}, {"other", changed.at("plan")}});
    EXPECT_GT(differ.at("at").as_int64(), 10);
    EXPECT_TRUE(ask("differ", {{"plan", plan()}, {"other", plan()}}).at("at").is_null());
    const json::object back = ask("change", {{"plan", changed.at("plan")}, {"remove", 1}});
    EXPECT_EQ(back.at("plan").as_string(), plan());
    const json::object picture =
        ask("picture", {{"plan", changed.at("plan")}, {"other", plan()}, {"from", 0}, {"to", 20}});
    EXPECT_THAT(std::string(picture.at("svg").as_string()), HasSubstr("data-other-event="));
    EXPECT_GE(picture.at("scale").as_array().size(), 2U);
}

TEST_F(Api, LooksFindsAndOffers) {
    const json::object found =
        ask("find", {{"plan", plan()}, {"at", 0}, {"what", "effect"}, {"back", false}});
    const json::object moment = ask("look", {{"plan", plan()}, {"at", found.at("at")}});
    EXPECT_EQ(moment.at("event").at("words"), "CHARGES 1 order-1");
    EXPECT_EQ(moment.at("databases").at(0).at("host"), "api");
    EXPECT_FALSE(
        ask("choices", {{"plan", plan()}, {"at", found.at("at")}}).at("points").as_array().empty());
    EXPECT_TRUE(ask("find", {{"plan", plan()}, {"at", 0}, {"what", "text"}, {"text", "no such"}})
                    .at("at")
                    .is_null());
}

TEST_F(Api, MakesSmallAndSaves) {
    const json::object lacking = ask("change", {{"plan", plan()}, {"without", "key"}});
    const json::object small = ask("shrink", {{"plan", lacking.at("plan")}});
    EXPECT_FALSE(small.at("plan").is_null());
    EXPECT_TRUE(small.at("story").at(0).as_string().starts_with("one effect: intent-1: "));
    EXPECT_TRUE(ask("shrink", {{"plan", plan()}}).at("plan").is_null());
    EXPECT_EQ(ask("save", {{"plan", plan()}, {"name", "kept"}}).at("file"), "folder/kept.json");
    EXPECT_EQ(search::to_json(search::read_trial(saved_)), plan());
    EXPECT_FALSE(ask("failing", {{"plan", lacking.at("plan")}}).at("plan").is_null());
}

TEST_F(Api, RefusesInOneSentence) {
    EXPECT_EQ(asked_.ask("nothing", "{}").status, 404U);
    EXPECT_EQ(asked_.ask("run", "[").status, 400U);
    EXPECT_EQ(asked_.ask("run", "[]").status, 400U);
    EXPECT_EQ(refusal_of("run", {}), "there is no 'plan' in the question");
    EXPECT_EQ(refusal_of("run", {{"plan", 7}}), "'plan' is a text");
    EXPECT_THAT(refusal_of("run", {{"plan", "{"}}), StartsWith("the plan, 1:2: "));
    EXPECT_THAT(refusal_of("look", {{"plan", plan()}, {"at", 100000}}), StartsWith("the run has "));
    EXPECT_THAT(refusal_of("look", {{"plan", plan()}, {"at", -1}}), HasSubstr("is a whole number"));
    EXPECT_THAT(refusal_of("open", {{"scenario", "lost-answr"}}),
                HasSubstr("did you mean 'lost-answer'?"));
    EXPECT_THAT(refusal_of("find", {{"plan", plan()}, {"at", 0}, {"what", "efect"}}),
                HasSubstr("is none of event, message"));
    EXPECT_THAT(refusal_of("change", {{"plan", plan()}, {"add", "a fault"}}),
                StartsWith("the plan, "));
    EXPECT_EQ(refusal_of("change", {{"plan", plan()}}), "there is no 'seed' in the question");
}

}  // namespace
}  // namespace onceproof::explore
