// What becomes of a key that is older than the contract keeps it, and the sweep that forgets it.
#include "designs/claim_lease/charge_server.hpp"
#include "designs/parts/server_testing.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::designs {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using server = charge_server<model::simulated>;

server_setup an_hour(model::after_expiry then) {
    server_setup s("strict");
    s.promised.retention = 1h;
    s.promised.expired = then;
    return s;
}

// Two server processes on one database, and a first charge at 0 s.
struct old_charge : server_world {
    explicit old_charge(model::after_expiry then) : server_world(an_hour(then)) {
        serve<server>("api-1", 80);
        serve<server>("api-2", 81);
        at(0s, "first", charge("k1"));
    }

    void sweep_at(sim::duration when, std::int64_t& swept) {
        on_the_server("sweeper", [this, when, &swept](sim::incarnation& self) -> awaitable<void> {
            co_await sim::pause_for(when);
            swept = co_await sweep_records<model::simulated>(self, setup.promised);
        });
    }
};

std::size_t charges(server_world& t) {
    return t.rows("SELECT id FROM ledger").size();
}

TEST(ChargeServerRetention, TellsThatAKeyHasExpired) {
    old_charge t(model::after_expiry::told);
    t.at(59min, "in time", charge("k1"));
    t.at(61min, "too late", charge("k1"));
    t.at(61min, "other body", charge("k1", purchase_of(7)));
    t.at(61min, "other key", charge("k2"));
    t.run();
    EXPECT_EQ(t["in time"].status, 201U);
    EXPECT_TRUE(is_replay(t["in time"]));
    EXPECT_EQ(t["too late"].status, 410U);
    EXPECT_EQ(header(t["too late"], "Content-Type"), "application/problem+json");
    EXPECT_FALSE(is_replay(t["too late"]));
    EXPECT_EQ(t["other body"].status, 422U);
    EXPECT_EQ(t["other key"].status, 201U);
    EXPECT_EQ(charges(t), 2U);
}

TEST(ChargeServerRetention, TellsItWithTheStatusOfTheContract) {
    server_setup s = an_hour(model::after_expiry::told);
    s.promised.expired_status = 400;
    server_world t(s);
    t.serve<server>("api-1", 80);
    t.at(0s, "first", charge("k1"));
    t.at(61min, "too late", charge("k1"));
    t.run();
    EXPECT_EQ(t["too late"].status, 400U);
}

TEST(ChargeServerRetention, DoesItAnewIfThatIsPromised) {
    old_charge t(model::after_expiry::redone);
    t.at(59min, "in time", charge("k1"));
    t.at(61min, "anew", charge("k1"));
    t.at(62min, "again", charge("k1"), 81);
    t.at(63min, "other body", charge("k1", purchase_of(7)));
    t.run();
    EXPECT_TRUE(is_replay(t["in time"]));
    EXPECT_EQ(header(t["anew"], "Location"), "/v1/charges/ch_2");
    EXPECT_FALSE(is_replay(t["anew"]));
    EXPECT_EQ(header(t["again"], "Location"), "/v1/charges/ch_2");
    EXPECT_TRUE(is_replay(t["again"]));
    EXPECT_EQ(t["other body"].status, 422U);
    EXPECT_EQ(charges(t), 2U);
}

TEST(ChargeServerRetention, TakesAnExpiredKeyForWhateverItComesWithThen) {
    old_charge t(model::after_expiry::redone);
    t.at(61min, "other body", charge("k1", purchase_of(7)));
    t.at(62min, "old body", charge("k1"));
    t.run();
    EXPECT_EQ(t["other body"].status, 201U);
    EXPECT_EQ(t["old body"].status, 422U);
    EXPECT_EQ(charges(t), 2U);
}

TEST(ChargeServerRetention, LetsOneOfTwoDoItAnew) {
    // Both have read the expired record when the first of them writes.
    faults_at_points pause;
    pause.add("intent-2/api-1/db commit", sim::injection(sim::primitive::stall, 1s));
    server_setup s = an_hour(model::after_expiry::redone);
    s.injector = &pause;
    server_world t(s);
    t.serve<server>("api-1", 80);
    t.serve<server>("api-2", 81);
    t.at(0s, "first", charge("k1"));
    t.at(61min, "slow", charge("k1"));
    t.at(61min + 100ms, "fast", charge("k1"), 81);
    t.run();
    EXPECT_TRUE(pause.all_done());
    EXPECT_EQ(t["fast"].status, 201U);
    EXPECT_EQ(t["slow"].status, 409U);
    EXPECT_EQ(charges(t), 2U);
    EXPECT_EQ(t.rows("SELECT epoch FROM records"), std::vector<std::string>{"2"});
}

// --- The sweep ---

TEST(ChargeServerRetention, SweepsWhatHasExpiredAndNothingElse) {
    old_charge t(model::after_expiry::told);
    t.at(30min, "young", charge("k2"));
    std::int64_t swept = -1;
    t.sweep_at(61min, swept);
    t.at(62min, "swept", charge("k1"));
    t.at(62min, "not swept", charge("k2"));
    t.at(62min, "other body", charge("k1", purchase_of(7)));
    t.run();
    EXPECT_EQ(swept, 1);
    EXPECT_EQ(t.said("sweeps old records"), 1U);
    EXPECT_EQ(t["swept"].status, 410U);
    EXPECT_TRUE(is_replay(t["not swept"]));
    EXPECT_EQ(t["other body"].status, 422U) << "the fingerprint is kept";
    EXPECT_THAT(t.rows("SELECT key, body IS NULL, headers IS NULL FROM records ORDER BY key"),
                ElementsAre("k1|1|1", "k2|0|0"));
    EXPECT_EQ(charges(t), 2U);
}

// The record may be older by the clock of who sweeps than by that of who is asked next.
TEST(ChargeServerRetention, TellsOfWhatWasSweptEvenIfItIsYoungAgain) {
    old_charge t(model::after_expiry::told);
    std::int64_t swept = 0;
    t.sweep_at(61min, swept);
    t.w.after(62min, [&] { t.api.jump_clock(-1h); });
    t.at(63min, "late", charge("k1"));
    t.run();
    EXPECT_EQ(swept, 1);
    EXPECT_EQ(t["late"].status, 410U);
}

TEST(ChargeServerRetention, DoesAnewWhatWasSwept) {
    old_charge t(model::after_expiry::redone);
    std::int64_t swept = 0;
    t.sweep_at(61min, swept);
    t.at(62min, "anew", charge("k1"));
    t.at(63min, "again", charge("k1"));
    t.run();
    EXPECT_EQ(swept, 1);
    EXPECT_EQ(header(t["anew"], "Location"), "/v1/charges/ch_2");
    EXPECT_TRUE(is_replay(t["again"]));
    EXPECT_EQ(charges(t), 2U);
}

TEST(ChargeServerRetention, LeavesWhatIsUnderWayToItsOwner) {
    server_world t(an_hour(model::after_expiry::told));
    t.serve<slow<server, 2 * 60 * 60 * 1000>>("api-1", 80);
    t.at(0s, "slow", charge("k1"));
    t.on_the_server("sweeper", [&t](sim::incarnation& self) -> awaitable<void> {
        co_await sim::pause_for(90min);
        const std::int64_t swept = co_await sweep_records<model::simulated>(self, t.setup.promised);
        EXPECT_EQ(swept, 0);
    });
    // It would wait longer than its client does; what it did is in the table.
    t.run();
    EXPECT_EQ(charges(t), 1U);
    EXPECT_EQ(t.rows("SELECT status FROM records"), std::vector<std::string>{"201"});
}

TEST(ChargeServerRetention, SweepsNothingWhereNoDatabaseIs) {
    // tidy: allow asio::io_context: the arm that runs on real files
    boost::asio::io_context io;
    const model::real::process self(io.get_executor(), "sweeper", 1,
                                    "/there/is/no/such/folder/x.db");
    std::int64_t swept = -1;
    const auto done = [&](std::exception_ptr failure, std::int64_t n) {
        EXPECT_FALSE(failure);
        swept = n;
    };
    boost::asio::co_spawn(io, sweep_records<model::real>(self, promised()), done);
    io.run();
    EXPECT_EQ(swept, 0);
}

}  // namespace
}  // namespace onceproof::designs
