// The server that keeps its keys in a cache: what it answers while the cache is there, and what
// comes of it when the cache is not, or has forgotten.
#include "designs/cache_marker/cache_marker_server.hpp"

#include "designs/beside/key_store.hpp"
#include "designs/parts/charge_testing.hpp"
#include "model/http/loopback_testing.hpp"
#include "model/platform/real_file_testing.hpp"

#include <boost/asio/detached.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace onceproof::designs {
namespace {

using testing::ask;
using testing::charge;
using testing::charge_world;
using ::testing::ElementsAre;
using testing::header;
using namespace std::chrono_literals;
using boost::asio::awaitable;

class server_with_store final : public cache_marker_server<model::simulated> {
public:
    server_with_store(const process& self, const server_setting<model::simulated>& setting)
        : cache_marker_server(self, with_store(*setting.promised)) {}

private:
    static server_setting<model::simulated> with_store(const model::contract& promised) {
        return server_setting<model::simulated>(promised, std::nullopt, sim::endpoint("store", 80));
    }
};

awaitable<void> serve_keys(sim::incarnation& self) {
    key_store<model::simulated> store(self);
    co_await store.serve(80);
}

// A server on port 80 of the host `api`, and its store, which is not started yet.
struct cache_world : charge_world {
    cache_world() : store(w.add_host("store").add_process("store-1", sim::run_body(serve_keys))) {
        serve<server_with_store>("api-1", 80);
    }

    // The answers to these, one after the other.
    std::vector<model::http_response> answers(const std::vector<model::http_request>& requests) {
        std::vector<model::http_response> all;
        visit("shop-1", [&](sim::incarnation& self) -> awaitable<void> {
            for (const model::http_request& request : requests) {
                all.push_back(co_await ask(self, 80, request));
            }
        });
        run();
        return all;
    }

    sim::process& store;
};

std::vector<unsigned> statuses(const std::vector<model::http_response>& answers) {
    std::vector<unsigned> all;
    for (const model::http_response& a : answers) {
        all.push_back(a.status);
    }
    return all;
}

constexpr std::string_view too_much =
    R"({"amount":1000001,"currency":"EUR","reference":"order-18"})";

model::http_request minimal(std::string_view key) {
    model::http_request request = charge(key);
    request.headers.add("Prefer", "return=minimal");
    return request;
}

TEST(CacheMarker, RepeatsTheStoredAnswerToTheByte) {
    cache_world t;
    t.store.start();
    const auto told = t.answers({charge("k1"), charge("k1"), charge("k2", too_much),
                                 charge("k2", too_much), minimal("k3"), minimal("k3")});
    ASSERT_THAT(statuses(told), ElementsAre(201, 201, 402, 402, 204, 204));
    for (std::size_t i = 0; i < told.size(); i += 2) {
        EXPECT_EQ(told[i].body, told[i + 1].body);
        for (const char* name : {"Content-Type", "Location"}) {
            EXPECT_EQ(header(told[i], name), header(told[i + 1], name));
        }
        EXPECT_EQ(header(told[i], "Idempotent-Replayed"), "");
        EXPECT_EQ(header(told[i + 1], "Idempotent-Replayed"), "true");
    }
    EXPECT_THAT(t.rows("SELECT id, reference FROM ledger"),
                ElementsAre("1|order-17", "2|order-17"));
}

// What the server on a real socket answers to these, its keys in a store behind another one.
std::vector<model::http_response> marker_on_the_loopback(
    const std::string& file, const std::vector<model::http_request>& requests) {
    std::vector<model::http_response> answers;
    const auto ask_server = [&](const model::real::process& self,
                                const model::real::endpoint& store) -> awaitable<void> {
        model::real::database db(self);
        co_await db.open();
        db.execute(std::string(charge_schema));
        const server_setting<model::real> setting(testing::promised(), std::nullopt, store);
        cache_marker_server<model::real> server(self, setting);
        const model::real::endpoint anywhere(boost::asio::ip::address_v4::loopback(), 0);
        model::real::acceptor listening(self.get_executor(), anywhere);
        const model::real::endpoint api = listening.local_endpoint();
        boost::asio::co_spawn(self.get_executor(), server.serve(std::move(listening)),
                              boost::asio::detached);
        model::real::socket s(self.get_executor());
        co_await s.async_connect(api, boost::asio::use_awaitable);
        model::http_connection c(std::move(s));
        co_await testing::ask_all(c, requests, answers);
    };
    model::testing::run_on_the_loopback<key_store<model::real>>("store-1", file, ask_server);
    return answers;
}

TEST(CacheMarker, AnswersOnARealSocketAsInTheWorld) {
    const std::vector<model::http_request> requests{charge("k1"), charge("k1"),
                                                    charge("k1", too_much)};
    const model::testing::real_file file("cache_marker.db");
    const auto real_ones = marker_on_the_loopback(file.path(), requests);
    cache_world t;
    t.store.start();
    EXPECT_EQ(real_ones, t.answers(requests));
    EXPECT_THAT(statuses(real_ones), ElementsAre(201, 201, 422));
}

TEST(CacheMarker, TellsRequestsAndTenantsApart) {
    cache_world t;
    t.store.start();
    const auto told = t.answers({charge("k1"), charge("k1", too_much),
                                 charge("k1", testing::order_17, "shop-2"), charge("k1")});
    EXPECT_THAT(statuses(told), ElementsAre(201, 422, 201, 201));
    EXPECT_EQ(told.front().body, told.back().body);
}

TEST(CacheMarker, RefusesADuplicateInFlight) {
    cache_world t;
    t.store.start();
    std::vector<unsigned> told;
    for (const char* name : {"shop-1", "shop-2"}) {
        t.visit(name, [&](sim::incarnation& self) -> awaitable<void> {
            const model::http_response answer = co_await ask(self, 80, charge("k1"));
            told.push_back(answer.status);
        });
    }
    t.run();
    EXPECT_THAT(told, ::testing::UnorderedElementsAre(201, 409));
    EXPECT_THAT(t.rows("SELECT count(*) FROM ledger"), ElementsAre("1"));
}

TEST(CacheMarker, DoesNothingWhileTheStoreIsAway) {
    cache_world t;
    const auto told = t.answers({charge("k1")});
    EXPECT_THAT(statuses(told), ElementsAre(503));
    EXPECT_EQ(header(told.front(), "Retry-After"), "1");
    EXPECT_THAT(t.rows("SELECT count(*) FROM ledger"), ElementsAre("0"));
}

// What makes it weak: a store that dies takes the keys with it.
TEST(CacheMarker, ChargesAgainWhatTheStoreHasForgotten) {
    cache_world t;
    t.store.start();
    std::vector<model::http_response> told;
    t.visit("shop-1", [&](sim::incarnation& self) -> awaitable<void> {
        told.push_back(co_await ask(self, 80, charge("k1")));
        t.store.kill();
        t.store.start();
        told.push_back(co_await ask(self, 80, charge("k1")));
    });
    t.run();
    EXPECT_THAT(statuses(told), ElementsAre(201, 201));
    EXPECT_THAT(t.rows("SELECT count(*) FROM ledger"), ElementsAre("2"));
}

}  // namespace
}  // namespace onceproof::designs
