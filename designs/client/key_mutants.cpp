// Clients that each get wrong, in one step, which key an attempt has, or whether it may be made at
// all. Named for the mistake.
#include "designs/client/retrying_client.hpp"
#include "designs/mutant_rows.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace onceproof::designs::mutants {
namespace {

using boost::asio::awaitable;
using client = retrying_client<platform>;
using answer_or_none = std::optional<model::http_response>;

std::vector<mutant> key_rows;

// --- "key" ---

class key_per_attempt final : public client {
public:
    using client::client;

protected:
    std::string key_after(const client_attempt&, const answer_or_none&) override {
        return new_key();
    }
};
const added key_per_attempt_row(
    key_rows,
    of_client<key_per_attempt>("key-per-attempt", "key", "The key is made inside the retry loop."));

class key_reused_for_another_intent final : public client {
public:
    using client::client;

protected:
    // Of what is asked for, as if nobody asked for the same twice.
    awaitable<std::optional<std::string>> key_of(const client_intent& i) override {
        std::string key = i.tenant + ' ' + i.wants.operation;
        for (const model::field& f : i.wants.asks_for) {
            key += f.name == "reference" ? "" : ' ' + f.value;
        }
        co_return key;
    }
};
const added key_reused_for_another_intent_row(
    key_rows, of_client<key_reused_for_another_intent>(
                  "key-reused-for-another-intent", "key",
                  "The key is derived from what is bought: two equal purchases have one key."));

class new_key_after_timeout final : public client {
public:
    using client::client;

protected:
    std::string key_after(const client_attempt& last, const answer_or_none& answer) override {
        return answer ? last.key : new_key();
    }
};
const added new_key_after_timeout_row(
    key_rows, of_client<new_key_after_timeout>(
                  "new-key-after-timeout", "key",
                  "A timeout is taken for a failure: the next attempt has a new key."));

class conflict_is_failure final : public client {
public:
    using client::client;

protected:
    std::string key_after(const client_attempt& last, const answer_or_none& answer) override {
        return answer && answer->status == 409 ? new_key() : last.key;
    }
};
const added conflict_is_failure_row(
    key_rows, of_client<conflict_is_failure>(
                  "conflict-is-failure", "key",
                  "409, in flight, is taken for a failure: the next attempt has a new key."));

// --- "key kept over a restart" ---

class key_lost_on_restart final : public client {
public:
    using client::client;

protected:
    awaitable<std::optional<std::string>> key_of(const client_intent&) override {
        co_return new_key();
    }
};
const added key_lost_on_restart_row(
    key_rows,
    of_client<key_lost_on_restart>(
        "key-lost-on-restart", "key kept over a restart",
        "The key is kept in memory only: the client has another one when it starts again."));

// --- "one request" ---

class retry_without_body final : public client {
public:
    using client::client;

protected:
    model::http_request request_of(const client_attempt& a) const override {
        model::http_request request = client::request_of(a);
        if (a.number > 1) {
            request.body.clear();
        }
        return request;
    }
};
const added retry_without_body_row(
    key_rows, of_client<retry_without_body>(
                  "retry-without-body", "one request",
                  "The body is a stream that the first attempt has read to its end."));

class retry_asks_anew final : public client {
public:
    using client::client;

protected:
    // The price has changed in between.
    model::http_request request_of(const client_attempt& a) const override {
        client_attempt now = a;
        const std::size_t amount = a.number > 1 ? now.body.find("1250") : std::string::npos;
        if (amount != std::string::npos) {
            now.body.replace(amount, 4, "1299");
        }
        return client::request_of(now);
    }
};
const added retry_asks_anew_row(
    key_rows, of_client<retry_asks_anew>(
                  "retry-asks-anew", "one request",
                  "What is asked for is worked out again for each attempt: a price has changed."));

class retry_without_sender final : public client {
public:
    using client::client;

protected:
    model::http_request request_of(const client_attempt& a) const override {
        client_attempt now = a;
        if (a.number > 1) {
            now.tenant = "anyone";
        }
        return client::request_of(now);
    }
};
const added retry_without_sender_row(
    key_rows,
    of_client<retry_without_sender>(
        "retry-without-sender", "one request",
        "A retry is sent with the credentials of the pool, not with those of its tenant."));

// --- "keyed retries only" ---

class unkeyed_retry final : public client {
public:
    using client::client;

protected:
    bool may_repeat(const client_attempt&) const override { return true; }
};
const added unkeyed_retry_row(
    key_rows,
    of_client<unkeyed_retry>("unkeyed-retry", "keyed retries only",
                             "A POST without a key is sent again after its answer was lost."));

// --- "retry decision" ---

class retries_final_answers final : public client {
public:
    using client::client;

protected:
    bool may_retry(const answer_or_none& answer) const override {
        return !answer || answer->status >= 400;
    }
};
const added retries_final_answers_row(
    key_rows, of_client<retries_final_answers>(
                  "retries-final-answers", "retry decision",
                  "An answer of 4xx, which settles the intent, is asked for again."));

}  // namespace

std::span<const mutant> key_mutants() {
    return key_rows;
}

}  // namespace onceproof::designs::mutants
