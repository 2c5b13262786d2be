// See recovery_point_server.hpp.
#include "designs/recovery_points/recovery_point_server.hpp"

#include <string>
#include <string_view>

namespace onceproof::designs {
namespace {

using boost::asio::awaitable;
using kind = downstream_answer::kind;

constexpr std::string_view authorized = "authorized";

}  // namespace

template <class Platform>
awaitable<std::optional<model::http_response>> recovery_point_server<Platform>::work(
    database& db, const charge_request& c, const held_claim& held) {
    downstream_call<Platform> downstream = this->call();
    if (held.point != authorized) {
        const std::string key = this->key_for(c, held, "authorization");
        const downstream_answer told = co_await downstream.make("authorizations", c, key);
        if (told.type != kind::done) {
            co_return co_await this->settle_failure(db, c, held, told);
        }
        const bool ours = co_await this->reach(db, held, authorized);
        if (!ours) {
            co_return std::nullopt;
        }
    }
    const std::string key = this->key_for(c, held, "capture");
    const downstream_answer told = co_await downstream.make("captures", c, key);
    if (told.type != kind::done) {
        co_return co_await this->settle_failure(db, c, held, told);
    }
    co_return co_await this->record_success(db, c, held, told.number);
}

template class recovery_point_server<model::simulated>;
template class recovery_point_server<model::real>;

}  // namespace onceproof::designs
