// See message_mutants.hpp.
#include "model/mutants/message_mutants.hpp"

#include "model/database_failure.hpp"
#include "model/marks.hpp"

#include <string>

namespace onceproof::model::mutants {

using boost::asio::awaitable;

template <class Platform>
awaitable<std::optional<http_response>> message_looks_then_acts<Platform>::take(
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
    this->self().note(marks::delivers, static_cast<std::uint64_t>(message), m.reference);
    co_return this->accepted(message, body);
}

template <class Platform>
awaitable<std::optional<http_response>> message_before_key<Platform>::take(
    database& db, const message_request& m) {
    const std::optional<message_key> found = co_await this->find_key(db, m);
    if (found) {
        co_return std::nullopt;
    }
    co_await this->begin(db);
    const std::int64_t message = co_await this->insert_message(db, m);
    co_await this->commit(db);
    this->self().note(marks::delivers, static_cast<std::uint64_t>(message), m.reference);
    const std::string body = this->body_of(m, message);
    co_await this->begin(db);
    co_await this->insert_key(db, m);
    co_await this->store_answer(db, m, message, body);
    co_await this->commit(db);
    co_return this->accepted(message, body);
}

template <class Platform>
http_response message_told_as_duplicate<Platform>::replay(const message_key& found) const {
    http_response told = this->accepted(found.message, R"({"status":"taken before"})");
    told.headers.add(this->promised().replay_marker, "true");
    return told;
}

template class message_looks_then_acts<simulated>;
template class message_before_key<simulated>;
template class message_told_as_duplicate<simulated>;

}  // namespace onceproof::model::mutants
