// Plans of rehearsals: written, read again, and refused where they say what cannot be.
#include "rehearsal/run/plan_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace onceproof::rehearsal {
namespace {

const plan two{
    {"intent-1/attempt-1/client>api/response", find_fault("silence", point_place::response)},
    {"intent-1/attempt-2/api>acquirer/POST /charges",
     find_fault("kill after", point_place::exchange)}};

std::string complaint_about_plan(const std::string& text) {
    try {
        read_plan(text, "payments-api");
        return "";
    } catch (const base::bad_document& bad) {
        return fmt::format("{}:{}: {}", bad.line(), bad.column(), bad.what());
    }
}

TEST(RehearsalPlan, IsReadAsItWasWritten) {
    EXPECT_EQ(read_plan(to_json(two, "payments-api"), "payments-api"), two);
    EXPECT_EQ(read_plan(to_json({}, "payments-api"), "payments-api"), plan());
    EXPECT_EQ(to_text(two),
              "silence at intent-1/attempt-1/client>api/response, kill after at "
              "intent-1/attempt-2/api>acquirer/POST /charges");
    EXPECT_EQ(to_text(plan()), "nothing goes wrong");
}

// The same word at two places is two faults: of a response, and of an exchange.
TEST(RehearsalPlan, AFaultIsSoughtAmongThoseOfItsPlace) {
    EXPECT_NE(find_fault("kill after", point_place::response),
              find_fault("kill after", point_place::exchange));
    EXPECT_EQ(find_fault("kill before", point_place::response), nullptr);
}

TEST(RehearsalPlan, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(complaint_about_plan(to_json(two, "another-api")),
              "2:16: this is a plan for 'another-api', and the service is 'payments-api'");
    EXPECT_EQ(complaint_about_plan(R"({"rehearsal": "payments-api", "faults": [)"
                                   R"({"point": "intent-1/attempt-1/client>api/response",)"
                                   R"( "fault": "silense"}]})"),
              "1:103: there is no fault 'silense' at such a point, did you mean 'silence'?");
}

}  // namespace
}  // namespace onceproof::rehearsal
