// The steps on the table of records, one by one and each alone, in the world. That the real
// database does the same is seen at the servers.
#include "designs/parts/key_records.hpp"

#include "model/platform/platform.hpp"
#include "sim/net/two_hosts.hpp"
#include "sim/sqlite/storage.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace onceproof::designs {
namespace {

using boost::asio::awaitable;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using records = key_records<model::simulated>;
using database = model::simulated::database;

const record_id& k1() {
    static const record_id id("shop-1", "POST /v1/charges", "k1");
    return id;
}

const claim_note& first_owner() {
    static const claim_note by("print-1", "api-1/1", 1000);
    return by;
}

const claim_note& heir() {
    static const claim_note by("print-2", "api-2/1", 2000);
    return by;
}

model::http_response receipt() {
    model::http_response answer(201, "{\"id\":\"ch_1\"}");
    answer.headers.add("Content-Type", "application/json");
    answer.headers.add("Location", "/v1/charges/ch_1: of 12:30");
    answer.headers.add("X-Empty", "");
    answer.headers.add("Set-Cookie", "a=1");
    answer.headers.add("Set-Cookie", "b=2");
    return answer;
}

// The whole table once STEPS have run on it, a row a text: key, fingerprint, owner, epoch, lease,
// point, time and status, and what is stored of the answer.
std::vector<std::string> after(const std::function<awaitable<void>(database&)>& steps) {
    sim::storage kept("charges.db", records_schema);
    sim::two_hosts t({}, {});
    kept.begin_run(t.server_host);
    bool done = false;
    const auto main = [&](sim::incarnation& self) -> awaitable<void> {
        database db(self);
        co_await db.open();
        co_await steps(db);
        done = true;
    };
    t.server_host.add_process("api-1", sim::run_body(main)).start();
    t.run();
    kept.end_run();
    EXPECT_TRUE(done);
    std::vector<std::string> rows;
    kept.query(
        "SELECT tenant, operation, key, fingerprint, owner, epoch, lease_end, point, "
        "done_at, status, headers, body FROM records ORDER BY key",
        [&](const sim::statement& row) {
            std::string text;
            for (int i = 2; i < row.columns(); ++i) {
                text += row.is_null(i) ? std::string("-") : std::string(row.text(i));
                text += i + 1 < row.columns() ? " " : "";
            }
            rows.push_back(text);
        });
    return rows;
}

// Of "k1", in its first epoch.
awaitable<void> claim_k1(database& db) {
    const bool won = co_await records::insert(db, k1(), first_owner());
    EXPECT_TRUE(won);
}

awaitable<void> complete_k1(database& db, std::int64_t now = 50) {
    co_await claim_k1(db);
    const model::http_response answer(402, "no");
    const bool ours = co_await records::complete(db, k1(), 1, answer, now);
    EXPECT_TRUE(ours);
}

constexpr std::string_view claimed = "k1 print-1 api-1/1 1 1000  - - - -";
constexpr std::string_view completed = "k1 print-1 api-1/1 1 1000  50 402  no";

TEST(KeyRecords, InsertsAKeyOnce) {
    const auto rows = after([](database& db) -> awaitable<void> {
        co_await claim_k1(db);
        const bool again = co_await records::insert(db, k1(), heir());
        EXPECT_FALSE(again);
    });
    EXPECT_THAT(rows, ElementsAre(claimed));
}

TEST(KeyRecords, InsertsNothingOverWhatIsDoneOrExpired) {
    for (const bool swept : {false, true}) {
        const auto rows = after([swept](database& db) -> awaitable<void> {
            co_await complete_k1(db);
            if (swept) {
                co_await records::sweep(db, 51);
            }
            const bool again = co_await records::insert(db, k1(), heir());
            EXPECT_FALSE(again);
        });
        EXPECT_THAT(rows, ElementsAre(swept ? "k1 print-1 api-1/1 1 1000  50 - - -" : completed));
    }
}

TEST(KeyRecords, KeepsApartWhatDiffersInAnyPartOfTheScope) {
    const auto rows = after([](database& db) -> awaitable<void> {
        const std::vector<record_id> others{{"shop-2", k1().operation, "k1"},
                                            {"shop-1", "POST /v1/refunds", "k1"},
                                            {"shop-1", k1().operation, "K1"}};
        co_await claim_k1(db);
        for (const record_id& other : others) {
            const auto found = co_await records::find(db, other);
            EXPECT_FALSE(found.has_value()) << other.key;
            const bool won = co_await records::insert(db, other, first_owner());
            EXPECT_TRUE(won) << other.key;
            const bool ours = co_await records::give_up(db, other, 1);
            EXPECT_TRUE(ours) << other.key;
        }
    });
    const std::string given_up = "print-1 api-1/1 1 0  - - - -";
    EXPECT_THAT(rows, ElementsAre("K1 " + given_up, claimed, "k1 " + given_up, "k1 " + given_up));
}

TEST(KeyRecords, FindsNothingWhereNothingIs) {
    const auto rows = after([](database& db) -> awaitable<void> {
        const auto found = co_await records::find(db, k1());
        EXPECT_FALSE(found.has_value());
    });
    EXPECT_THAT(rows, IsEmpty());
}

TEST(KeyRecords, FindsAClaimAsItWasMade) {
    after([](database& db) -> awaitable<void> {
        co_await claim_k1(db);
        const auto found = co_await records::find(db, k1());
        if (!found) {
            ADD_FAILURE() << "it is not there";
            co_return;
        }
        EXPECT_EQ(found->fingerprint, "print-1");
        EXPECT_EQ(found->epoch, 1);
        EXPECT_EQ(found->lease_end, 1000);
        EXPECT_EQ(found->done_at, 0);
        EXPECT_EQ(found->point, "");
        EXPECT_FALSE(found->expired);
        EXPECT_FALSE(found->answer.has_value());
    });
}

// Names that come twice, values that are empty or look like a line of their own.
TEST(KeyRecords, GivesAnAnswerBackToTheByte) {
    std::vector<model::http_response> answers{
        receipt(), model::http_response(204, ""),
        model::http_response(200, std::string("a\0b\r\n: c\n", 9))};
    answers[1].headers.add("Location", "/v1/charges/ch_2");
    for (const model::http_response& answer : answers) {
        after([&answer](database& db) -> awaitable<void> {
            co_await claim_k1(db);
            const bool ours = co_await records::complete(db, k1(), 1, answer, 70);
            EXPECT_TRUE(ours);
            const auto found = co_await records::find(db, k1());
            if (!found) {
                ADD_FAILURE() << "it is not there";
                co_return;
            }
            EXPECT_EQ(found->answer, answer);
            EXPECT_EQ(found->done_at, 70);
            EXPECT_FALSE(found->expired);
        });
    }
}

// --- What only the owner of the epoch may do ---

struct step {
    std::string name;
    std::function<awaitable<bool>(database&, const record_id&, std::int64_t)> run;
    std::string undone;  // the row of a claim after it
};

// All but renew: these want a record that is undone.
std::vector<step> steps() {
    static const model::http_response answer(402, "no");
    return {{"take over",
             [](database& db, const record_id& id, std::int64_t epoch) {
                 return records::take_over(db, id, heir(), epoch, "");
             },
             "k1 print-1 api-2/1 2 2000  - - - -"},
            {"complete",
             [](database& db, const record_id& id, std::int64_t epoch) {
                 return records::complete(db, id, epoch, answer, 50);
             },
             std::string(completed)},
            {"advance",
             [](database& db, const record_id& id, std::int64_t epoch) {
                 return records::advance(db, id, epoch, "authorized");
             },
             "k1 print-1 api-1/1 1 1000 authorized - - - -"},
            {"give up",
             [](database& db, const record_id& id, std::int64_t epoch) {
                 return records::give_up(db, id, epoch);
             },
             "k1 print-1 api-1/1 1 0  - - - -"}};
}

TEST(KeyRecords, ChangesAnUndoneRecordInThatEpoch) {
    for (const step& s : steps()) {
        const auto rows = after([&s](database& db) -> awaitable<void> {
            co_await claim_k1(db);
            const bool works = co_await s.run(db, k1(), 1);
            EXPECT_TRUE(works) << s.name;
        });
        EXPECT_THAT(rows, ElementsAre(s.undone)) << s.name;
    }
}

TEST(KeyRecords, ChangesNothingInAnotherEpoch) {
    for (const step& s : steps()) {
        for (const std::int64_t epoch : {0, 2}) {
            const auto rows = after([&s, epoch](database& db) -> awaitable<void> {
                co_await claim_k1(db);
                const bool works = co_await s.run(db, k1(), epoch);
                EXPECT_FALSE(works) << s.name;
            });
            EXPECT_THAT(rows, ElementsAre(claimed)) << s.name;
        }
    }
}

TEST(KeyRecords, ChangesNothingThatIsDone) {
    for (const step& s : steps()) {
        const auto rows = after([&s](database& db) -> awaitable<void> {
            co_await complete_k1(db);
            const bool works = co_await s.run(db, k1(), 1);
            EXPECT_FALSE(works) << s.name;
        });
        EXPECT_THAT(rows, ElementsAre(completed)) << s.name;
    }
}

TEST(KeyRecords, MakesNothingOfAKeyThatIsNotThere) {
    for (const step& s : steps()) {
        const auto rows = after([&s](database& db) -> awaitable<void> {
            const bool works = co_await s.run(db, k1(), 1);
            EXPECT_FALSE(works) << s.name;
        });
        EXPECT_THAT(rows, IsEmpty()) << s.name;
    }
}

TEST(KeyRecords, KeepsThePointForTheHeir) {
    const auto rows = after([](database& db) -> awaitable<void> {
        co_await claim_k1(db);
        co_await records::advance(db, k1(), 1, "authorized");
        co_await records::give_up(db, k1(), 1);
        co_await records::take_over(db, k1(), heir(), 1, "authorized");
        const auto found = co_await records::find(db, k1());
        EXPECT_EQ(found->point, "authorized");
        const bool late = co_await records::advance(db, k1(), 1, "captured");
        EXPECT_FALSE(late);
    });
    EXPECT_THAT(rows, ElementsAre("k1 print-1 api-2/1 2 2000 authorized - - - -"));
}

TEST(KeyRecords, IsNotTakenOverByWhoHasMissedHowFarItHasCome) {
    const auto rows = after([](database& db) -> awaitable<void> {
        co_await claim_k1(db);
        co_await records::advance(db, k1(), 1, "authorized");
        const bool ours = co_await records::take_over(db, k1(), heir(), 1, "");
        EXPECT_FALSE(ours);
    });
    EXPECT_THAT(rows, ElementsAre("k1 print-1 api-1/1 1 1000 authorized - - - -"));
}

TEST(KeyRecords, RenewsWhatIsDoneAsIfItHadNeverBeen) {
    for (const bool swept : {false, true}) {
        const auto rows = after([swept](database& db) -> awaitable<void> {
            co_await claim_k1(db);
            co_await records::advance(db, k1(), 1, "authorized");
            const model::http_response answer = receipt();
            co_await records::complete(db, k1(), 1, answer, 50);
            if (swept) {
                co_await records::sweep(db, 51);
            }
            const bool ours = co_await records::renew(db, k1(), heir(), 1);
            EXPECT_TRUE(ours);
        });
        EXPECT_THAT(rows, ElementsAre("k1 print-2 api-2/1 2 2000  - - - -")) << swept;
    }
}

TEST(KeyRecords, RenewsNothingElse) {
    const auto undone = after([](database& db) -> awaitable<void> {
        co_await claim_k1(db);
        const bool ours = co_await records::renew(db, k1(), heir(), 1);
        EXPECT_FALSE(ours);
    });
    EXPECT_THAT(undone, ElementsAre(claimed));
    const auto done = after([](database& db) -> awaitable<void> {
        co_await complete_k1(db);
        for (const std::int64_t epoch : {0, 2}) {
            const bool ours = co_await records::renew(db, k1(), heir(), epoch);
            EXPECT_FALSE(ours) << epoch;
        }
    });
    EXPECT_THAT(done, ElementsAre(completed));
}

TEST(KeyRecords, ErasesTheOneRecord) {
    const auto rows = after([](database& db) -> awaitable<void> {
        const record_id other("shop-1", k1().operation, "k2");
        co_await claim_k1(db);
        co_await records::insert(db, other, first_owner());
        co_await records::erase(db, k1());
    });
    EXPECT_THAT(rows, ElementsAre("k2 print-1 api-1/1 1 1000  - - - -"));
}

// --- Sweeping ---

// Done at 10, 20 and 30, and one that is under way.
awaitable<void> three_done_and_one_undone(database& db) {
    const model::http_response answer = receipt();
    for (const std::int64_t when : {10, 20, 30}) {
        const record_id id("shop-1", k1().operation, fmt::format("at-{}", when));
        co_await records::insert(db, id, first_owner());
        co_await records::advance(db, id, 1, "authorized");
        co_await records::complete(db, id, 1, answer, when);
    }
    co_await claim_k1(db);
}

TEST(KeyRecords, SweepsWhatWasDoneBefore) {
    const auto rows = after([](database& db) -> awaitable<void> {
        co_await three_done_and_one_undone(db);
        const std::int64_t swept = co_await records::sweep(db, 20);
        EXPECT_EQ(swept, 1);
        const std::int64_t again = co_await records::sweep(db, 20);
        EXPECT_EQ(again, 0) << "a tombstone is not swept again";
        const std::int64_t later = co_await records::sweep(db, 31);
        EXPECT_EQ(later, 2);
    });
    EXPECT_THAT(rows, ElementsAre("at-10 print-1 api-1/1 1 1000  10 - - -",
                                  "at-20 print-1 api-1/1 1 1000  20 - - -",
                                  "at-30 print-1 api-1/1 1 1000  30 - - -", claimed));
}

TEST(KeyRecords, FindsATombstoneExpired) {
    after([](database& db) -> awaitable<void> {
        co_await three_done_and_one_undone(db);
        co_await records::sweep(db, 20);
        const record_id old("shop-1", k1().operation, "at-10");
        const auto swept = co_await records::find(db, old);
        EXPECT_TRUE(swept->expired);
        EXPECT_FALSE(swept->answer.has_value());
        EXPECT_EQ(swept->fingerprint, "print-1");
        const record_id young("shop-1", k1().operation, "at-20");
        const auto kept = co_await records::find(db, young);
        EXPECT_FALSE(kept->expired);
        EXPECT_EQ(kept->answer, receipt());
    });
}

}  // namespace
}  // namespace onceproof::designs
