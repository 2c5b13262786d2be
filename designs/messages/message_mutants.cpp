// See message_mutants.hpp.
#include "designs/messages/message_mutants.hpp"

#include "model/platform/database_failure.hpp"
#include "model/oracle/marks.hpp"

#include <string>

namespace onceproof::designs::mutants {

using boost::asio::awaitable;

template <class Platform>
awaitable<std::optional<model::http_response>> message_looks_then_acts<Platform>::take(
    database& db, const message_request& m) {
    const std::optional<message_key> found = co_await this->find_key(db, m);
    if (found) {
        co_return std::nullopt;
    }
    co_await this->begin(db);
    co_await this->insert_key(db, m);
    const std::int64_t message = co_await this->insert_message(db, m);
    const std::string body = this->body_of(m, message);
    co_await this->store_answer(db, m, message, body);
    co_await this->commit(db);
    this->self().note(model::marks::delivers, static_cast<std::uint64_t>(message), m.reference);
    co_return this->accepted(message, body);
}

template <class Platform>
awaitable<std::optional<model::http_response>> message_before_key<Platform>::take(
    database& db, const message_request& m) {
    const std::optional<message_key> found = co_await this->find_key(db, m);
    if (found) {
        co_return std::nullopt;
    }
    co_await this->begin(db);
    const std::int64_t message = co_await this->insert_message(db, m);
    co_await this->commit(db);
    this->self().note(model::marks::delivers, static_cast<std::uint64_t>(message), m.reference);
    const std::string body = this->body_of(m, message);
    co_await this->begin(db);
    co_await this->insert_key(db, m);
    co_await this->store_answer(db, m, message, body);
    co_await this->commit(db);
    co_return this->accepted(message, body);
}

template <class Platform>
model::http_response message_told_as_duplicate<Platform>::replay(const message_key& found) const {
    model::http_response told = this->accepted(found.message, R"({"status":"taken before"})");
    told.headers.add(this->promised().replay_marker, "true");
    return told;
}

template class message_looks_then_acts<model::simulated>;
template class message_before_key<model::simulated>;
template class message_told_as_duplicate<model::simulated>;

}  // namespace onceproof::designs::mutants
