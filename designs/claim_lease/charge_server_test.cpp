// The reference server: one list of exchanges in the world and on a real loopback connection with
// a real SQLite file, then what takes two server processes or a death to see.
#include "designs/claim_lease/charge_server.hpp"

#include "designs/parts/charge_testing.hpp"
#include "model/platform/real_file_testing.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include <array>
#include <map>

namespace onceproof::designs {
namespace {

using testing::ask;
using testing::charge;
using testing::charge_world;
using testing::header;
using testing::order_17;
using namespace std::chrono_literals;
using boost::asio::awaitable;

// A request, and what its answer must be.
struct charge_case {
    charge_case(std::string_view n, model::http_request r, unsigned s, std::string_view p)
        : name(n), request(std::move(r)), status(s), part(p) {}

    std::string name;
    model::http_request request;
    unsigned status;
    std::string part;  // of the body
};

model::http_request without(std::string_view header) {
    const model::http_request all = charge("k-without");
    model::http_request request(all.method, all.target, all.body);
    for (const auto& [name, value] : all.headers) {
        if (name != header) {
            request.headers.add(name, value);
        }
    }
    return request;
}

model::http_request request_to(std::string_view method, std::string_view target) {
    model::http_request request = charge("k-to");
    request.method = method;
    request.target = target;
    return request;
}

model::http_request with_two_keys() {
    model::http_request request = charge("k1");
    request.headers.add("idempotency-key", "k2");
    return request;
}

std::vector<charge_case> charge_cases() {
    const std::string ch_1 = R"({"id":"ch_1","amount":1250,"currency":"EUR",)"
                             R"("reference":"order-17"})";
    const std::string bad_key = "The idempotency key is missing or malformed";
    return {
        {"first", charge("k1"), 201, ch_1},
        {"again", charge("k1"), 201, ch_1},
        {"quoted", charge("\"k1\""), 201, ch_1},
        {"reordered",
         charge("k1",
                "{ \"reference\": \"order-17\", \"currency\": \"\\u0045UR\", "
                "\"amount\": 1250.0 }"),
         201, ch_1},
        {"other body", charge("k1", R"({"amount":1251,"currency":"EUR","reference":"order-17"})"),
         422, "The key is that of another request"},
        {"one member more",
         charge("k1", R"({"amount":1250,"currency":"EUR","reference":"order-17","x":0})"), 422,
         "The key is that of another request"},
        {"after that", charge("k1"), 201, ch_1},
        {"other tenant", charge("k1", order_17, "shop-2"), 201, R"("id":"ch_2")"},
        {"other key", charge("K1"), 201, R"("id":"ch_3")"},
        {"no key", without("Idempotency-Key"), 400, bad_key},
        {"empty key", charge("\"\""), 400, "The key is empty."},
        {"long key", charge(std::string(256, 'k')), 400, "longer than 255"},
        {"two keys", with_two_keys(), 400, "The header comes more than once."},
        {"no tenant", without("Authorization"), 401, "Authorization must be"},
        {"no JSON", charge("k2", "amount=1250"), 400, "The body is not JSON"},
        {"no object", charge("k2", "[]"), 400, "It is no JSON object."},
        {"no amount", charge("k2", R"({"currency":"EUR","reference":"r"})"), 400, "`amount`"},
        {"text amount", charge("k2", R"({"amount":"1","currency":"EUR","reference":"r"})"), 400,
         "`amount`"},
        {"nothing", charge("k2", R"({"amount":0,"currency":"EUR","reference":"r"})"), 400,
         "`amount`"},
        {"no currency", charge("k2", R"({"amount":1,"currency":"euro","reference":"r"})"), 400,
         "`currency`"},
        {"no reference", charge("k2", R"({"amount":1,"currency":"EUR","reference":""})"), 400,
         "`reference`"},
        {"corrected", charge("k2"), 201, R"("id":"ch_4")"},
        {"other operation", request_to("POST", "/v1/refunds"), 201, R"("id":"re_5")"},
        {"no order", request_to("GET", "/v1/orders/a"), 404, "There is no such order"},
        {"put", request_to("PUT", "/v1/orders/a"), 200, R"("reference":"order-17")"},
        {"order", request_to("GET", "/v1/orders/a"), 200, R"("reference":"order-17")"},
        {"declined", charge("k3", R"({"amount":1000001,"currency":"EUR","reference":"r"})"), 402,
         "The charge is declined"},
        {"declined again", charge("k3", R"({"amount":1000001,"currency":"EUR","reference":"r"})"),
         402, "The charge is declined"},
        {"other target", request_to("POST", "/v1/payouts"), 404, "There is nothing here"},
        {"other method", request_to("PUT", "/v1/charges"), 405, "The method is not allowed"},
    };
}

std::vector<model::http_request> requests() {
    std::vector<model::http_request> all;
    for (const charge_case& e : charge_cases()) {
        all.push_back(e.request);
    }
    return all;
}

std::vector<model::http_response> in_the_world() {
    std::vector<model::http_response> answers;
    charge_world t;
    t.serve("api-1", 80);
    t.visit("client", [&](sim::incarnation& self) -> awaitable<void> {
        sim::socket s(self);
        const sim::endpoint api("api", 80);
        co_await s.async_connect(api, boost::asio::use_awaitable);
        model::http_connection c(std::move(s));
        co_await testing::ask_all(c, requests(), answers);
    });
    t.run();
    return answers;
}

// A server with a database file of its own, and a client, over the loopback interface.
std::vector<model::http_response> on_the_loopback(
    const std::string& file, const std::vector<model::http_request>& requests) {
    std::vector<model::http_response> answers;
    // tidy: allow asio::io_context: the arm that runs on real sockets
    boost::asio::io_context io;
    const model::real::process self(io.get_executor(), "api-1", 1, file);
    const server_setting<model::real> setting(testing::promised());
    charge_server<model::real> server(self, setting);
    const model::real::endpoint loopback(boost::asio::ip::address_v4::loopback(), 0);
    model::real::acceptor listening(io, loopback);
    const model::real::endpoint api = listening.local_endpoint();
    const auto client_script = [&]() -> awaitable<void> {
        model::real::database db(self);
        co_await db.open();
        db.execute(std::string(charge_schema));
        model::real::socket s(io);
        co_await s.async_connect(api, boost::asio::use_awaitable);
        model::http_connection c(std::move(s));
        co_await testing::ask_all(c, requests, answers);
        io.stop();
    };
    boost::asio::co_spawn(io, server.serve(std::move(listening)), boost::asio::detached);
    boost::asio::co_spawn(io, client_script(), [](std::exception_ptr failure) {
        if (failure) {
            std::rethrow_exception(failure);
        }
    });
    io.run();
    return answers;
}

TEST(ChargeServer, AnswersEachRequestAsDocumented) {
    const std::vector<charge_case> asked = charge_cases();
    const std::vector<model::http_response> answers = in_the_world();
    ASSERT_EQ(answers.size(), asked.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
        SCOPED_TRACE(asked[i].name);
        EXPECT_EQ(answers[i].status, asked[i].status);
        EXPECT_NE(answers[i].body.find(asked[i].part), std::string::npos) << answers[i].body;
        const std::string type =
            asked[i].status / 100 == 2 ? "application/json" : "application/problem+json";
        EXPECT_EQ(header(answers[i], "Content-Type"), type);
    }
}

TEST(ChargeServer, AnswersAlikeInTheWorldAndOnTheLoopback) {
    const model::testing::real_file file("answers_alike.db");
    EXPECT_EQ(in_the_world(), on_the_loopback(file.path(), requests()));
}

TEST(ChargeServer, ReplaysToTheByteAndSaysSo) {
    const std::vector<model::http_response> answers = in_the_world();
    ASSERT_EQ(answers.size(), charge_cases().size());
    const model::http_response& first = answers[0];
    EXPECT_EQ(header(first, "Location"), "/v1/charges/ch_1");
    EXPECT_EQ(first.headers.find("Idempotent-Replayed"), nullptr);
    for (const std::size_t again : {1U, 2U, 3U, 6U}) {
        model::http_response expected = first;
        expected.headers.add("Idempotent-Replayed", "true");
        EXPECT_EQ(answers[again], expected) << again;
    }
}

TEST(ChargeServer, KeepsOneLedgerRowForEachIntent) {
    charge_world t;
    t.serve("api-1", 80);
    t.visit("client", [&](sim::incarnation& self) -> awaitable<void> {
        for (const model::http_request& request : requests()) {
            co_await ask(self, 80, request);
        }
    });
    t.run();
    const std::vector<std::string> expected{
        "1|shop-1|order-17|1250|EUR", "2|shop-2|order-17|1250|EUR", "3|shop-1|order-17|1250|EUR",
        "4|shop-1|order-17|1250|EUR", "5|shop-1|order-17|1250|EUR"};
    EXPECT_EQ(t.rows("SELECT id, tenant, reference, amount, currency FROM ledger"), expected);
}

TEST(ChargeServer, LeavesTheRecordAsItWasWhenItRefuses) {
    std::array<std::vector<std::string>, 2> records;
    for (std::size_t refusals = 0; refusals < 2; ++refusals) {
        charge_world t;
        t.serve("api-1", 80);
        t.visit("client", [&](sim::incarnation& self) -> awaitable<void> {
            co_await ask(self, 80, charge("k1"));
            for (std::size_t i = 0; i < refusals; ++i) {
                const std::string_view other = R"({"amount":1,"currency":"EUR","reference":"r"})";
                const model::http_response answer = co_await ask(self, 80, charge("k1", other));
                EXPECT_EQ(answer.status, 422U);
            }
        });
        t.run();
        records.at(refusals) = t.rows("SELECT * FROM records");
    }
    EXPECT_EQ(records[0].size(), 1U);
    EXPECT_EQ(records[0], records[1]);
}

// --- Two server processes on one database ---

// Sleeps between claim and work, so that its attempt can be met in flight.
template <int Seconds>
class slow_server final : public charge_server<model::simulated> {
public:
    using charge_server<model::simulated>::charge_server;

private:
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override {
        co_await sim::pause_for(std::chrono::seconds(Seconds));
        co_return co_await charge_server<model::simulated>::charge(db, c, held);
    }
};

// Sleeps between reading a dead claim and taking it over, so that another can be faster.
template <int Seconds>
class slow_heir final : public charge_server<model::simulated> {
public:
    using charge_server<model::simulated>::charge_server;

private:
    awaitable<std::optional<std::int64_t>> take_over(database& db, const charge_request& c,
                                                     const key_record& found) override {
        co_await sim::pause_for(std::chrono::seconds(Seconds));
        co_return co_await charge_server<model::simulated>::take_over(db, c, found);
    }
};

// The answers to requests that are sent at given times, by the name that the test gives them.
class timetable {
public:
    explicit timetable(charge_world& t) : world_(t) {}

    void at(sim::duration when, const std::string& name, sim::port_number port,
            const model::http_request& request = charge("k1")) {
        world_.visit(name,
                     [this, when, name, port, request](sim::incarnation& self) -> awaitable<void> {
                         co_await sim::pause_for(when);
                         answers_[name] = co_await ask(self, port, request);
                     });
    }

    const model::http_response& operator[](const std::string& name) { return answers_[name]; }

private:
    charge_world& world_;
    std::map<std::string, model::http_response> answers_;
};

bool is_replay(const model::http_response& answer) {
    return answer.headers.find("Idempotent-Replayed") != nullptr;
}

TEST(ChargeServer, RefusesAnAttemptWhileAnotherIsUnderWayAtAnotherProcess) {
    charge_world t;
    t.serve<slow_server<2>>("api-1", 80);
    t.serve("api-2", 81);
    timetable visits(t);
    const std::string_view other = R"({"amount":1,"currency":"EUR","reference":"r"})";
    visits.at(0s, "first", 80);
    visits.at(1s, "same-process", 80);
    visits.at(1s, "other-process", 81);
    visits.at(1s, "other-body", 81, charge("k1", other));
    visits.at(3s, "late", 81);
    t.run();
    EXPECT_EQ(visits["first"].status, 201U);
    EXPECT_EQ(visits["same-process"].status, 409U);
    EXPECT_EQ(visits["other-process"].status, 409U);
    EXPECT_EQ(header(visits["other-process"], "Retry-After"), "1");
    EXPECT_EQ(visits["other-body"].status, 422U);
    EXPECT_EQ(visits["late"].body, visits["first"].body);
    EXPECT_TRUE(is_replay(visits["late"]));
    EXPECT_EQ(t.rows("SELECT id FROM ledger"), std::vector<std::string>{"1"});
}

TEST(ChargeServer, LetsOneOfManyWinWhenAllComeAtOnce) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        charge_world t(seed);
        t.serve("api-1", 80);
        t.serve("api-2", 81);
        timetable visits(t);
        for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
            visits.at(0s, name, *name % 2 == 0 ? 80 : 81);
        }
        t.run();
        int charged = 0;
        for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
            const model::http_response& answer = visits[name];
            charged += answer.status == 201 && !is_replay(answer) ? 1 : 0;
            EXPECT_TRUE(answer.status == 201 || answer.status == 409) << answer.status;
        }
        EXPECT_EQ(charged, 1) << seed;
        EXPECT_EQ(t.rows("SELECT id FROM ledger").size(), 1U) << seed;
    }
}

TEST(ChargeServer, TakesOverTheClaimOfTheDeadOnceItsLeaseHasRunOut) {
    charge_world t;
    sim::process& first = t.serve<slow_server<2>>("api-1", 80);
    t.serve("api-2", 81);
    t.serve("api-3", 82);
    timetable visits(t);
    visits.at(9s, "early", 81);
    visits.at(11s, "one", 81);
    visits.at(11s, "two", 82);
    t.visit("victim", [](sim::incarnation& self) -> awaitable<void> {
        try {
            co_await ask(self, 80, charge("k1"));
            ADD_FAILURE() << "the server should have died";
        } catch (const boost::system::system_error&) {
        }
    });
    t.w.after(1s, [&] { first.kill(); });
    t.run();
    EXPECT_EQ(visits["early"].status, 409U);
    int charged = 0;
    for (const char* name : {"one", "two"}) {
        const model::http_response& answer = visits[name];
        charged += answer.status == 201 && !is_replay(answer) ? 1 : 0;
        EXPECT_TRUE(answer.status == 201 || answer.status == 409) << answer.status;
    }
    EXPECT_EQ(charged, 1);
    EXPECT_EQ(t.rows("SELECT id FROM ledger"), std::vector<std::string>{"1"});
    EXPECT_EQ(t.rows("SELECT epoch FROM records"), std::vector<std::string>{"2"});
}

TEST(ChargeServer, DoesNothingWhenItsClaimWasTakenOverWhileItSlept) {
    charge_world t;
    t.serve<slow_server<20>>("api-1", 80);
    t.serve("api-2", 81);
    timetable visits(t);
    visits.at(0s, "sleeper", 80);
    visits.at(11s, "second", 81);
    visits.at(25s, "third", 80);
    t.run();
    EXPECT_EQ(visits["second"].status, 201U);
    EXPECT_EQ(visits["sleeper"].status, 409U);
    EXPECT_EQ(visits["third"].body, visits["second"].body);
    EXPECT_TRUE(is_replay(visits["third"]));
    EXPECT_EQ(t.rows("SELECT id FROM ledger"), std::vector<std::string>{"1"});
}

TEST(ChargeServer, ServesTheNextRequestAfterItHasLostAClaim) {
    charge_world t;
    t.serve<slow_server<20>>("api-1", 80);
    t.serve("api-2", 81);
    timetable visits(t);
    visits.at(11s, "second", 81);
    std::vector<model::http_response> answers;
    t.visit("client", [&](sim::incarnation& self) -> awaitable<void> {
        sim::socket s(self);
        const sim::endpoint api("api", 80);
        co_await s.async_connect(api, boost::asio::use_awaitable);
        model::http_connection c(std::move(s));
        const std::vector<model::http_request> requests(2, charge("k1"));
        co_await testing::ask_all(c, requests, answers);
    });
    t.run();
    ASSERT_EQ(answers.size(), 2U);
    EXPECT_EQ(answers[0].status, 409U);
    EXPECT_EQ(answers[1].status, 201U);
    EXPECT_TRUE(is_replay(answers[1]));
}

// The same while nobody has taken it over to the end: the claim is another's, and has no answer.
TEST(ChargeServer, DoesNothingWhenAnotherHasItsClaimAndIsNotDone) {
    charge_world t;
    t.serve<slow_server<20>>("api-1", 80);
    t.serve<slow_server<15>>("api-2", 81);
    timetable visits(t);
    visits.at(0s, "sleeper", 80);
    visits.at(11s, "second", 81);
    t.run();
    EXPECT_EQ(visits["sleeper"].status, 409U);
    EXPECT_EQ(visits["second"].status, 201U);
    EXPECT_EQ(t.rows("SELECT id FROM ledger"), std::vector<std::string>{"1"});
}

TEST(ChargeServer, DoesNotTakeOverAClaimThatAnotherHasTakenOver) {
    charge_world t;
    t.serve<slow_server<30>>("api-1", 80);
    t.serve<slow_heir<1>>("api-2", 81);
    t.serve<slow_server<5>>("api-3", 82);
    timetable visits(t);
    visits.at(0s, "sleeper", 80);
    visits.at(11s, "slow", 81);
    visits.at(11s, "fast", 82);
    t.run();
    EXPECT_EQ(visits["slow"].status, 409U);
    EXPECT_EQ(visits["fast"].status, 201U);
    EXPECT_EQ(visits["sleeper"].status, 409U);
    EXPECT_EQ(t.rows("SELECT epoch FROM records"), std::vector<std::string>{"2"});
}

// The owner was late but alive, and its epoch is still the same.
TEST(ChargeServer, DoesNotTakeOverAClaimThatHasBeenAnsweredMeanwhile) {
    charge_world t;
    t.serve<slow_server<12>>("api-1", 80);
    t.serve<slow_heir<2>>("api-2", 81);
    timetable visits(t);
    visits.at(0s, "sleeper", 80);
    visits.at(11s, "heir", 81);
    t.run();
    EXPECT_EQ(visits["sleeper"].status, 201U);
    EXPECT_EQ(visits["heir"].status, 409U);
    EXPECT_EQ(t.rows("SELECT id FROM ledger"), std::vector<std::string>{"1"});
}

// --- Ends of connections ---

TEST(ChargeServer, FinishesWhatAClientDidNotWaitFor) {
    charge_world t;
    t.serve("api-1", 80);
    model::http_response later;
    t.visit("client", [&](sim::incarnation& self) -> awaitable<void> {
        {
            sim::socket s(self);
            const sim::endpoint api("api", 80);
            co_await s.async_connect(api, boost::asio::use_awaitable);
            model::http_connection c(std::move(s));
            const model::http_request request = charge("k1");
            co_await c.write(request);
        }
        {
            sim::socket s(self);
            const sim::endpoint api("api", 80);
            co_await s.async_connect(api, boost::asio::use_awaitable);
            co_await sim::write_text(s, "no HTTP at all\r\n\r\n");
        }
        co_await sim::pause_for(1s);
        later = co_await ask(self, 80, charge("k1"));
    });
    t.run();
    EXPECT_EQ(later.status, 201U);
    EXPECT_TRUE(is_replay(later));
}

TEST(ChargeServer, EndsTheConnectionWhenAskedTo) {
    charge_world t;
    t.serve("api-1", 80);
    bool ended = false;
    t.visit("client", [&](sim::incarnation& self) -> awaitable<void> {
        sim::socket s(self);
        const sim::endpoint api("api", 80);
        co_await s.async_connect(api, boost::asio::use_awaitable);
        model::http_connection c(std::move(s));
        model::http_request request = charge("k1");
        request.headers.add("Connection", "close");
        co_await c.write(request);
        co_await c.read_response();
        sim::error_code ec;
        co_await sim::read_some(c.stream(), ec);
        ended = ec == boost::asio::error::eof;
    });
    t.run();
    EXPECT_TRUE(ended);
}

TEST(ChargeServer, SaysThatTheOutcomeIsUnknownWhenTheDatabaseFails) {
    const std::vector<model::http_response> answers =
        on_the_loopback("/there/is/no/such/folder/x.db", {charge("k1")});
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers[0].status, 503U);
    EXPECT_EQ(header(answers[0], "Retry-After"), "1");
}

}  // namespace
}  // namespace onceproof::designs
