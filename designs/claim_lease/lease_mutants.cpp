// Servers that each get wrong, in one step, for how long a claim is honoured, who takes it over,
// and what is told to who comes second. Named for the mistake.
#include "designs/mutant_rows.hpp"
#include "model/http/problem.hpp"
#include "model/oracle/marks.hpp"
#include "model/platform/database_failure.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <sqlite3.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::designs::mutants {
namespace {

using boost::asio::awaitable;
using database = platform::database;
using records = key_records<platform>;
using charge_server = designs::charge_server<platform>;

std::vector<mutant> lease_rows;

awaitable<void> free_keys(model::simulated::process self) {
    database db(self);
    if (const int opened = co_await db.open(); opened != SQLITE_OK) {
        co_return;
    }
    auto& update = db.prepared("UPDATE records SET lease_end = 0 WHERE done_at IS NULL");
    const int code = co_await db.step(update, "db free");
    model::expect_done(code);
}

// --- "lease" ---

// A claim is honoured for ever.
class claim_without_lease final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    bool is_in_flight(const key_record&) const override { return true; }
};
const added claim_without_lease_row(
    lease_rows,
    of_server<claim_without_lease>("claim-without-lease", "lease",
                                   "A claim is honoured for ever, though its owner is dead."));

class lease_shorter_than_work final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    std::int64_t lease_end() const override { return now() + 1; }
};
const added lease_shorter_than_work_row(
    lease_rows, of_server<lease_shorter_than_work>("lease-shorter-than-work", "lease",
                                                   "The lease ends while its owner works."));

// Who claims notes no lease, and a claim without one looks as if its owner were dead.
class missing_lease_is_dead final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    std::int64_t lease_end() const override { return 0; }
};
const added missing_lease_is_dead_row(
    lease_rows, of_server<missing_lease_is_dead>(
                    "missing-lease-is-dead", "lease",
                    "Who claims a key notes no lease, and a claim without one is taken for dead."));

// Each process has a clock of its own, ahead of that of the one before by 1.5 s.
class clocks_disagree final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    std::int64_t lease_end() const override { return charge_server::lease_end() + ahead(); }
    bool is_in_flight(const key_record& found) const override {
        key_record here = found;
        here.lease_end -= ahead();
        return charge_server::is_in_flight(here);
    }

private:
    // api-1, api-2, ...
    std::int64_t ahead() const {
        constexpr std::chrono::nanoseconds apart = std::chrono::milliseconds(1500);
        return (self().name().back() - '1') * apart.count();
    }
};
const added clocks_disagree_row(
    lease_rows, of_server<clocks_disagree>(
                    "clocks-disagree", "lease",
                    "Each server judges leases by a clock of its own, and they are 1.5 s apart."));

// A lease that ends far in the future is believed: it was made before the clock was set back.
class lease_from_the_future final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    bool is_in_flight(const key_record& found) const override {
        return left_until(found.lease_end) > sim::duration::zero();
    }
};
const added lease_from_the_future_row(
    lease_rows, of_server<lease_from_the_future>(
                    "lease-from-the-future", "lease",
                    "A lease that was made before the clock was set back is honoured until then."));

// --- "takeover" ---

// Who sees a dead claim writes itself in, whoever else has done so meanwhile.
class takeover_without_compare final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<std::int64_t>> take_over(database& db, const charge_request& c,
                                                     const key_record& found) override {
        const record_id id = record_of(c);
        auto& update = db.prepared(
            "UPDATE records SET epoch = ?4, lease_end = ?5 "
            "WHERE tenant = ?1 AND operation = ?2 AND key = ?3");
        update.bind(1, std::string_view(id.tenant));
        update.bind(2, std::string_view(id.operation));
        update.bind(3, std::string_view(id.key));
        update.bind(4, found.epoch + 1);
        update.bind(5, lease_end());
        co_await begin(db);
        const int code = co_await db.step(update, "db take over");
        model::expect_done(code);
        co_await commit(db);
        self().note(model::marks::takes_over, static_cast<std::uint64_t>(found.epoch + 1), c.key);
        std::optional<std::int64_t> epoch = found.epoch + 1;
        co_return epoch;
    }
};
const added takeover_without_compare_row(
    lease_rows, of_server<takeover_without_compare>("takeover-without-compare", "takeover",
                                                    "Two who see a dead claim both take it over."));

// Compares and swaps the end of the lease, and leaves the epoch as it was.
class takeover_in_the_same_epoch final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<std::int64_t>> take_over(database& db, const charge_request& c,
                                                     const key_record& found) override {
        const record_id id = record_of(c);
        auto& update = db.prepared(
            "UPDATE records SET lease_end = ?4 WHERE tenant = ?1 AND operation = ?2 AND key = ?3 "
            "AND lease_end = ?5 AND done_at IS NULL");
        update.bind(1, std::string_view(id.tenant));
        update.bind(2, std::string_view(id.operation));
        update.bind(3, std::string_view(id.key));
        update.bind(4, lease_end());
        update.bind(5, found.lease_end);
        co_await begin(db);
        const int code = co_await db.step(update, "db take over");
        model::expect_done(code);
        const bool ours = db.changes() == 1;
        co_await commit(db);
        std::optional<std::int64_t> epoch;
        if (ours) {
            epoch = found.epoch;
            self().note(model::marks::takes_over, static_cast<std::uint64_t>(*epoch), c.key);
        }
        co_return epoch;
    }
};
const added takeover_in_the_same_epoch_row(
    lease_rows,
    of_server<takeover_in_the_same_epoch>(
        "takeover-in-the-same-epoch", "takeover",
        "Who takes a claim over leaves its epoch: nothing tells the two owners apart."));

// --- "in flight" ---

// A duplicate in flight is told that its request is bad: the client takes it for the end.
class in_flight_is_a_rejection final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> refuse_in_flight(database&, const charge_request&) override {
        co_return model::problem(400, "The key has been used",
                                 "Each request needs a key of its own.");
    }
};
const added in_flight_is_a_rejection_row(
    lease_rows, of_server<in_flight_is_a_rejection>(
                    "in-flight-is-a-rejection", "in flight",
                    "A duplicate in flight is answered 400, which the client takes for the end."));

// When to ask again is left to the client, and so all of them ask at once.
class in_flight_without_pause final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> refuse_in_flight(database&, const charge_request&) override {
        co_return model::problem(promised().in_flight_status,
                                 "Another attempt with this key is under way",
                                 "Ask again with the same key.");
    }
};
const added in_flight_without_pause_row(
    lease_rows, of_server<in_flight_without_pause>(
                    "in-flight-without-pause", "in flight",
                    "A duplicate in flight is not told when to ask again, as it was promised."));

// Who has waited long enough for the outcome does the work itself.
class wait_then_work final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<key_record>> wait_for(database& db, const charge_request& c,
                                                  key_record found) override {
        std::optional<key_record> seen = co_await charge_server::wait_for(db, c, std::move(found));
        if (seen && !seen->answer) {
            seen->lease_end = 0;
        }
        co_return seen;
    }
};
const added wait_then_work_row(
    lease_rows,
    of_server<wait_then_work>("wait-then-work", "in flight",
                              "Who has waited long enough for the outcome does the work itself.",
                              "waiting"));

// --- "drain", "refusal" ---

// What to do at shutdown includes freeing the keys that are claimed, though they are worked on.
class shutdown_frees_keys final : public charge_server {
public:
    using charge_server::charge_server;
    void stop() override {
        boost::asio::co_spawn(self().get_executor(), free_keys(self()), boost::asio::detached);
        charge_server::stop();
    }
};
const added shutdown_frees_keys_row(
    lease_rows,
    of_server<shutdown_frees_keys>(
        "shutdown-frees-keys", "drain",
        "The shutdown hook frees the keys that are claimed, though they are worked on."));

// The error handler of the refused duplicate deletes the record.
class refused_duplicate_cleans_up final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> refuse_in_flight(database& db,
                                                     const charge_request& c) override {
        const record_id id = record_of(c);
        co_await begin(db);
        co_await records::erase(db, id);
        co_await commit(db);
        co_return co_await charge_server::refuse_in_flight(db, c);
    }
};
const added refused_duplicate_cleans_up_row(
    lease_rows, of_server<refused_duplicate_cleans_up>(
                    "refused-duplicate-cleans-up", "refusal",
                    "The error handler of the refused duplicate deletes the record."));

}  // namespace

std::span<const mutant> lease_mutants() {
    return lease_rows;
}

}  // namespace onceproof::designs::mutants
