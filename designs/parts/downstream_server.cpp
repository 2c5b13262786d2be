// See downstream_server.hpp.
#include "designs/parts/downstream_server.hpp"

#include "model/http/fingerprint.hpp"

#include <fmt/format.h>

namespace onceproof::designs {
namespace {

using boost::asio::awaitable;
using kind = downstream_answer::kind;

}  // namespace

// As long as a fingerprint, whatever the client sent.
template <class Platform>
std::string downstream_server<Platform>::key_for(const charge_request& c, const held_claim&,
                                                 std::string_view step) {
    return model::fingerprint(c.tenant, c.operation, fmt::format("{}\n{}", c.key, step));
}

template <class Platform>
downstream_call<Platform> downstream_server<Platform>::call() const {
    return {this->self(), this->setting().downstream.value(), longest_call};
}

template <class Platform>
awaitable<bool> downstream_server<Platform>::reach(database& db, const held_claim& held,
                                                   std::string_view point) {
    co_await this->begin(db);
    const bool ours = co_await records::advance(db, held.id, held.epoch, point);
    co_await this->commit(db);
    co_return ours;
}

template <class Platform>
awaitable<std::optional<model::http_response>> downstream_server<Platform>::after_unknown(
    database& db, const charge_request&, const held_claim& held) {
    co_await this->after_failure(db, held, true);
    co_return this->unknown();
}

template <class Platform>
awaitable<std::optional<model::http_response>> downstream_server<Platform>::settle_failure(
    database& db, const charge_request& c, const held_claim& held, const downstream_answer& told) {
    if (told.type == kind::declined) {
        co_return co_await this->record(db, held, declined());
    }
    if (told.type == kind::turned_away) {
        co_await this->after_failure(db, held, true);
        co_return this->ask_again(503, "The charge cannot be made yet",
                                  this->promised().retry_after);
    }
    co_return co_await after_unknown(db, c, held);
}

template <class Platform>
awaitable<std::optional<model::http_response>> downstream_server<Platform>::record_success(
    database& db, const charge_request& c, const held_claim& held, std::int64_t number) {
    co_return co_await this->record(db, held, charged(c, number));
}

template class downstream_server<model::simulated>;
template class downstream_server<model::real>;

}  // namespace onceproof::designs
