// The site answers its own page and nobody else.
#include "explore/site.hpp"

#include "explore/explore_testing.hpp"
#include "search/plan_file/trial_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::explore {
namespace {

using model::http_request;
using model::http_response;
using ::testing::HasSubstr;
using ::testing::Not;

class Site : public ::testing::Test {
protected:
    static http_request get(std::string_view target) {
        http_request r("GET", target, "");
        r.headers.add("Host", "127.0.0.1:8080");
        return r;
    }

    static http_request post(std::string_view target, std::string_view origin,
                             std::string_view type = "application/json") {
        http_request r("POST", target, "{}");
        r.headers.add("Host", "127.0.0.1:8080");
        r.headers.add("Origin", origin);
        r.headers.add("Content-Type", type);
        return r;
    }

    api answers_{{search::to_json(testing::trial_of("lost-answer")), "1", "folder", {}}};
    site site_{answers_, "secret", 8080};
};

constexpr std::string_view home = "http://127.0.0.1:8080";

TEST_F(Site, ServesItsPageToWhoKnowsTheToken) {
    EXPECT_EQ(site_.url(), "http://127.0.0.1:8080/secret/");
    const http_response page = site_.answer(get("/secret/"));
    EXPECT_EQ(page.status, 200U);
    EXPECT_THAT(page.body, HasSubstr("<!DOCTYPE html>"));
    EXPECT_THAT(*page.headers.find("Content-Security-Policy"), HasSubstr("default-src 'none'"));
    EXPECT_EQ(*page.headers.find("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(site_.answer(get("/secret/explore.js")).status, 200U);
    EXPECT_THAT(site_.answer(get("/secret/space_time.css")).body, Not(HasSubstr("<")));
    for (const std::string_view path :
         {"/", "/secret", "/wrong!/", "/secret/none.js", "/Secret/"}) {
        EXPECT_EQ(site_.answer(get(path)).status, 404U) << path;
    }
}

TEST_F(Site, AnswersForNoOtherHost) {
    http_request r("GET", "/secret/", "");
    EXPECT_EQ(site_.answer(r).status, 403U);
    r.headers.add("Host", "evil.example:8080");
    EXPECT_EQ(site_.answer(r).status, 403U);
}

TEST_F(Site, TakesQuestionsFromItsOwnPageAlone) {
    EXPECT_EQ(site_.answer(post("/secret/api/start", home)).status, 200U);
    EXPECT_EQ(site_.answer(post("/secret/api/start", "http://evil.example")).status, 403U);
    EXPECT_EQ(site_.answer(post("/secret/api/start", "null")).status, 403U);
    EXPECT_EQ(site_.answer(post("/secret/api/start", home, "text/plain")).status, 415U);
    EXPECT_EQ(site_.answer(post("/secret/index.html", home)).status, 404U);
    EXPECT_EQ(site_.answer(post("/wrong!/api/start", home)).status, 404U);
}

TEST_F(Site, ChangesNothingByGet) {
    EXPECT_EQ(site_.answer(get("/secret/api/save")).status, 404U);
    http_request put("PUT", "/secret/", "");
    put.headers.add("Host", "127.0.0.1:8080");
    EXPECT_EQ(site_.answer(put).status, 405U);
}

TEST(Token, IsLongAndNew) {
    EXPECT_EQ(new_token().size(), 32U);
    EXPECT_NE(new_token(), new_token());
}

}  // namespace
}  // namespace onceproof::explore
