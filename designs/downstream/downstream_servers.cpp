// See downstream_servers.hpp.
#include "designs/downstream/downstream_servers.hpp"

#include "model/http/fingerprint.hpp"
#include "model/oracle/marks.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace onceproof::designs {
namespace {

using boost::asio::awaitable;
using kind = downstream_answer::kind;

constexpr std::string_view authorized = "authorized";
constexpr std::string_view calling = "calling since ";

// 0 if the point says nothing of a call.
std::int64_t called_at(std::string_view point) {
    std::int64_t when = 0;
    if (point.starts_with(calling)) {
        std::from_chars(point.data() + calling.size(), point.data() + point.size(), when);
    }
    return when;
}

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
    if (told.what == kind::declined) {
        co_return co_await this->record(db, held, declined());
    }
    if (told.what == kind::turned_away) {
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

template <class Platform>
awaitable<std::optional<model::http_response>> recovery_point_server<Platform>::work(
    database& db, const charge_request& c, const held_claim& held) {
    downstream_call<Platform> downstream = this->call();
    if (held.point != authorized) {
        const std::string key = this->key_for(c, held, "authorization");
        const downstream_answer told = co_await downstream.make("authorizations", c, key);
        if (told.what != kind::done) {
            co_return co_await this->settle_failure(db, c, held, told);
        }
        const bool ours = co_await this->reach(db, held, authorized);
        if (!ours) {
            co_return std::nullopt;
        }
    }
    const std::string key = this->key_for(c, held, "capture");
    const downstream_answer told = co_await downstream.make("captures", c, key);
    if (told.what != kind::done) {
        co_return co_await this->settle_failure(db, c, held, told);
    }
    co_return co_await this->record_success(db, c, held, told.number);
}

template <class Platform>
awaitable<std::optional<model::http_response>> look_up_server<Platform>::work(
    database& db, const charge_request& c, const held_claim& held) {
    const std::int64_t before = called_at(held.point);
    if (before != 0) {
        const downstream_answer found = co_await look_up(c);
        if (found.what == kind::done) {
            co_return co_await this->record_success(db, c, held, found.number);
        }
        if (found.what == kind::none && !is_believable(before)) {
            co_await this->after_failure(db, held, true);
            co_return this->ask_again(503, "What was sent may still arrive", left_of_grace(before));
        }
        if (found.what != kind::none) {
            co_return co_await this->after_unknown(db, c, held);
        }
    }
    const std::string point = fmt::format("{}{}", calling, this->now());
    const bool ours = co_await this->reach(db, held, point);
    if (!ours) {
        co_return std::nullopt;
    }
    co_return co_await capture(db, c, held);
}

template <class Platform>
awaitable<std::optional<model::http_response>> look_up_server<Platform>::capture(
    database& db, const charge_request& c, const held_claim& held) {
    downstream_call<Platform> downstream = this->call();
    const downstream_answer told = co_await downstream.make("captures", c, "");
    if (told.what == kind::done) {
        co_return co_await this->record_success(db, c, held, told.number);
    }
    if (told.what == kind::turned_away) {
        const bool ours = co_await this->reach(db, held, "");  // there is no call to look up
        if (!ours) {
            co_return std::nullopt;
        }
    }
    co_return co_await this->settle_failure(db, c, held, told);
}

template <class Platform>
awaitable<downstream_answer> look_up_server<Platform>::look_up(const charge_request& c) {
    downstream_call<Platform> downstream = this->call();
    co_return co_await downstream.look_up(c);
}

template <class Platform>
bool look_up_server<Platform>::is_believable(std::int64_t called_at) const {
    return this->left_until(called_at + sim::duration(grace).count()) <= sim::duration::zero();
}

template <class Platform>
std::chrono::seconds look_up_server<Platform>::left_of_grace(std::int64_t called_at) const {
    const auto end = called_at + sim::duration(grace).count();
    return std::chrono::ceil<std::chrono::seconds>(this->left_until(end));
}

template class downstream_server<model::simulated>;
template class downstream_server<model::real>;
template class recovery_point_server<model::simulated>;
template class recovery_point_server<model::real>;
template class look_up_server<model::simulated>;
template class look_up_server<model::real>;

}  // namespace onceproof::designs
