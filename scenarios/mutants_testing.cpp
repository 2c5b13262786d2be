// See mutants_testing.hpp.
#include "scenarios/mutants_testing.hpp"

#include <sqlite3.h>

namespace onceproof::scenarios::mutants {

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

}  // namespace onceproof::scenarios::mutants
