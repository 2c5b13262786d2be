// The reference client: gets an intent done, once, however often it has to ask.
//
// - An operation that is unsafe to repeat (model/contract/method_class.hpp) carries a key. There is
// one key an
//   intent, kept before the first attempt if the client has a key_book, and the same over all of
//   them. An unsafe operation that is sent without a key is never sent again.
// - An attempt is a connection of its own with a timeout, which the server is told
//   (model/http/request_deadline.hpp). What may be tried again: connection errors, timeouts, 409,
//   429 and 5xx; any other answer settles the intent.
// - Between attempts the client waits: exponential backoff with full jitter (M. Brooker,
//   "Exponential Backoff And Jitter", AWS Architecture Blog, 2015), on top of Retry-After where the
//   answer has one, so that no jitter undercuts it.
// - Attempts and total time are capped, by start of the client's process. A retry budget
//   (designs/client/retry_budget.hpp) and a circuit breaker (designs/client/circuit_breaker.hpp)
//   are shared by all intents of a client. While the breaker is open an intent waits, as long as
//   its time lasts.
// - Where all that ends without a settling answer the outcome is unknown, and is told so: not
//   failed. That holds even if nothing was sent, for an earlier start of the process may have.
//
// Each guard is one overridable step, so that the code has no switches: a mutant overrides one.
#pragma once

#include "designs/client/circuit_breaker.hpp"
#include "designs/client/key_book.hpp"
#include "designs/client/retry_budget.hpp"
#include "model/contract/retry_policy.hpp"
#include "model/http/http.hpp"
#include "model/operation/operation.hpp"
#include "model/platform/platform.hpp"
#include "sim/time/time.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace onceproof::designs {

// Something that is to be done once.
struct client_intent {
    client_intent(std::uint64_t n, std::string_view t, model::wanted w)
        : number(n), tenant(t), wants(std::move(w)) {}

    std::uint64_t number;  // from 1; names the activity, intent-1, and the entry in the key book
    std::string tenant;
    model::wanted wants;
    bool keyed = true;  // false: an unsafe operation goes without its key, and is not repeated
    std::uint64_t submission = 0;  // what whoever asks for it calls it: passed on to who observes
};

// One send of an intent.
struct client_attempt {
    std::uint64_t intent = 0;
    std::uint32_t number = 0;  // from 1; names the activity, intent-1/attempt-1
    std::string tenant{};
    std::string operation{};
    std::string key{};   // empty: it carries none
    std::string body{};  // empty: there is none
    model::fields headers{};
    std::uint64_t submission = 0;
};

// Method, target and body, as one text: equal iff the requests are the same.
std::string request_text(const client_attempt& attempt);

// True if an attempt that ended so settles nothing: no answer, 409, 429 or 5xx.
bool is_retryable(const std::optional<model::http_response>& answer);

// How long from NOW on Retry-After asks to wait, in seconds or as a date (RFC 9110, section
// 10.2.3); zero if there is none or it cannot be read, and never more than a billion seconds.
model::retry_policy::duration retry_after(const model::http_response& answer, sim::wall_time now);

// Sees what passes the client's boundary: what an oracle judges by.
struct client_observer {
    virtual ~client_observer() = default;
    // Before anything is kept or sent. At each start of the process anew.
    virtual void intent_begins(const client_intent&) {}
    virtual void attempt_begins(const client_attempt&) {}
    // What is sent for it.
    virtual void attempt_sends(const client_attempt&, const model::http_request&) {}
    // Without an answer: a connection error or a timeout. The outcome is unknown.
    virtual void attempt_ends(const client_attempt&, const std::optional<model::http_response>&) {}
    // What the client tells whoever asked it; nothing: unknown.
    virtual void intent_settles(const client_intent&, const std::optional<model::http_response>&) {}
};

template <class Platform>
class retrying_client {
public:
    using process = typename Platform::process;
    using endpoint = typename Platform::endpoint;

    // Without KEYS a key lives as long as its settle() does.
    // Requires: OBSERVER and KEYS, if there are any, outlive this.
    retrying_client(const process& self, endpoint server,
                    model::retry_policy policy = model::retry_policy(),
                    client_observer* observer = nullptr, key_book* keys = nullptr);
    virtual ~retrying_client();
    retrying_client(const retrying_client&) = delete;
    retrying_client& operator=(const retrying_client&) = delete;

    // The answer that settles the intent, or nothing: unknown. Ends under the activity intent-N.
    // Any number of intents may be settled at the same time. Requires: this outlives it.
    boost::asio::awaitable<std::optional<model::http_response>> settle(client_intent intent);

protected:
    using time_point = typename Platform::timer::clock_type::time_point;
    using duration = model::retry_policy::duration;
    using answer_or_none = std::optional<model::http_response>;

    // --- Guards, a step each ---

    // "key kept over a restart": the key that the intent had at earlier starts of the process, or a
    // new one that it will have at later ones. Nothing if it cannot be kept.
    virtual boost::asio::awaitable<std::optional<std::string>> key_of(const client_intent& intent);
    // "key": the attempt after LAST, which was answered so, carries the same key.
    virtual std::string key_after(const client_attempt& last, const answer_or_none& answer);
    // "one request": what is sent of an intent is the same each time, but for the deadline.
    virtual model::http_request request_of(const client_attempt& attempt) const;
    // "keyed retries only": what is unsafe to repeat is not sent again without a key.
    virtual bool may_repeat(const client_attempt& attempt) const;
    // "retry decision": what an attempt's end says about another one.
    virtual bool may_retry(const answer_or_none& answer) const;

    // The pause after that attempt: the hint, and the jitter on top of it.
    virtual duration pause_after(std::uint32_t attempt, const answer_or_none& answer);
    // "backoff": how long it may be.
    virtual duration backoff_ceiling(std::uint32_t attempt) const;
    // "jitter": how long it is, from nothing to CEILING.
    virtual duration jitter(duration ceiling);
    // "Retry-After": the least that it is.
    virtual duration hint(const answer_or_none& answer) const;

    // "attempt cap": whether there may be another after so many.
    virtual bool attempts_left(std::uint32_t made) const;
    // "elapsed cap": how much time is left to an intent that was begun then. None is left at zero.
    virtual duration time_left(time_point begun) const;
    // "retry budget": whether one more retry is paid for. Then it is sent.
    virtual bool pays_for_retry();
    // "retry budget": what an attempt's end does to it.
    virtual void account(const client_attempt& attempt, const answer_or_none& answer);
    // "circuit breaker": leave to send now, or nothing.
    virtual std::optional<circuit_breaker::pass> leave_to_send();

    // "deadline": tells the server that the client waits so long.
    virtual void add_deadline(model::http_request& request, duration at_most) const;
    // "unknown is unknown": what whoever asked is told. OUTCOME is a settling answer, or nothing.
    virtual answer_or_none tell(const client_intent& intent, answer_or_none outcome) const;

    // --- For steps to use ---

    // 128 random bits as 32 hexadecimal digits.
    std::string new_key();

    const process& self() const { return self_; }
    const model::retry_policy& policy() const { return policy_; }
    token_bucket& budget() { return budget_; }
    const circuit_breaker& breaker() const { return breaker_; }

private:
    boost::asio::awaitable<std::optional<circuit_breaker::pass>> wait_for_leave(
        std::uint32_t attempt, time_point begun);
    boost::asio::awaitable<answer_or_none> send(const client_attempt& attempt, duration at_most);
    boost::asio::awaitable<void> pause_for(duration span);
    std::optional<duration> pause_before_next(const client_attempt& last,
                                              const answer_or_none& answer, time_point begun);
    answer_or_none settle(const client_intent& intent, answer_or_none outcome);

    process self_;
    endpoint server_;
    model::retry_policy policy_;
    client_observer none_;
    client_observer& observer_;
    key_book* keys_;
    token_bucket budget_;
    circuit_breaker breaker_;
};

extern template class retrying_client<model::simulated>;
extern template class retrying_client<model::real>;

}  // namespace onceproof::designs
