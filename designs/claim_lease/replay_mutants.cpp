// See replay_mutants.hpp.
#include "designs/claim_lease/replay_mutants.hpp"

namespace onceproof::designs::mutants {
namespace {

using database = model::simulated::database;

awaitable<void> charge_again(database& db, charge_request c) {
    co_await ledger<model::simulated>::insert(db, c);
}

}  // namespace

awaitable<model::http_response> replay_loses_headers::replay(database&, const charge_request&,
                                                             const key_record& found) {
    co_return marked(model::http_response(found.answer->status, found.answer->body));
}

awaitable<model::http_response> replay_changes_status::replay(database&, const charge_request&,
                                                              const key_record& found) {
    model::http_response answer = marked(*found.answer);
    if (answer.status == 201) {
        answer.status = 200;
    }
    co_return answer;
}

awaitable<model::http_response> replay_wraps_body::replay(database&, const charge_request&,
                                                          const key_record& found) {
    model::http_response answer = marked(*found.answer);
    answer.body = "{\"replayed\":" + answer.body + "}";
    co_return answer;
}

awaitable<model::http_response> replay_falls_through::replay(database& db, const charge_request& c,
                                                             const key_record& found) {
    co_await charge_again(db, c);
    co_return marked(*found.answer);
}

awaitable<model::http_response> empty_answer_is_none::replay(database& db, const charge_request& c,
                                                             const key_record& found) {
    if (found.answer->body.empty()) {
        co_await charge_again(db, c);
    }
    co_return marked(*found.answer);
}

awaitable<model::http_response> keys_for_puts::answer_order(database& db,
                                                            const order_request& order) {
    const auto known = kept_.find(order.reference);
    if (order.put && known != kept_.end()) {
        co_return marked(known->second);
    }
    model::http_response told = co_await charge_server::answer_order(db, order);
    if (order.put) {
        kept_.insert_or_assign(order.reference, told);
    }
    co_return told;
}

}  // namespace onceproof::designs::mutants
