// See charge_client.hpp.
#include "model/charge_client.hpp"

#include "model/http_call.hpp"
#include "model/idempotency_key.hpp"

#include <boost/asio/use_awaitable.hpp>
#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace onceproof::model {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;

// Far beyond any cap on elapsed time, and far from overflowing nanoseconds.
constexpr std::chrono::seconds longest_wait(1'000'000'000);

std::string body_of(const charge_intent& intent) {
    const boost::json::object body{
        {"amount", intent.amount}, {"currency", intent.currency}, {"reference", intent.reference}};
    return boost::json::serialize(body);
}

}  // namespace

bool may_retry(const std::optional<http_response>& answer) {
    return !answer || answer->status == 409 || answer->status == 429 || answer->status >= 500;
}

std::chrono::seconds retry_after(const http_response& answer) {
    const std::string* value = answer.headers.find("Retry-After");
    if (value == nullptr) {
        return std::chrono::seconds(0);
    }
    std::uint64_t seconds = 0;
    const char* end = value->data() + value->size();
    const auto [read, error] = std::from_chars(value->data(), end, seconds);
    if (read != end || error == std::errc::invalid_argument) {
        return std::chrono::seconds(0);
    }
    const auto most = static_cast<std::uint64_t>(longest_wait.count());
    const bool too_long = error == std::errc::result_out_of_range || seconds > most;
    return too_long ? longest_wait : std::chrono::seconds(seconds);
}

template <class Platform>
charge_client<Platform>::charge_client(const process& self, endpoint server, retry_policy policy,
                                       client_observer* observer)
    : self_(self),
      server_(std::move(server)),
      policy_(policy),
      observer_(observer == nullptr ? none_ : *observer) {}

template <class Platform>
charge_client<Platform>::~charge_client() = default;

template <class Platform>
awaitable<std::optional<http_response>> charge_client<Platform>::pay(charge_intent intent) {
    const auto activity = self_.root_activity().open("pay", intent.number);
    const std::string key = new_key();
    charge_attempt attempt;
    attempt.intent = intent.number;
    attempt.tenant = intent.tenant;
    attempt.body = body_of(intent);

    const time_point end = Platform::timer::clock_type::now() + policy_.elapsed_max;
    while (true) {
        ++attempt.number;
        activity.open("attempt", attempt.number);
        attempt.key = key_for_attempt(key, attempt.number);
        const duration left = end - Platform::timer::clock_type::now();
        observer_.attempt_begins(attempt);
        std::optional<http_response> answer =
            co_await send(attempt, std::min(policy_.attempt_timeout, left));
        observer_.attempt_ends(attempt, answer);
        if (!may_retry(answer)) {
            activity.enter();
            co_return settle(intent, std::move(answer));
        }
        const duration pause = pause_after(attempt.number, answer);
        if (attempt.number >= policy_.attempts_max ||
            Platform::timer::clock_type::now() + pause >= end) {
            activity.enter();
            co_return settle(intent, std::nullopt);
        }
        const sim::literal why = answer ? sim::literal("is told to ask again; waits")
                                        : sim::literal("has no answer: unknown; waits");
        self_.note(why, answer ? answer->status : 0, sim::to_text(pause));
        typename Platform::timer backoff(self_.get_executor(), pause);
        co_await backoff.async_wait(use_awaitable);
    }
}

template <class Platform>
std::string charge_client<Platform>::key_for_attempt(const std::string& key_of_intent,
                                                     std::uint32_t) {
    return key_of_intent;
}

template <class Platform>
std::string charge_client<Platform>::new_key() {
    const std::uint64_t high = self_.draws_for("key").next();
    const std::uint64_t low = self_.draws_for("key").next();
    return fmt::format("{:016x}{:016x}", high, low);
}

template <class Platform>
awaitable<std::optional<http_response>> charge_client<Platform>::send(const charge_attempt& a,
                                                                      duration at_most) {
    http_request request("POST", "/v1/charges", a.body);
    request.headers.add("Host", Platform::host_of(server_));
    request.headers.add("Authorization", "Bearer " + a.tenant);
    request.headers.add("Idempotency-Key", quote_idempotency_key(a.key));
    request.headers.add("Content-Type", "application/json");
    co_return co_await http_call<Platform>(self_, server_, request, at_most);
}

template <class Platform>
retry_policy::duration charge_client<Platform>::pause_after(
    std::uint32_t attempt, const std::optional<http_response>& answer) {
    const duration least = answer ? duration(retry_after(*answer)) : duration::zero();
    sim::draws jitter = self_.draws_for("backoff");
    return least + jitter.between(duration::zero(), policy_.backoff_ceiling(attempt));
}

template <class Platform>
std::optional<http_response> charge_client<Platform>::settle(const charge_intent& intent,
                                                             std::optional<http_response> answer) {
    if (answer) {
        self_.note("is answered", answer->status, answer->body);
    } else {
        self_.note("gives up: the outcome is unknown");
    }
    observer_.intent_settles(intent, answer);
    return answer;
}

template class charge_client<simulated>;
template class charge_client<real>;

}  // namespace onceproof::model
