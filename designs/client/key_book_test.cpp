// Keys that outlive the process which made them.
#include "designs/client/key_book.hpp"

#include "designs/parts/scripted_testing.hpp"
#include "model/platform/real_file_testing.hpp"

#include <boost/asio/io_context.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace onceproof::designs {
namespace {

using namespace testing;
using ::testing::ElementsAre;

TEST(RememberedKeys, AreThoseThatCameFirst) {
    remembered_keys book;
    book.remember(2, "k2");
    std::vector<std::optional<std::string>> got;
    sim::two_hosts t([&](sim::incarnation&) -> awaitable<void> {
        got.push_back(co_await book.key_for(1, "first"));
        got.push_back(co_await book.key_for(1, "second"));
        got.push_back(co_await book.key_for(2, "third"));
    });
    t.run();
    EXPECT_THAT(got, ElementsAre("first", "first", "k2"));
}

// A shop that keeps its keys, and starts again each time it is killed.
struct keeping_shop {
    explicit keeping_shop(sim::body main) {
        disk.begin_run(t.shop);
        t.visit("client", std::move(main));
    }
    ~keeping_shop() { disk.end_run(); }
    keeping_shop(const keeping_shop&) = delete;
    keeping_shop& operator=(const keeping_shop&) = delete;

    sim::process& client() { return *t.shop.processes().front(); }

    charge_world t;
    sim::storage disk{"keys.db", key_book_schema};
};

TEST(StoredKeys, AreOnTheDiskBeforeTheyAreUsed) {
    std::vector<std::optional<std::string>> got;
    keeping_shop s([&](sim::incarnation& self) -> awaitable<void> {
        stored_keys<model::simulated> book(self);
        const std::string fresh = "run-" + std::to_string(self.number());
        got.push_back(co_await book.key_for(1, fresh));
    });
    s.t.w.at(sim::time_point(1s), [&] { s.t.shop.power_off(); });
    s.t.w.at(sim::time_point(2s), [&] { s.t.shop.power_on(); });
    s.t.run();
    EXPECT_THAT(got, ElementsAre("run-1", "run-1"));
}

TEST(StoredKeys, AreOneAnIntentWhoeverAsks) {
    std::multimap<std::uint64_t, std::optional<std::string>> got;
    const auto ask = [&](sim::incarnation& self, std::uint64_t intent,
                         std::string fresh) -> awaitable<void> {
        stored_keys<model::simulated> book(self);
        const auto key = co_await book.key_for(intent, std::move(fresh));
        got.emplace(intent, key);
    };
    keeping_shop s([&](sim::incarnation& self) -> awaitable<void> {
        for (const char* fresh : {"a", "b", "c"}) {
            asio::co_spawn(self, ask(self, 1, fresh), asio::detached);
        }
        co_await ask(self, 2, "d");
    });
    s.t.run();
    using entry = std::pair<const std::uint64_t, std::optional<std::string>>;
    EXPECT_THAT(got, ElementsAre(entry(1, "a"), entry(1, "a"), entry(1, "a"), entry(2, "d")));
}

TEST(StoredKeys, AreNoneWhereTheyCannotBeKept) {
    const std::string nowhere = ::testing::TempDir() + "onceproof/no/such/folder.db";
    // tidy: allow asio::io_context: the arm that runs on real sockets
    boost::asio::io_context io;
    const model::real::process self(io.get_executor(), "client", 1, nowhere);
    stored_keys<model::real> book(self);
    const model::real::endpoint server(boost::asio::ip::address_v4::loopback(), 9);
    retrying_client<model::real> client(self, server, model::retry_policy(), nullptr, &book);
    std::optional<std::string> key = "none yet";
    std::optional<model::http_response> answer(model::http_response(100, ""));
    const auto ask = [&]() -> awaitable<void> {
        key = co_await book.key_for(1, "fresh");
        answer = co_await client.settle(purchase(1));
    };
    boost::asio::co_spawn(io, ask(), boost::asio::detached);
    io.run();
    EXPECT_EQ(key, std::nullopt);
    EXPECT_FALSE(answer);
}

TEST(StoredKeys, AreKeptInARealFile) {
    const model::testing::real_file file("key_book.db");
    std::vector<std::optional<std::string>> got;
    for (const std::uint32_t run : {1U, 2U}) {
        // tidy: allow asio::io_context: the arm that runs on real sockets
        boost::asio::io_context io;
        const model::real::process self(io.get_executor(), "client", run, file.path());
        const auto ask = [&]() -> awaitable<void> {
            if (run == 1) {
                model::real::database db(self);
                co_await db.open();
                db.execute(std::string(key_book_schema));
            }
            stored_keys<model::real> book(self);
            const std::string fresh = "run-" + std::to_string(run);
            got.push_back(co_await book.key_for(7, fresh));
        };
        boost::asio::co_spawn(io, ask(), boost::asio::detached);
        io.run();
    }
    EXPECT_THAT(got, ElementsAre("run-1", "run-1"));
}

// --- With the reference server: the answer is lost, and the client dies while it waits for it ---

class restarted {
public:
    explicit restarted(bool keeps_keys)
        : lost_("intent-1/attempt-1/client>api/response", sim::injection(sim::primitive::lose)),
          t_(7, &lost_) {
        disk_.begin_run(t_.shop);
        t_.serve("api-1", 80);
        t_.visit("client", [this, keeps_keys](sim::incarnation& self) -> awaitable<void> {
            stored_keys<model::simulated> book(self);
            const sim::endpoint api("api", 80);
            retrying_client<model::simulated> client(self, api, model::retry_policy(), nullptr,
                                                     keeps_keys ? &book : nullptr);
            answer = co_await client.settle(purchase(1));
        });
        t_.w.at(sim::time_point(500ms), [this] {
            t_.shop.processes().front()->kill();
            t_.shop.processes().front()->start();
        });
        t_.run();
        disk_.end_run();
        charges = t_.rows("SELECT id FROM ledger").size();
    }

    std::optional<model::http_response> answer;
    std::size_t charges = 0;

private:
    sim::single_fault lost_;
    charge_world t_;
    sim::storage disk_{"keys.db", key_book_schema};
};

TEST(ChargeClient, AsksWithItsKeyAgainAfterARestart) {
    const restarted keeping(true);
    ASSERT_TRUE(keeping.answer);
    EXPECT_EQ(header(*keeping.answer, "Idempotent-Replayed"), "true");
    EXPECT_EQ(keeping.charges, 1U);
    const restarted forgetting(false);
    ASSERT_TRUE(forgetting.answer);
    EXPECT_EQ(forgetting.charges, 2U);
}

}  // namespace
}  // namespace onceproof::designs
