// Disks that fail under a database in the world: where they may, what SQLite gets, how long it
// lasts, and that no run hears of those before it.
#include "sim/disk/disk_failure.hpp"

#include "sim/sqlite/storage_testing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace onceproof::sim {
namespace {

using ::testing::ElementsAre;
using namespace std::chrono_literals;
using testing::charge;
using testing::charges;
using testing::charges_schema;
using testing::number;
using testing::shop_run;

// Fails one point of files, the NTH of all or one of a name.
class file_fault final : public fault_injector {
public:
    explicit file_fault(injection what, std::size_t nth = 0) : injection_(what), nth_(nth) {}
    file_fault(injection what, std::string_view name) : injection_(what), id_(point_id(name)) {}

    std::span<const injection> at(const point& where) override {
        if (where.kind != point_kind::file) {
            return {};
        }
        actions.emplace_back(where.where.action.text());
        const bool here = where.id == id_ || actions.size() == nth_;
        return {&injection_, here ? 1U : 0U};
    }
    void fired(primitive) override { ++times_fired; }
    bool wants_files() const override { return true; }

    std::vector<std::string> actions;
    int times_fired = 0;

private:
    injection injection_;
    std::size_t nth_ = 0;
    std::uint64_t id_ = 0;
};

injection once(file_failure what, duration span = {}) {
    injection d(what, "failure");
    d.span = span;
    return d;
}

injection lasting(file_failure what) {
    injection d = once(what);
    d.lasting = true;
    return d;
}

// What came of charges, one after the other, each acknowledged with its number.
struct charged_disk {
    std::vector<int> codes;
    std::vector<duration> spans;
    std::vector<std::int64_t> acknowledged;
    bool served_out = false;
};

// Charges the amounts 1, 2, ... so often; a process that starts again goes on where it was.
auto charge_times(int times, charged_disk& seen) {
    return [times, &seen](incarnation& self) -> awaitable<void> {
        sql_client db(self);
        int opened = co_await db.open();
        while (opened != SQLITE_OK && seen.codes.size() < 8) {
            seen.codes.push_back(opened);
            opened = co_await db.open();
        }
        while (opened == SQLITE_OK && static_cast<int>(seen.codes.size()) < times) {
            const time_point before = self.in().now();
            const auto amount = static_cast<std::int64_t>(seen.codes.size()) + 1;
            const int code = co_await charge(db, amount);
            seen.codes.push_back(code);
            seen.spans.push_back(self.in().now() - before);
            if (code == SQLITE_OK) {
                seen.acknowledged.push_back(amount);
            } else if (db.in_transaction()) {
                co_await db.rollback();
            }
        }
        seen.served_out = true;
    };
}

// Some charges on a storage of its own, while that goes wrong.
struct charged_shop {
    explicit charged_shop(file_fault& wrong, int times = 2,
                          database_options options = database_options())
        : kept("shop.db", charges_schema, options), run(kept, 7, &wrong) {
        run.start("api-1", charge_times(times, seen));
        run.w.run();
    }
    std::int64_t left() {
        kept.end_run();
        return charges(kept) - 1;
    }

    storage kept;
    charged_disk seen;
    shop_run run;
};

TEST(DiskFailure, EachOperationOnAFileIsAPoint) {
    file_fault none{injection()};
    const charged_shop s(none, 1);
    std::vector<std::string> commit;
    std::ranges::copy_if(none.actions, std::back_inserter(commit), [](const std::string& action) {
        return action.find(" read ") == std::string::npos;
    });
    EXPECT_THAT(commit,
                ElementsAre("file open database", "file open journal", "file write journal",
                            "file write journal", "file write journal", "file write journal",
                            "file write journal", "file write journal", "file write journal",
                            "file sync journal", "file sync directory", "file write journal",
                            "file sync journal", "file write database", "file write database",
                            "file sync database", "file cut journal", "file sync journal"));
}

TEST(DiskFailure, NobodyIsAskedWhoDoesNotWantToBe) {
    class modest final : public fault_injector {
    public:
        std::span<const injection> at(const point& where) override {
            EXPECT_NE(where.kind, point_kind::file);
            return {};
        }
    } nothing;
    charged_disk seen;
    storage kept("shop.db", charges_schema);
    trace_hash hash{};
    {
        shop_run quiet(kept, 7, &nothing);
        quiet.start("api-1", charge_times(2, seen));
        hash = quiet.w.run().hash;
    }
    charged_disk again;
    file_fault none{injection()};
    shop_run asked(kept, 7, &none);
    asked.start("api-1", charge_times(2, again));
    EXPECT_EQ(asked.w.run().hash, hash) << "to be asked changes nothing";
    EXPECT_FALSE(none.actions.empty());
}

struct failure {
    const char* at;
    file_failure kind;
    int code;
};

TEST(DiskFailure, SqliteGetsItsOwnWordForEach) {
    for (const failure& f :
         {failure{"api-1/file write journal", file_failure::error, SQLITE_IOERR_WRITE},
          failure{"api-1/file sync journal", file_failure::error, SQLITE_IOERR_FSYNC},
          failure{"api-1/file sync directory", file_failure::error, SQLITE_IOERR_DIR_FSYNC},
          failure{"api-1/file write database", file_failure::error, SQLITE_IOERR_WRITE},
          failure{"api-1/file cut journal", file_failure::error, SQLITE_IOERR_TRUNCATE},
          failure{"api-1/file open journal", file_failure::error, SQLITE_CANTOPEN},
          failure{"api-1/file write journal#3", file_failure::full, SQLITE_FULL},
          failure{"api-1/file write database", file_failure::read_only, SQLITE_IOERR_WRITE}}) {
        file_fault wrong(once(f.kind), f.at);
        charged_shop s(wrong);
        ASSERT_EQ(s.seen.codes.size(), 2U) << f.at;
        EXPECT_EQ(s.seen.codes[0], f.code) << f.at;
        EXPECT_EQ(wrong.times_fired, 1) << f.at;
        EXPECT_EQ(s.seen.codes[1], SQLITE_OK) << f.at;
        EXPECT_EQ(s.left(), static_cast<std::int64_t>(s.seen.acknowledged.size())) << f.at;
    }
}

TEST(DiskFailure, WhatLastsLastsUntilItIsMended) {
    for (const file_failure what :
         {file_failure::error, file_failure::full, file_failure::read_only}) {
        file_fault wrong(lasting(what), "api-1/file write journal");
        storage kept("shop.db", charges_schema);
        charged_disk seen;
        shop_run run(kept, 7, &wrong);
        run.start("api-1", charge_times(3, seen));
        run.w.run();
        EXPECT_EQ(seen.acknowledged.size(), 0U) << static_cast<int>(what);
        kept.mend();
        charged_disk after;
        run.start("api-2", charge_times(3, after));
        run.w.run();
        EXPECT_EQ(after.acknowledged.size(), 3U) << static_cast<int>(what);
    }
}

TEST(DiskFailure, WhatHasASpanEndsAfterIt) {
    for (const file_failure what :
         {file_failure::error, file_failure::full, file_failure::read_only}) {
        file_fault wrong(once(what, 40ms), "api-1/file write journal");
        storage kept("shop.db", charges_schema);
        charged_disk first;
        charged_disk in_time;
        charged_disk later;
        shop_run run(kept, 7, &wrong);
        run.start("api-1", charge_times(1, first));
        run.w.after(38ms, [&] { run.start("api-2", charge_times(1, in_time)); });
        run.w.after(42ms, [&] { run.start("api-3", charge_times(1, later)); });
        run.w.run();
        EXPECT_EQ(first.acknowledged.size(), 0U) << static_cast<int>(what);
        EXPECT_EQ(in_time.acknowledged.size(), 0U) << static_cast<int>(what);
        EXPECT_EQ(later.acknowledged.size(), 1U) << static_cast<int>(what);
    }
}

TEST(DiskFailure, NothingIsFaultedWhereItDoesNotConcern) {
    for (const file_failure what : {file_failure::full, file_failure::read_only,
                                    file_failure::false_sync, file_failure::lost}) {
        file_fault wrong(lasting(what), "api-1/file read database");
        const charged_shop s(wrong);
        EXPECT_EQ(s.seen.acknowledged.size(), 2U) << static_cast<int>(what);
        EXPECT_EQ(wrong.times_fired, 0) << static_cast<int>(what);
        EXPECT_EQ(
            std::ranges::count(s.run.w.events().records(), event_kind::failed, &trace_event::kind),
            0);
    }
}

TEST(DiskFailure, ASlowDiskMakesTheStepLonger) {
    file_fault none{injection()};
    file_fault slow(injection(primitive::delay, 30ms), "api-1/file sync database");
    const charged_shop fast(none, 1);
    const charged_shop late(slow, 1);
    EXPECT_EQ(late.seen.spans.at(0) - fast.seen.spans.at(0), 30ms);
}

// A sync that is told to be done: the charge is acknowledged, and goes with the power.
TEST(DiskFailure, AFalseSyncLosesWhatWasAcknowledged) {
    for (const bool lies : {false, true}) {
        file_fault wrong(lies ? lasting(file_failure::false_sync) : injection(),
                         "api-1/file sync journal");
        charged_shop s(wrong);
        EXPECT_EQ(s.seen.acknowledged.size(), 2U);
        s.run.machine.power_off();
        EXPECT_EQ(s.left(), lies ? 0 : 2);
    }
}

TEST(DiskFailure, AJournalThatIsGoneStopsNobody) {
    file_fault wrong(once(file_failure::lost), "api-1/file write journal#2");
    charged_shop s(wrong, 3);
    EXPECT_EQ(wrong.times_fired, 1);
    EXPECT_EQ(s.left(), static_cast<std::int64_t>(s.seen.acknowledged.size()));
    EXPECT_GE(s.seen.acknowledged.size(), 2U);
}

// --- At each operation in turn ---

struct setting {
    const char* name;
    journal_mode journal;
    synchronous sync;
};

class EachDisk : public ::testing::TestWithParam<setting> {
protected:
    database_options options() const {
        return database_options(GetParam().journal, GetParam().sync);
    }
};

INSTANTIATE_TEST_SUITE_P(
    Journals, EachDisk,
    ::testing::Values(setting{"truncate", journal_mode::truncate, synchronous::full},
                      setting{"remove", journal_mode::remove, synchronous::extra},
                      setting{"persist", journal_mode::persist, synchronous::full},
                      setting{"wal", journal_mode::wal, synchronous::full}),
    [](const auto& which) { return which.param.name; });

std::vector<injection> all_that_may_happen() {
    std::vector<injection> all{once(file_failure::error),        lasting(file_failure::error),
                               once(file_failure::full),         lasting(file_failure::full),
                               lasting(file_failure::read_only), injection(primitive::kill)};
    all.back().restart = 1ms;
    for (const char* survives :
         {"nothing", "everything", "names", "contents", "only 1", "only 2", "only -1", "all but 1",
          "all but -1", "all but -2", "torn 1", "torn -1", "some 1", "some 2"}) {
        injection cut(primitive::power_off, timing::before);
        cut.survives = survival_from(survives).value();
        cut.restart = 1ms;
        all.push_back(cut);
    }
    return all;
}

// Until a run passes untouched. After each, the database is whole and holds what was acknowledged;
// and what the kept storage remembers of runs that went wrong changes nothing.
TEST_P(EachDisk, FailsAtEachOperationAndLosesNothingAcknowledged) {
    storage kept("shop.db", charges_schema, options());
    int runs = 0;
    for (const injection& what : all_that_may_happen()) {
        bool fired = true;
        for (std::size_t n = 1; fired; ++n) {
            file_fault wrong(what, n);
            charged_disk seen;
            shop_run run(kept, 7, &wrong);
            run.start("api-1", charge_times(2, seen));
            run.w.run();
            fired = wrong.actions.size() >= n;
            kept.end_run();
            ++runs;
            const std::string where = std::to_string(static_cast<int>(what.kind)) + " " +
                                      to_text(what.survives) + " at " + std::to_string(n);
            ASSERT_EQ(number(kept,
                             "SELECT count(*) FROM pragma_integrity_check "
                             "WHERE integrity_check <> 'ok'"),
                      0)
                << where;
            for (const std::int64_t amount : seen.acknowledged) {
                const std::int64_t there =
                    amount == 1 ? number(kept, "SELECT count(*) FROM charges WHERE amount = 1")
                                : number(kept, "SELECT count(*) FROM charges WHERE amount = 2");
                ASSERT_GE(there, 1) << where << ", charge " << amount;
            }
        }
    }
    RecordProperty("runs", runs);
    EXPECT_GT(runs, 300);
    charged_disk seen;
    shop_run calm(kept);
    calm.start("api-1", charge_times(2, seen));
    calm.w.run();
    EXPECT_THAT(seen.codes, ElementsAre(SQLITE_OK, SQLITE_OK));
}

TEST_P(EachDisk, KeptConnectionsForgetWhatWentWrong) {
    storage kept("shop.db", charges_schema, options());
    for (const injection& what : all_that_may_happen()) {
        for (std::size_t n = 1; n < 40; n += 3) {
            trace_hash hashes[2];
            storage fresh("shop.db", charges_schema, options());
            for (const bool again : {false, true}) {
                file_fault wrong(what, n);
                charged_disk seen;
                shop_run run(again ? kept : fresh, 7, &wrong);
                run.start("api-1", charge_times(2, seen));
                hashes[again ? 1 : 0] = run.w.run().hash;
            }
            ASSERT_EQ(hashes[0], hashes[1]) << static_cast<int>(what.kind) << " at " << n;
        }
    }
}

}  // namespace
}  // namespace onceproof::sim
