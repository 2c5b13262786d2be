// See mutants.hpp.
#include "scenarios/mutants.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>

namespace onceproof::scenarios {
namespace {

using platform = cast::platform;
using database = platform::database;
using boost::asio::awaitable;
using model::charge_request;

// Looks whether the key is there, works, and notes the key with the answer: nothing arbitrates.
class check_then_act final : public cast::server {
public:
    using cast::server::charge_server;

protected:
    awaitable<model::claim_outcome> claim(database& db, const charge_request& c) override;
    awaitable<std::optional<model::http_response>> record(database& db, const charge_request& c,
                                                          std::int64_t epoch) override;
};

// The effect is committed, the answer to it is not kept.
class answer_not_stored final : public cast::server {
public:
    using cast::server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> record(database& db, const charge_request& c,
                                                          std::int64_t epoch) override;
};

// The effect and the record of it are two commits.
class two_commits final : public cast::server {
public:
    using cast::server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> record(database& db, const charge_request& c,
                                                          std::int64_t epoch) override;
};

// A key stands for whatever request it comes with.
class no_fingerprint final : public cast::server {
public:
    using cast::server::charge_server;

protected:
    bool is_same_request(const charge_request&, const model::charge_record&) const override {
        return true;
    }
};

// The key is made inside the retry loop.
class key_per_attempt final : public cast::client {
public:
    using cast::client::charge_client;

protected:
    std::string key_for_attempt(const std::string&, std::uint32_t) override { return new_key(); }
};

template <class Server>
cast with_server() {
    cast c = reference_cast();
    c.make_server = [](const platform::process& self) -> std::unique_ptr<cast::server> {
        return std::make_unique<Server>(self,
                                        model::charge_server_options(std::chrono::seconds(2)));
    };
    return c;
}

template <class Client>
cast with_client() {
    cast c = reference_cast();
    c.make_client = [](const platform::process& self, sim::endpoint server,
                       const model::retry_policy& policy,
                       model::client_observer* observer) -> std::unique_ptr<cast::client> {
        return std::make_unique<Client>(self, std::move(server), policy, observer);
    };
    return c;
}

awaitable<model::claim_outcome> check_then_act::claim(database& db, const charge_request& c) {
    model::claim_outcome outcome;
    auto& look = db.prepared(
        "SELECT count(*) FROM records WHERE tenant = ?1 AND operation = ?2 AND key = ?3");
    look.bind(1, std::string_view(c.tenant));
    look.bind(2, std::string_view(c.operation));
    look.bind(3, std::string_view(c.key));
    co_await begin(db);
    co_await db.step(look, "db look up");
    outcome.won = look.integer(0) == 0;
    look.reset();
    if (outcome.won) {
        outcome.epoch = 1;
    } else {
        outcome.found = co_await read_record(db, c);
    }
    co_await commit(db);
    co_return outcome;
}

awaitable<std::optional<model::http_response>> check_then_act::record(database& db,
                                                                      const charge_request& c,
                                                                      std::int64_t epoch) {
    co_await begin(db);
    const std::int64_t row = co_await insert_ledger_row(db, c);
    const model::http_response answer = answer_for(c, row);
    co_await insert_claim(db, c);
    co_await store_answer(db, c, epoch, answer);
    co_await commit(db);
    co_return answer;
}

awaitable<std::optional<model::http_response>> answer_not_stored::record(database& db,
                                                                         const charge_request& c,
                                                                         std::int64_t) {
    co_await begin(db);
    const std::int64_t row = co_await insert_ledger_row(db, c);
    co_await commit(db);
    co_return answer_for(c, row);
}

awaitable<std::optional<model::http_response>> two_commits::record(database& db,
                                                                   const charge_request& c,
                                                                   std::int64_t epoch) {
    co_await begin(db);
    const std::int64_t row = co_await insert_ledger_row(db, c);
    co_await commit(db);
    const model::http_response answer = answer_for(c, row);
    co_await begin(db);
    co_await store_answer(db, c, epoch, answer);
    co_await commit(db);
    co_return answer;
}

}  // namespace

std::span<const mutant> mutants() {
    static const std::array<mutant, 5> all{{
        {"check-then-act",
         "Looks whether the key is there, then works: no unique insert arbitrates.",
         with_server<check_then_act>()},
        {"answer-not-stored", "The effect is committed, the answer to it is not kept.",
         with_server<answer_not_stored>()},
        {"two-commits", "The effect and the record of it are two commits.",
         with_server<two_commits>()},
        {"no-fingerprint", "A key stands for whatever request it comes with.",
         with_server<no_fingerprint>()},
        {"key-per-attempt", "The key is made inside the retry loop.",
         with_client<key_per_attempt>()},
    }};
    return all;
}

const mutant* find_mutant(std::string_view name) {
    const auto all = mutants();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const mutant& m) { return m.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace onceproof::scenarios
