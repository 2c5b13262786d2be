// See look_up_server.hpp.
#include "designs/look_up/look_up_server.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <string_view>

namespace onceproof::designs {
namespace {

using boost::asio::awaitable;
using kind = downstream_answer::kind;

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

template <class Platform>
awaitable<std::optional<model::http_response>> look_up_server<Platform>::work(
    database& db, const charge_request& c, const held_claim& held) {
    const std::int64_t before = called_at(held.point);
    if (before != 0) {
        const downstream_answer found = co_await look_up(c);
        if (found.type == kind::done) {
            co_return co_await this->record_success(db, c, held, found.number);
        }
        if (found.type == kind::none && !is_believable(before)) {
            co_await this->after_failure(db, held, true);
            co_return this->ask_again(503, "What was sent may still arrive", left_of_grace(before));
        }
        if (found.type != kind::none) {
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
    if (told.type == kind::done) {
        co_return co_await this->record_success(db, c, held, told.number);
    }
    if (told.type == kind::turned_away) {
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

template class look_up_server<model::simulated>;
template class look_up_server<model::real>;

}  // namespace onceproof::designs
