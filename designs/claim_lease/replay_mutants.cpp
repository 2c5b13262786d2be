// Servers that each get the answer to a later attempt wrong, in one step, or give it where none is
// due. Named for the mistake.
#include "designs/mutant_rows.hpp"

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace onceproof::designs::mutants {
namespace {

using boost::asio::awaitable;
using database = platform::database;
using charge_server = designs::charge_server<platform>;

std::vector<mutant> replay_rows;

awaitable<void> charge_again(database& db, charge_request c) {
    co_await ledger<model::simulated>::insert(db, c);
}

class replay_loses_headers final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> replay(database&, const charge_request&,
                                           const key_record& found) override {
        co_return marked(model::http_response(found.answer->status, found.answer->body));
    }
};
const added replay_loses_headers_row(
    replay_rows,
    of_server<replay_loses_headers>("replay-loses-headers", "replay",
                                    "Of the first answer only status and body are replayed."));

// 200, for nothing was created this time.
class replay_changes_status final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> replay(database&, const charge_request&,
                                           const key_record& found) override {
        model::http_response answer = marked(*found.answer);
        if (answer.status == 201) {
            answer.status = 200;
        }
        co_return answer;
    }
};
const added replay_changes_status_row(replay_rows,
                                      of_server<replay_changes_status>("replay-changes-status",
                                                                       "replay",
                                                                       "201 is replayed as 200."));

// The stored body is wrapped into another one.
class replay_wraps_body final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> replay(database&, const charge_request&,
                                           const key_record& found) override {
        model::http_response answer = marked(*found.answer);
        answer.body = "{\"replayed\":" + answer.body + "}";
        co_return answer;
    }
};
const added replay_wraps_body_row(
    replay_rows, of_server<replay_wraps_body>("replay-wraps-body", "replay",
                                              "The stored body is wrapped into another one."));

// Having answered, the request is handed on to the handler all the same.
class replay_falls_through final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> replay(database& db, const charge_request& c,
                                           const key_record& found) override {
        co_await charge_again(db, c);
        co_return marked(*found.answer);
    }
};
const added replay_falls_through_row(
    replay_rows, of_server<replay_falls_through>(
                     "replay-falls-through", "replay",
                     "Having answered, the request is handed on to the handler all the same."));

// An outcome without a body is taken for no outcome.
class empty_answer_is_none final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> replay(database& db, const charge_request& c,
                                           const key_record& found) override {
        if (found.answer->body.empty()) {
            co_await charge_again(db, c);
        }
        co_return marked(*found.answer);
    }
};
const added empty_answer_is_none_row(
    replay_rows,
    of_server<empty_answer_is_none>("empty-answer-is-none", "replay",
                                    "An outcome without a body is taken for no outcome."));

// The machinery of keys is applied to what needs none: the first resource that was put stays.
class keys_for_puts final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> answer_order(database& db,
                                                 const order_request& order) override {
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

private:
    std::map<std::string, model::http_response> kept_;
};
const added keys_for_puts_row(
    replay_rows,
    of_server<keys_for_puts>(
        "keys-for-puts", "classification",
        "A resource that is put again is answered from the record of the first time."));

}  // namespace

std::span<const mutant> replay_mutants() {
    return replay_rows;
}

}  // namespace onceproof::designs::mutants
