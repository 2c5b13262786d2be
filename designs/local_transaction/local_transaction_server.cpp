// See local_transaction_server.hpp.
#include "designs/local_transaction/local_transaction_server.hpp"

#include "model/oracle/marks.hpp"

#include <utility>

namespace onceproof::designs {

using boost::asio::awaitable;

template <class Platform>
awaitable<model::http_response> local_transaction_server<Platform>::settle(
    database& db, const charge_request& c) {
    std::optional<model::http_response> told = co_await charge_once(db, c);
    if (told) {
        co_return std::move(*told);
    }
    const record_id id = this->record_of(c);
    const std::optional<key_record> found = co_await records::find(db, id);
    if (!found || !this->is_same_request(c, *found)) {
        this->self().note(model::marks::rejects, 0, c.key);
        co_return co_await this->refuse_other_request(db, c);
    }
    if (this->is_expired(*found)) {
        this->self().note("refuses: the key has expired", 0, c.key);
        co_return this->expired();
    }
    if (!found->answer) {  // claimed by a server of another design, which shares the database
        this->self().note(model::marks::refuses_in_flight, 0, c.key);
        co_return co_await this->refuse_in_flight(db, c);
    }
    this->self().note(model::marks::replays, found->answer->status, c.key);
    co_return co_await this->replay(db, c, *found);
}

template <class Platform>
awaitable<std::optional<model::http_response>> local_transaction_server<Platform>::charge_once(
    database& db, const charge_request& c) {
    const record_id id = this->record_of(c);
    const claim_note by = this->note_for(c);
    co_await this->begin(db);
    const bool won = co_await records::insert(db, id, by);
    if (!won) {
        co_await this->rollback(db);
        co_return std::nullopt;
    }
    model::http_response told = declined();
    if (c.amount <= largest_amount) {
        const std::optional<std::int64_t> row = co_await ledger<Platform>::insert(db, c);
        told = charged(c, row.value());
    }
    co_await records::complete(db, id, 1, told, this->now());
    co_await this->commit(db);
    if (told.status != declined().status) {
        this->self().note(makes_charge, 0, c.reference);
    }
    co_return told;
}

template class local_transaction_server<model::simulated>;
template class local_transaction_server<model::real>;

}  // namespace onceproof::designs
