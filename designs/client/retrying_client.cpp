// See retrying_client.hpp.
#include "designs/client/retrying_client.hpp"

#include "faults/intent_name.hpp"
#include "model/contract/method_class.hpp"
#include "model/http/http_call.hpp"
#include "model/http/http_date.hpp"
#include "model/http/idempotency_key.hpp"
#include "model/http/request_deadline.hpp"

#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace onceproof::designs {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;
using duration = model::retry_policy::duration;

// Far beyond any cap on elapsed time, and far from overflowing nanoseconds.
constexpr std::chrono::seconds longest_wait(1'000'000'000);

client_attempt attempt_of(const client_intent& intent) {
    client_attempt attempt;
    attempt.intent = intent.number;
    attempt.tenant = intent.tenant;
    attempt.operation = intent.wants.operation;
    attempt.headers = intent.wants.headers;
    attempt.body = intent.wants.body;
    attempt.submission = intent.submission;
    return attempt;
}

bool carries_key(const client_intent& intent) {
    return intent.keyed &&
           model::class_of(intent.wants.operation) == model::method_class::repeat_unsafe;
}

bool is_failure(const std::optional<model::http_response>& answer) {
    return !answer || answer->status >= 500;
}

// Nothing if it is no number.
std::optional<duration> seconds_in(const std::string& value) {
    std::uint64_t seconds = 0;
    const char* end = value.data() + value.size();
    const auto [read, error] = std::from_chars(value.data(), end, seconds);
    if (read != end || error == std::errc::invalid_argument) {
        return std::nullopt;
    }
    const auto most = static_cast<std::uint64_t>(longest_wait.count());
    const bool too_long = error == std::errc::result_out_of_range || seconds > most;
    return too_long ? longest_wait : std::chrono::seconds(seconds);
}

}  // namespace

std::string request_text(const client_attempt& attempt) {
    return attempt.operation + '\n' + attempt.body;
}

bool is_retryable(const std::optional<model::http_response>& answer) {
    return is_failure(answer) || answer->status == 409 || answer->status == 429;
}

model::retry_policy::duration retry_after(const model::http_response& answer, sim::wall_time now) {
    const std::string* value = answer.headers.find("Retry-After");
    if (value == nullptr) {
        return duration::zero();
    }
    if (const auto span = seconds_in(*value)) {
        return *span;
    }
    const auto date = model::parse_http_date(*value, now);
    if (!date) {
        return duration::zero();
    }
    // In seconds first: a date far ahead is more nanoseconds than there are numbers for.
    const auto ahead = *date - std::chrono::floor<std::chrono::seconds>(now);
    if (ahead <= std::chrono::seconds(0)) {
        return duration::zero();
    }
    return ahead > longest_wait ? longest_wait : *date - now;
}

template <class Platform>
retrying_client<Platform>::retrying_client(const process& self, endpoint server,
                                           model::retry_policy policy, client_observer* observer,
                                           key_book* keys)
    : self_(self),
      server_(std::move(server)),
      policy_(policy),
      observer_(observer == nullptr ? none_ : *observer),
      keys_(keys),
      budget_(policy.budget),
      breaker_(policy.breaker) {}

template <class Platform>
retrying_client<Platform>::~retrying_client() = default;

template <class Platform>
awaitable<std::optional<model::http_response>> retrying_client<Platform>::settle(
    client_intent intent) {
    const auto activity = self_.root_activity().open(faults::intent_word, intent.number);
    observer_.intent_begins(intent);
    client_attempt attempt = attempt_of(intent);
    if (carries_key(intent)) {
        const std::optional<std::string> key = co_await key_of(intent);
        if (!key) {
            self_.note("cannot keep a key: sends nothing");
            co_return settle(intent, std::nullopt);
        }
        attempt.key = *key;
    }
    const time_point begun = Platform::timer::clock_type::now();
    while (true) {
        std::optional<circuit_breaker::pass> leave =
            co_await wait_for_leave(attempt.number + 1, begun);
        if (!leave) {
            break;
        }
        ++attempt.number;
        activity.open("attempt", attempt.number);
        observer_.attempt_begins(attempt);
        const duration at_most = std::min(policy_.attempt_timeout, time_left(begun));
        answer_or_none answer = co_await send(attempt, at_most);
        observer_.attempt_ends(attempt, answer);
        leave->ended(is_failure(answer), Platform::timer::clock_type::now().time_since_epoch());
        account(attempt, answer);
        if (!may_retry(answer)) {
            activity.enter();
            co_return settle(intent, std::move(answer));
        }
        const std::optional<duration> pause = pause_before_next(attempt, answer, begun);
        if (!pause) {
            break;
        }
        const sim::literal why = answer ? sim::literal("is told to ask again; waits")
                                        : sim::literal("has no answer: unknown; waits");
        self_.note(why, answer ? answer->status : 0, sim::to_text(*pause));
        co_await pause_for(*pause);
        if (!attempt.key.empty()) {
            attempt.key = key_after(attempt, answer);
        }
    }
    activity.enter();
    co_return settle(intent, std::nullopt);
}

// Nothing if the intent's time is over, or would be.
template <class Platform>
awaitable<std::optional<circuit_breaker::pass>> retrying_client<Platform>::wait_for_leave(
    std::uint32_t attempt, time_point begun) {
    // A process that stalls wakes up later than it wanted.
    while (time_left(begun) > duration::zero()) {
        std::optional<circuit_breaker::pass> leave = leave_to_send();
        if (leave) {
            co_return leave;
        }
        // With jitter, so that those who wait do not all come when it closes.
        const time_point now = Platform::timer::clock_type::now();
        const duration closed = self_.left_until(now + breaker_.wait(now.time_since_epoch()));
        const duration span = closed + jitter(backoff_ceiling(attempt));
        if (span >= time_left(begun)) {
            break;
        }
        self_.note("spares a service that fails; waits", 0, sim::to_text(span));
        co_await pause_for(span);
    }
    co_return std::nullopt;
}

// Nothing if the attempt was the last one.
template <class Platform>
std::optional<model::retry_policy::duration> retrying_client<Platform>::pause_before_next(
    const client_attempt& last, const answer_or_none& answer, time_point begun) {
    if (!may_repeat(last) || !attempts_left(last.number) ||
        hint(answer) > policy_.retry_after_max) {
        return std::nullopt;
    }
    const duration pause = pause_after(last.number, answer);
    if (pause >= time_left(begun) || !pays_for_retry()) {
        return std::nullopt;
    }
    return pause;
}

template <class Platform>
awaitable<void> retrying_client<Platform>::pause_for(duration span) {
    typename Platform::timer over(self_.get_executor(), span);
    co_await over.async_wait(use_awaitable);
}

template <class Platform>
awaitable<std::optional<std::string>> retrying_client<Platform>::key_of(
    const client_intent& intent) {
    std::string key = new_key();
    if (keys_ == nullptr) {
        co_return key;
    }
    co_return co_await keys_->key_for(intent.number, std::move(key));
}

template <class Platform>
std::string retrying_client<Platform>::key_after(const client_attempt& last,
                                                 const answer_or_none&) {
    return last.key;
}

template <class Platform>
model::http_request retrying_client<Platform>::request_of(const client_attempt& attempt) const {
    const std::string_view operation = attempt.operation;
    const std::size_t blank = operation.find(' ');
    model::http_request request(operation.substr(0, blank), operation.substr(blank + 1),
                                attempt.body);
    request.headers.add("Host", Platform::host_of(server_));
    request.headers.add("Authorization", "Bearer " + attempt.tenant);
    if (!attempt.key.empty()) {
        request.headers.add("Idempotency-Key", model::quote_idempotency_key(attempt.key));
    }
    for (const model::field& h : attempt.headers) {
        request.headers.add(h.name, h.value);
    }
    return request;
}

template <class Platform>
bool retrying_client<Platform>::may_repeat(const client_attempt& attempt) const {
    return !attempt.key.empty() ||
           model::class_of(attempt.operation) != model::method_class::repeat_unsafe;
}

template <class Platform>
bool retrying_client<Platform>::may_retry(const answer_or_none& answer) const {
    return is_retryable(answer);
}

template <class Platform>
model::retry_policy::duration retrying_client<Platform>::pause_after(std::uint32_t attempt,
                                                                     const answer_or_none& answer) {
    return hint(answer) + jitter(backoff_ceiling(attempt));
}

template <class Platform>
model::retry_policy::duration retrying_client<Platform>::backoff_ceiling(
    std::uint32_t attempt) const {
    return policy_.backoff_ceiling(attempt);
}

template <class Platform>
model::retry_policy::duration retrying_client<Platform>::jitter(duration ceiling) {
    sim::draws draws = self_.draws_for("backoff");
    return draws.between(duration::zero(), ceiling);
}

template <class Platform>
model::retry_policy::duration retrying_client<Platform>::hint(const answer_or_none& answer) const {
    return answer ? retry_after(*answer, self_.wall_now()) : duration::zero();
}

template <class Platform>
bool retrying_client<Platform>::attempts_left(std::uint32_t made) const {
    return made < policy_.attempts_max;
}

template <class Platform>
model::retry_policy::duration retrying_client<Platform>::time_left(time_point begun) const {
    return self_.left_until(begun + policy_.elapsed_max);
}

template <class Platform>
bool retrying_client<Platform>::pays_for_retry() {
    return budget_.pay_for_retry();
}

template <class Platform>
void retrying_client<Platform>::account(const client_attempt&, const answer_or_none& answer) {
    if (!is_retryable(answer)) {
        budget_.put(policy_.budget.success_earns);
    }
}

template <class Platform>
std::optional<circuit_breaker::pass> retrying_client<Platform>::leave_to_send() {
    return breaker_.admit(Platform::timer::clock_type::now().time_since_epoch());
}

template <class Platform>
void retrying_client<Platform>::add_deadline(model::http_request& request, duration at_most) const {
    const auto left = std::chrono::floor<std::chrono::milliseconds>(at_most);
    request.headers.add(model::request_deadline_header, std::to_string(left.count()));
}

template <class Platform>
std::optional<model::http_response> retrying_client<Platform>::tell(const client_intent&,
                                                                    answer_or_none outcome) const {
    return outcome;
}

template <class Platform>
std::string retrying_client<Platform>::new_key() {
    const std::uint64_t high = self_.draws_for("key").next();
    const std::uint64_t low = self_.draws_for("key").next();
    return fmt::format("{:016x}{:016x}", high, low);
}

template <class Platform>
awaitable<std::optional<model::http_response>> retrying_client<Platform>::send(
    const client_attempt& attempt, duration at_most) {
    model::http_request request = request_of(attempt);
    add_deadline(request, at_most);
    observer_.attempt_sends(attempt, request);
    co_return co_await http_call<Platform>(self_, server_, request, at_most);
}

template <class Platform>
std::optional<model::http_response> retrying_client<Platform>::settle(const client_intent& intent,
                                                                      answer_or_none outcome) {
    if (outcome) {
        self_.note("is answered", outcome->status, outcome->body);
    } else {
        self_.note("gives up: the outcome is unknown");
    }
    answer_or_none told = tell(intent, std::move(outcome));
    observer_.intent_settles(intent, told);
    return told;
}

template class retrying_client<model::simulated>;
template class retrying_client<model::real>;

}  // namespace onceproof::designs
