// See natural_key_server.hpp.
#include "designs/natural_key/natural_key_server.hpp"

#include "model/oracle/marks.hpp"

#include <variant>

namespace onceproof::designs {

using boost::asio::awaitable;

template <class Platform>
awaitable<model::http_response> natural_key_server<Platform>::answer(
    database& db, const model::http_request& request) {
    const std::variant<charge_request, order_request, model::http_response> read =
        read_request(request, this->promised(), false);
    if (const order_request* order = std::get_if<order_request>(&read)) {
        co_return co_await this->answer_order(db, *order);
    }
    if (const model::http_response* refusal = std::get_if<model::http_response>(&read)) {
        this->self().note("refuses", refusal->status, refusal->body);
        co_return *refusal;
    }
    const charge_request& c = std::get<charge_request>(read);
    if (c.amount > largest_amount) {
        co_return declined();
    }
    co_return co_await charge_under_reference(db, c);
}

template <class Platform>
awaitable<model::http_response> natural_key_server<Platform>::charge_under_reference(
    database& db, const charge_request& c) {
    using row = typename ledger<Platform>::row;
    co_await this->begin(db);
    const std::optional<std::int64_t> made = co_await ledger<Platform>::insert(db, c);
    std::optional<row> found;
    if (!made) {
        found = co_await ledger<Platform>::find(db, c);
    }
    co_await this->commit(db);
    if (made) {
        this->self().note(makes_charge, static_cast<std::uint64_t>(*made), c.reference);
        co_return charged(c, *made);
    }
    if (!is_same_charge(c, found.value())) {
        this->self().note(model::marks::rejects, 0, c.reference);
        co_return co_await this->refuse_other_request(db, c);
    }
    this->self().note(model::marks::replays, 201, c.reference);
    co_return this->marked(charged(c, found->number));
}

template <class Platform>
bool natural_key_server<Platform>::is_same_charge(
    const charge_request& c, const typename ledger<Platform>::row& found) const {
    return c.amount == found.amount && c.currency == found.currency;
}

template class natural_key_server<model::simulated>;
template class natural_key_server<model::real>;

}  // namespace onceproof::designs
