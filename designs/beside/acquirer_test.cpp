// The acquirer: one list of exchanges in the world and on the loopback, then what it takes several
// requests at once, a fault injector or time to see.
#include "designs/beside/acquirer.hpp"

#include "model/http/http_call.hpp"
#include "model/http/loopback_testing.hpp"
#include "model/platform/real_file_testing.hpp"
#include "sim/net/two_hosts.hpp"
#include "sim/sqlite/storage.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace onceproof::designs {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using model::testing::run_on_the_loopback;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string payment(std::int64_t amount, std::string_view tenant = "shop-1",
                    std::string_view reference = "order-17") {
    return fmt::format(R"({{"tenant":"{}","amount":{},"currency":"EUR","reference":"{}"}})", tenant,
                       amount, reference);
}

model::http_request post(std::string_view target, std::string_view key, std::string_view body) {
    model::http_request request("POST", target, body);
    request.headers.add("Host", "acquirer");
    if (!key.empty()) {
        request.headers.add("Idempotency-Key", key);
    }
    return request;
}

model::http_request capture(std::string_view key, std::string_view body = payment(1250)) {
    return post("/v1/captures", key, body);
}

model::http_request get(std::string_view target) {
    model::http_request request("GET", target, "");
    request.headers.add("Host", "acquirer");
    return request;
}

std::string header(const model::http_response& answer, std::string_view name) {
    const std::string* value = answer.headers.find(name);
    return value == nullptr ? std::string() : *value;
}

// A world with an acquirer, and clients who ask at given times.
struct bank {
    explicit bank(downstream_options options = downstream_options(),
                  sim::fault_injector* injector = nullptr)
        : t({}, {}, injector) {
        kept.begin_run(t.server_host);
        add_acquirer("acquirer-1", 80, options);
    }

    void add_acquirer(std::string_view name, sim::port_number port, downstream_options options) {
        const auto main = [port, options](sim::incarnation& self) -> awaitable<void> {
            acquirer<model::simulated> server(self, options);
            co_await server.serve(port);
        };
        t.server_host.add_process(name, sim::run_body(main)).start();
    }

    void at(sim::duration when, const std::string& name, const model::http_request& request,
            sim::port_number port = 80) {
        const auto main = [this, when, name, request,
                           port](sim::incarnation& self) -> awaitable<void> {
            co_await sim::pause_for(when);
            model::simulated::activity::root(self.get_executor()).open("intent", 1);
            const sim::endpoint where("server", port);
            const auto answer = co_await http_call<model::simulated>(self, where, request, 1h);
            answers[name] = answer.value_or(model::http_response());
        };
        t.client_host.add_process(name, sim::run_body(main)).start();
    }

    // What the table holds after the run.
    std::vector<std::string> payments() {
        kept.end_run();
        std::vector<std::string> all;
        kept.query("SELECT kind, tenant, reference, amount, key FROM payments ORDER BY id",
                   [&](const sim::statement& row) {
                       all.push_back(fmt::format("{} {} {} {} {}", row.text(0), row.text(1),
                                                 row.text(2), row.integer(3), row.text(4)));
                   });
        return all;
    }

    sim::storage kept{"acquirer.db", acquirer_schema};
    sim::two_hosts t;
    std::map<std::string, model::http_response> answers;
};

// A request, and what its answer must be.
struct bank_case {
    bank_case(std::string_view n, model::http_request r, unsigned s, std::string_view p)
        : name(n), request(std::move(r)), status(s), part(p) {}

    std::string name;
    model::http_request request;
    unsigned status;
    std::string part;  // of the body
};

std::vector<bank_case> bank_cases() {
    const std::string cap_1 =
        R"({"id":"cap_1","tenant":"shop-1","amount":1250,"currency":"EUR","reference":"order-17"})";
    const std::string bad_body = "`amount` must be an integer";
    model::http_request put = capture("k1");
    put.method = "PUT";
    return {
        {"first", capture("k1"), 201, cap_1},
        {"again", capture("\"k1\""), 201, cap_1},
        {"other amount", capture("k1", payment(1251)), 422, "another request"},
        {"other kind", post("/v1/authorizations", "k1", payment(1250)), 422, "another request"},
        {"other key", capture("k2"), 201, R"("id":"cap_2")"},
        {"no key", capture(""), 201, R"("id":"cap_3")"},
        {"authorized", post("/v1/authorizations", "k3", payment(5)), 201, R"("id":"auth_4")"},
        {"the limit", capture("k4", payment(1'000'000, "shop-2")), 201, R"("id":"cap_5")"},
        {"above", capture("k5", payment(1'000'001)), 402, "declined"},
        {"above again", capture("k5", payment(1'000'001)), 402, "declined"},
        {"bad key", capture("a b"), 400, "key is malformed"},
        {"no JSON", capture("k6", "amount=1"), 400, "not JSON"},
        {"no object", capture("k6", "[]"), 400, bad_body},
        {"nothing", capture("k6", payment(0)), 400, bad_body},
        {"no tenant", capture("k6", payment(1, "")), 400, bad_body},
        {"no reference", capture("k6", payment(1, "shop-1", "")), 400, bad_body},
        {"corrected", capture("k6", payment(1, "shop-1", "a b")), 201, R"("id":"cap_6")"},
        {"found", get("/v1/captures?reference=order-17"), 200,
         R"("id":"cap_1","tenant":"shop-1","amount":1250,"currency":"EUR","reference":"order-17"},)"
         R"({"id":"cap_2",)"},
        {"of a tenant", get("/v1/captures?reference=order-17&tenant=shop-2"), 200,
         R"({"captures":[{"id":"cap_5",)"},
        {"of a kind", get("/v1/authorizations?reference=order-17"), 200,
         R"({"authorizations":[{"id":"auth_4",)"},
        {"encoded", get("/v1/captures?reference=a%20b"), 200, R"({"captures":[{"id":"cap_6",)"},
        {"none", get("/v1/captures?reference=order-18"), 200, R"({"captures":[]})"},
        {"of what", get("/v1/captures"), 400, "reference is missing"},
        {"no key once more", capture(""), 201, R"("id":"cap_7")"},
        {"other target", post("/v1/refunds", "k7", payment(1)), 404, "There is nothing here"},
        {"other method", put, 405, "not allowed"},
    };
}

std::vector<model::http_response> bank_in_the_world() {
    std::vector<model::http_response> answers;
    bank b;
    const auto client = [&](sim::incarnation& self) -> awaitable<void> {
        const sim::endpoint where("server", 80);
        for (const bank_case& e : bank_cases()) {
            auto answer = co_await http_call<model::simulated>(self, where, e.request, 1h);
            answers.push_back(std::move(answer).value());
        }
    };
    b.t.client_host.add_process("asks", sim::run_body(client)).start();
    b.t.run();
    return answers;
}

TEST(Acquirer, AnswersEachRequestAsDocumented) {
    const std::vector<bank_case> asked = bank_cases();
    const std::vector<model::http_response> answers = bank_in_the_world();
    ASSERT_EQ(answers.size(), asked.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
        SCOPED_TRACE(asked[i].name);
        EXPECT_EQ(answers[i].status, asked[i].status);
        EXPECT_THAT(answers[i].body, HasSubstr(asked[i].part));
        EXPECT_EQ(header(answers[i], "Content-Type"),
                  asked[i].status < 300 ? "application/json" : "application/problem+json");
        const bool again = asked[i].name.ends_with("again");
        EXPECT_EQ(header(answers[i], "Idempotent-Replayed"), again ? "true" : "");
    }
}

TEST(Acquirer, AnswersAlikeOnTheLoopback) {
    const model::testing::real_file file("acquirer.db");
    std::vector<model::http_response> answers;
    run_on_the_loopback<acquirer<model::real>>(
        "acquirer-1", file.path(),
        [&](const model::real::process& self,
            const model::real::endpoint& where) -> awaitable<void> {
            model::real::database db(self);
            co_await db.open();
            db.execute(acquirer_schema);
            for (const bank_case& e : bank_cases()) {
                auto answer = co_await http_call<model::real>(self, where, e.request, 1h);
                answers.push_back(std::move(answer).value());
            }
        });
    EXPECT_EQ(answers, bank_in_the_world());
}

TEST(Acquirer, SaysThatTheOutcomeIsUnknownWhenTheDatabaseFails) {
    std::vector<unsigned> told;
    run_on_the_loopback<acquirer<model::real>>(
        "acquirer-1", "/there/is/no/such/folder/x.db",
        [&](const model::real::process& self,
            const model::real::endpoint& where) -> awaitable<void> {
            const model::http_request request = capture("k1");
            const auto answer = co_await http_call<model::real>(self, where, request, 1h);
            told.push_back(answer.value().status);
        });
    EXPECT_THAT(told, ElementsAre(500U));
}

TEST(Acquirer, HoldsARowForEachEffectAndNoneForARefusal) {
    bank b;
    b.at(0s, "first", capture("k1"));
    b.at(1s, "again", capture("k1"));
    b.at(2s, "other", capture("k1", payment(7)));
    b.at(3s, "above", capture("k2", payment(1'000'001)));
    b.at(4s, "authorized", post("/v1/authorizations", "k3", payment(7, "shop-2", "order-18")));
    b.t.run();
    EXPECT_THAT(b.payments(), ElementsAre("capture shop-1 order-17 1250 k1",
                                          "authorization shop-2 order-18 7 k3"));
    EXPECT_THAT(b.t.notes(),
                ElementsAre("intent-1 CAPTURES order-17", "intent-1 replays the stored answer k1",
                            "intent-1 refuses: another request k1", "intent-1 declines order-17",
                            "intent-1 AUTHORIZES order-18"));
}

TEST(Acquirer, KeylessTakesEveryRequestForANewOne) {
    bank b(downstream_options(false));
    b.at(0s, "first", capture("k1"));
    b.at(1s, "again", capture("k1"));
    b.at(2s, "other", capture("k1", payment(7)));
    b.at(3s, "above", capture("k1", payment(1'000'001)));
    b.t.run();
    EXPECT_THAT(b.payments(),
                ElementsAre("capture shop-1 order-17 1250 k1", "capture shop-1 order-17 1250 k1",
                            "capture shop-1 order-17 7 k1"));
    EXPECT_EQ(b.answers["again"].status, 201U);
    EXPECT_EQ(header(b.answers["again"], "Idempotent-Replayed"), "");
    EXPECT_EQ(b.answers["above"].status, 402U);
}

TEST(Acquirer, RefusesADuplicateWhileItWorks) {
    downstream_options slow;
    slow.work_time = 2s;
    bank b(slow);
    b.at(0s, "first", capture("k1"));
    b.at(1s, "early", capture("k1"));
    b.at(1s, "other key", capture("k2"));
    b.at(2500ms, "late", capture("k1"));
    b.t.run();
    EXPECT_EQ(b.answers["first"].status, 201U);
    EXPECT_EQ(b.answers["early"].status, 409U);
    EXPECT_EQ(header(b.answers["early"], "Retry-After"), "1");
    EXPECT_EQ(b.answers["other key"].status, 201U);
    EXPECT_EQ(b.answers["late"].body, b.answers["first"].body);
    EXPECT_LT(b.t.w.now(), sim::time_point(4s)) << "a stored answer takes no work";
    EXPECT_EQ(b.payments().size(), 2U);
}

// At two processes a duplicate is not seen to be in flight; the insert arbitrates.
TEST(Acquirer, LetsOneOfTwoProcessesPay) {
    downstream_options slow;
    slow.work_time = 2s;
    bank b(slow);
    b.add_acquirer("acquirer-2", 81, slow);
    b.at(0s, "one", capture("k1"));
    b.at(1s, "two", capture("k1"), 81);
    b.at(1s, "other", capture("k1", payment(7)), 81);
    b.t.run();
    EXPECT_EQ(b.answers["one"].status, 201U);
    EXPECT_EQ(b.answers["two"].body, b.answers["one"].body);
    EXPECT_EQ(header(b.answers["two"], "Idempotent-Replayed"), "true");
    EXPECT_EQ(b.payments().size(), 1U);
}

TEST(Acquirer, IsFreeForTheKeyAgainAfterItDiedAtWork) {
    downstream_options slow;
    slow.work_time = 2s;
    bank b(slow);
    b.at(0s, "lost", capture("k1"));
    b.at(2s, "next", capture("k1"));
    b.t.w.after(1s, [&] {
        sim::process& victim = *b.t.server_host.processes().back();
        victim.kill();
        victim.start();
    });
    b.t.run();
    EXPECT_EQ(b.answers["lost"].status, 0U);
    EXPECT_EQ(b.answers["next"].status, 201U);
    EXPECT_EQ(header(b.answers["next"], "Idempotent-Replayed"), "");
    EXPECT_EQ(b.payments().size(), 1U);
}

TEST(Acquirer, SaysThatTheOutcomeIsUnknownWhileOthersLockTheDatabase) {
    bank b;
    const auto lock = [](sim::incarnation& self) -> awaitable<void> {
        sim::sql_client db(self);
        co_await db.open();
        co_await db.begin();
        co_await sim::pause_for(20s);
    };
    b.t.server_host.add_process("locks", sim::run_body(lock)).start();
    b.at(1s, "early", capture("k1"));
    b.at(21s, "late", capture("k1"));
    b.t.run();
    EXPECT_EQ(b.answers["early"].status, 500U);
    EXPECT_EQ(b.answers["late"].status, 201U);
    EXPECT_EQ(b.payments().size(), 1U);
}

TEST(Acquirer, ShowsToALookUpOnlyWhatIsOldEnough) {
    downstream_options lags;
    lags.visible_after = 5s;
    bank b(lags);
    const model::http_request look_up = get("/v1/captures?reference=order-17");
    b.at(0s, "pays", capture("k1"));
    b.at(4s, "early", look_up);
    b.at(6s, "late", look_up);
    b.t.run();
    EXPECT_EQ(b.answers["early"].body, R"({"captures":[]})");
    EXPECT_THAT(b.answers["late"].body, HasSubstr("cap_1"));
}

// What the first of two attempts gets when its service has that failure, and the second one then.
struct failed_bank {
    explicit failed_bank(sim::literal what) : h("intent-1/acquirer-1/serve", sim::injection(what)) {
        bank b(downstream_options(), &h);
        b.at(0s, "first", capture("k1"));
        b.at(1s, "second", capture("k1"));
        b.at(2s, "looks", get("/v1/captures?reference=order-17"));
        b.t.run();
        first = b.answers["first"];
        second = b.answers["second"];
        rows = b.payments().size();
        EXPECT_TRUE(h.has_fired);
        EXPECT_EQ(b.answers["looks"].status, 200U);
    }

    sim::single_fault h;
    model::http_response first;
    model::http_response second;
    std::size_t rows = 0;
};

TEST(Acquirer, DoesNothingWhenItIsTooBusyOrFailsBefore) {
    for (const sim::literal what :
         {model::service_failure::too_busy, model::service_failure::fail_before}) {
        const failed_bank t(what);
        const bool busy = what == model::service_failure::too_busy;
        EXPECT_EQ(t.first.status, busy ? 429U : 503U);
        EXPECT_EQ(header(t.first, "Retry-After"), "1");
        EXPECT_EQ(t.second.status, 201U);
        EXPECT_EQ(header(t.second, "Idempotent-Replayed"), "");
        EXPECT_EQ(t.rows, 1U);
    }
}

TEST(Acquirer, HasPaidWhenItFailsAfter) {
    const failed_bank t(model::service_failure::fail_after);
    EXPECT_EQ(t.first.status, 500U);
    EXPECT_EQ(t.second.status, 201U);
    EXPECT_EQ(header(t.second, "Idempotent-Replayed"), "true");
    EXPECT_EQ(t.rows, 1U);
}

}  // namespace
}  // namespace onceproof::designs
