// The reference client: pays an intent, once, however often it has to ask.
//
// One key an intent, made before the first attempt and kept over all of them. An attempt is a
// connection of its own with a timeout. What may be tried again: connection errors, timeouts, 409,
// 429 and 5xx; any other answer settles the intent. Between attempts the client waits: exponential
// backoff with full jitter (M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog,
// 2015), on top of Retry-After where the answer has one, so that no jitter undercuts it. Attempts
// and total time are capped. Where they end without a settling answer the outcome is unknown, and
// is told so: not failed.
#pragma once

#include "model/http.hpp"
#include "model/platform.hpp"
#include "model/retry_policy.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::model {

// Something that is to be paid for once.
struct charge_intent {
    charge_intent(std::uint64_t n, std::string_view t, std::int64_t a, std::string_view c,
                  std::string_view r)
        : number(n), tenant(t), amount(a), currency(c), reference(r) {}

    std::uint64_t number;  // from 1; names the activity, pay-1
    std::string tenant;
    std::int64_t amount;  // in minor units
    std::string currency;
    std::string reference;
};

// One send of an intent.
struct charge_attempt {
    std::uint64_t intent = 0;
    std::uint32_t number = 0;  // from 1; names the activity, pay-1/attempt-1
    std::string tenant;
    std::string key;
    std::string body;
};

// True if the attempt settles nothing: no answer, 409, 429 or 5xx.
bool may_retry(const std::optional<http_response>& answer);

// Retry-After in seconds, 0 if there is none. Its other form, a date, is not understood.
std::chrono::seconds retry_after(const http_response& answer);

// Sees what passes the client's boundary: what an oracle judges by.
struct client_observer {
    virtual ~client_observer() = default;
    virtual void attempt_begins(const charge_attempt&) {}
    // Without an answer: a connection error or a timeout. The outcome is unknown.
    virtual void attempt_ends(const charge_attempt&, const std::optional<http_response>&) {}
    // Without an answer: unknown.
    virtual void intent_settles(const charge_intent&, const std::optional<http_response>&) {}
};

template <class Platform>
class charge_client {
public:
    using process = typename Platform::process;
    using endpoint = typename Platform::endpoint;

    // Requires: OBSERVER, if there is one, outlives this.
    charge_client(const process& self, endpoint server, retry_policy policy = retry_policy(),
                  client_observer* observer = nullptr);
    virtual ~charge_client();
    charge_client(const charge_client&) = delete;
    charge_client& operator=(const charge_client&) = delete;

    // The answer that settles the intent, or nothing: unknown. Ends under the activity pay-N. Any
    // number of intents may be paid at the same time. Requires: this outlives it.
    boost::asio::awaitable<std::optional<http_response>> pay(charge_intent intent);

protected:
    // Guard "key": each attempt carries the key of its intent.
    virtual std::string key_for_attempt(const std::string& key_of_intent, std::uint32_t attempt);

    // 128 random bits as 32 hexadecimal digits.
    std::string new_key();

    const process& self() const { return self_; }

private:
    using time_point = typename Platform::timer::clock_type::time_point;
    using duration = retry_policy::duration;

    boost::asio::awaitable<std::optional<http_response>> send(const charge_attempt& a,
                                                              duration at_most);
    duration pause_after(std::uint32_t attempt, const std::optional<http_response>& answer);
    std::optional<http_response> settle(const charge_intent& intent,
                                        std::optional<http_response> answer);

    process self_;
    endpoint server_;
    retry_policy policy_;
    client_observer none_;
    client_observer& observer_;
};

extern template class charge_client<simulated>;
extern template class charge_client<real>;

}  // namespace onceproof::model
