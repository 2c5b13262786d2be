// The message server, asked over the network of a world.
#include "designs/messages/message_server.hpp"

#include "designs/messages/message_operation.hpp"
#include "designs/role_factories.hpp"
#include "designs/subject.hpp"
#include "model/contract/contracts.hpp"
#include "model/http/http_call.hpp"
#include "sim/host.hpp"
#include "sim/process.hpp"
#include "sim/sqlite/storage.hpp"
#include "sim/time/timer.hpp"
#include "sim/world.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::designs {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using asio::awaitable;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view plain =
    R"({"recipient":"ann","text":"Your parcel is on its way.","reference":"note-1"})";

model::http_request message(std::string_view key, std::string_view body = plain) {
    model::http_request request("POST", "/v1/messages", body);
    request.headers.add("Host", "api");
    request.headers.add("Authorization", "Bearer shop");
    if (!key.empty()) {
        request.headers.add("Idempotency-Key", '"' + std::string(key) + '"');
    }
    return request;
}

awaitable<void> serve(sim::incarnation& self, const role_factories& who) {
    const server_setting<model::simulated> setting(*model::find_contract("strict"));
    const std::unique_ptr<role_factories::server> server = who.make_server(self, setting);
    co_await server->serve(80);
}

// Sends requests one after the other, that long apart, to a server.
class asked {
public:
    explicit asked(const std::vector<model::http_request>& requests, sim::duration apart = 10ms)
        : asked(*find_subject("messages")->factories, requests, apart) {}
    asked(std::string_view mutant_name, const std::vector<model::http_request>& requests)
        : asked(*find_mutant(mutant_name)->factories, requests, 10ms) {}

    asked(const role_factories& who, const std::vector<model::http_request>& requests,
          sim::duration apart) {
        sim::storage disk("messages.db", message_schema);
        sim::world w(sim::world_options{7});
        sim::host& api = w.add_host("api");
        disk.begin_run(api);
        api.add_process("api-1",
                        [&who](sim::incarnation& self) {
                            asio::co_spawn(self, serve(self, who), asio::detached);
                        })
            .start();
        w.add_host("home")
            .add_process("client",
                         [this, requests, apart](sim::incarnation& self) {
                             asio::co_spawn(self, ask(self, requests, apart), asio::detached);
                         })
            .start();
        w.run();
        disk.end_run();
        disk.query("SELECT reference || ' to ' || recipient || ': ' || text FROM messages",
                   [this](const sim::statement& row) { rows.emplace_back(row.text(0)); });
    }

    std::vector<model::http_response> answers{};
    std::vector<std::string> rows{};

    std::vector<unsigned> statuses() const {
        std::vector<unsigned> all;
        for (const model::http_response& a : answers) {
            all.push_back(a.status);
        }
        return all;
    }

private:
    awaitable<void> ask(sim::incarnation& self, std::vector<model::http_request> requests,
                        sim::duration apart) {
        const sim::endpoint api("api", 80);
        for (const model::http_request& request : requests) {
            std::optional<model::http_response> told =
                co_await http_call<model::simulated>(self, api, request, 1s);
            answers.push_back(told.value());
            sim::timer pause(self.get_executor(), apart);
            co_await pause.async_wait(asio::use_awaitable);
        }
    }
};

bool is_marked(const model::http_response& a) {
    return a.headers.find("Idempotent-Replayed") != nullptr;
}

TEST(MessageServer, TakesAMessageOnceAndAnswersAlike) {
    const asked a({message("k1"), message("k1"), message("k2")});
    EXPECT_THAT(a.statuses(), ElementsAre(201, 201, 201));
    EXPECT_EQ(a.answers[0].body, R"({"id":"msg_1","recipient":"ann",)"
                                 R"("text":"Your parcel is on its way.","reference":"note-1"})");
    EXPECT_EQ(a.answers[1].body, a.answers[0].body);
    EXPECT_FALSE(is_marked(a.answers[0]));
    EXPECT_TRUE(is_marked(a.answers[1]));
    EXPECT_EQ(*a.answers[2].headers.find("Location"), "/v1/messages/msg_2");
    EXPECT_EQ(a.rows.size(), 2U);
    EXPECT_EQ(a.rows.front(), "note-1 to ann: Your parcel is on its way.");
}

TEST(MessageServer, TellsRequestsUnderOneKeyApartByWhatTheyMean) {
    const asked a({message("k1"),
                   message("k1", R"({"text":"Other.","recipient":"ann","reference":"note-1"})"),
                   message("k1", R"({ "reference": "note-1", "recipient": "ann",
                            "text": "Your parcel is on its way." })")});
    EXPECT_THAT(a.statuses(), ElementsAre(201, 422, 201));
    EXPECT_EQ(a.rows.size(), 1U);
}

TEST(MessageServer, SaysThatAKeyHasExpired) {
    const asked a({message("k1"), message("k1")}, 25h);
    EXPECT_THAT(a.statuses(), ElementsAre(201, 410));
    EXPECT_EQ(a.rows.size(), 1U);
}

TEST(MessageServer, RefusesWhatIsNotFitToBeDone) {
    model::http_request read = message("k1");
    read.method = "GET";
    model::http_request elsewhere = message("k1");
    elsewhere.target = "/v1/letters";
    model::http_request nobody("POST", "/v1/messages", plain);
    const asked a({message(""), message("k1", R"({"recipient":"ann"})"), read, elsewhere, nobody});
    EXPECT_THAT(a.statuses(), ElementsAre(400, 400, 405, 404, 401));
    EXPECT_TRUE(a.rows.empty());
}

TEST(MessageServer, UnderstandsItsOperation) {
    model::occasion when;
    when.serial = 1;
    when.tenant = "shop";
    const asked a({message("k1", model::fill(message_operation(), when).body)});
    EXPECT_THAT(a.statuses(), ElementsAre(201));
    std::vector<model::occasion> others(3, when);
    others[0].respelled = true;
    others[1].other = 1;
    others[2].other = 2;
    for (const model::occasion& otherwise : others) {
        const asked both({message("k1", model::fill(message_operation(), when).body),
                          message("k1", model::fill(message_operation(), otherwise).body)});
        EXPECT_THAT(both.statuses(), ElementsAre(201, otherwise.other > 0 ? 422 : 201));
    }
}

TEST(MessageMutants, TakeAnotherRequestUnderTheKeyForTheSame) {
    const asked a(
        "message-without-fingerprint",
        {message("k1"), message("k1", R"({"text":"Other.","recipient":"a","reference":"r"})")});
    EXPECT_THAT(a.statuses(), ElementsAre(201, 201));
}

TEST(MessageMutants, TellADuplicateThatItIsOne) {
    const asked a("message-told-as-duplicate", {message("k1"), message("k1")});
    EXPECT_THAT(a.answers[1].body, HasSubstr("taken before"));
}

TEST(MessageMutants, AnswerAsTheyShouldWhileNothingGoesWrong) {
    const asked looks("message-looks-then-acts", {message("k1"), message("k1")});
    const asked before("message-before-key", {message("k1"), message("k1")});
    EXPECT_THAT(looks.statuses(), ElementsAre(201, 201));
    EXPECT_THAT(before.statuses(), ElementsAre(201, 201));
    EXPECT_EQ(looks.rows.size(), 1U);
    EXPECT_EQ(before.rows.size(), 1U);
}

}  // namespace
}  // namespace onceproof::designs
