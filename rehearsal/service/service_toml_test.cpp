// What service.toml may say, and what is said of it when it is wrong.
#include "rehearsal/service/service_toml.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace onceproof::rehearsal {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string good = R"(name = "payments-api"
contract = "strict"

[service]
command = ["python3", "service.py"]
env = { PORT = "{port}", ACQUIRER = "http://{acquirer}" }

[request]
line = "POST /v1/charges"
fields = { amount = 1250 }
headers = { X-Tenant = "{tenant}" }
body = '{"reference": "{reference}", "amount": {amount}}'

[backends]
acquirer = { kind = "played", answers = '{"id": "{serial}"}', honours = "Idempotency-Key" }

[effects]
of = "acquirer"
)";

std::string changed(const std::string& from, const std::string& to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
}

// "LINE:COLUMN: sentence", or nothing if the text can be read.
std::string complaint_about(const std::string& text) {
    try {
        read_service(text, ".");
        return "";
    } catch (const base::bad_document& bad) {
        return fmt::format("{}:{}: {}", bad.line(), bad.column(), bad.what());
    }
}

TEST(ServiceToml, IsReadAsItStands) {
    const service_spec s = read_service(good, ".");
    EXPECT_EQ(s.name, "payments-api");
    EXPECT_EQ(s.promised.name, "strict");
    EXPECT_EQ(s.process.replicas, 2U);
    ASSERT_NE(s.find_backend("acquirer"), nullptr);
    EXPECT_EQ(s.find_backend("acquirer")->played.honours, "Idempotency-Key");
    EXPECT_EQ(s.asked.others.size(), 1U) << "a number can be another one";
    EXPECT_THAT(describe(s), HasSubstr("acquirer: played, which honours Idempotency-Key"));
}

TEST(ServiceToml, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(complaint_about(good), "");
    EXPECT_EQ(complaint_about(changed("command", "comand")),
              "5:1: 'service' has no member 'comand', did you mean 'command'?");
    EXPECT_EQ(complaint_about(changed("{port}", "{prt}")),
              "6:16: nothing is called {prt} here, did you mean 'port'?");
    EXPECT_EQ(complaint_about(changed("\"strict\"", "\"strikt\"")),
              "2:12: there is no contract 'strikt', did you mean 'strict'?; a file ends in .toml");
    EXPECT_EQ(complaint_about(changed("\"strict\"", "\"strikt.toml\"")),
              "2:12: there is no file 'strikt.toml'");
    EXPECT_EQ(complaint_about(changed("of = \"acquirer\"", "of = \"aquirer\"")),
              "18:6: there is no backend 'aquirer', did you mean 'acquirer'?");
    EXPECT_THAT(complaint_about(changed("\"played\"", "\"playd\"")),
                HasSubstr("did you mean 'played'?"));
    EXPECT_THAT(complaint_about(changed("\"reference\": \"{reference}\", ", "")),
                HasSubstr("a body has {reference} in it"));
    EXPECT_THAT(complaint_about(changed("X-Tenant", "Idempotency-Key")),
                HasSubstr("the contract says how the key travels"));
    EXPECT_THAT(complaint_about(changed("command", "replicas = 1\ncommand")),
                HasSubstr("'replicas' is 2 at least"));
}

TEST(ServiceToml, APasswordIsNotShown) {
    const service_spec s = read_service(
        changed("{ kind = \"played\", answers = '{\"id\": \"{serial}\"}', honours = "
                "\"Idempotency-Key\" }",
                "{ kind = \"postgres\", at = \"127.0.0.1:5432\", password = \"hunter2\" }") +
            "query = \"SELECT reference FROM charges WHERE tenant = $1\"\n",
        ".");
    EXPECT_EQ(s.find_backend("acquirer")->postgres.password, "hunter2");
    EXPECT_THAT(describe(s), Not(HasSubstr("hunter2")));
}

TEST(ServiceToml, OnlyNamesThatAreKnownAreFilledIn) {
    EXPECT_EQ(fill_names(R"({"a": {a}, "b": "{b}"})", {{"a", "1"}}), R"({"a": 1, "b": "{b}"})");
}

}  // namespace
}  // namespace onceproof::rehearsal
