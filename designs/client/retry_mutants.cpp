// Clients that each get wrong, in one step, when and how often they ask again, or what they tell.
// Named for the mistake.
#include "designs/client/retrying_client.hpp"
#include "designs/mutant_rows.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace onceproof::designs::mutants {
namespace {

using client = retrying_client<platform>;
using answer_or_none = std::optional<model::http_response>;
using duration = model::retry_policy::duration;

std::vector<mutant> retry_rows;

// --- "backoff", "jitter", "Retry-After" ---

class no_pause final : public client {
public:
    using client::client;

protected:
    duration backoff_ceiling(std::uint32_t) const override { return duration::zero(); }
};
const added no_pause_row(retry_rows, of_client<no_pause>("no-pause", "backoff",
                                                         "The next attempt follows at once."));

class no_jitter final : public client {
public:
    using client::client;

protected:
    duration jitter(duration ceiling) override { return ceiling; }
};
const added no_jitter_row(
    retry_rows,
    of_client<no_jitter>("no-jitter", "jitter",
                         "All clients wait for the same time, and come back together."));

class retry_after_ignored final : public client {
public:
    using client::client;

protected:
    duration hint(const answer_or_none&) const override { return duration::zero(); }
};
const added retry_after_ignored_row(retry_rows,
                                    of_client<retry_after_ignored>("retry-after-ignored",
                                                                   "Retry-After",
                                                                   "Retry-After is not read."));

class retry_after_undercut final : public client {
public:
    using client::client;

protected:
    duration pause_after(std::uint32_t attempt, const answer_or_none& answer) override {
        return jitter(hint(answer) + backoff_ceiling(attempt));
    }
};
const added retry_after_undercut_row(
    retry_rows, of_client<retry_after_undercut>(
                    "retry-after-undercut", "Retry-After",
                    "Jitter is drawn over the whole pause, so it ends before Retry-After allows."));

// --- "attempt cap", "elapsed cap" ---

class no_attempt_cap final : public client {
public:
    using client::client;

protected:
    bool attempts_left(std::uint32_t) const override { return true; }
};
const added no_attempt_cap_row(retry_rows,
                               of_client<no_attempt_cap>("no-attempt-cap", "attempt cap",
                                                         "Attempts are not counted."));

class no_elapsed_cap final : public client {
public:
    using client::client;

protected:
    duration time_left(client::time_point) const override { return std::chrono::hours(24 * 365); }
};
const added no_elapsed_cap_row(
    retry_rows,
    of_client<no_elapsed_cap>("no-elapsed-cap", "elapsed cap",
                              "Only each attempt has a timeout; nothing bounds all of them."));

// --- "retry budget" ---

class no_budget final : public client {
public:
    using client::client;

protected:
    bool pays_for_retry() override { return true; }
};
const added no_budget_row(retry_rows, of_client<no_budget>("no-budget", "retry budget",
                                                           "Retries cost nothing."));

class budget_refunded final : public client {
public:
    using client::client;

protected:
    void account(const client_attempt& attempt, const answer_or_none& answer) override {
        client::account(attempt, answer);
        if (attempt.number > 1 && is_retryable(answer)) {
            budget().put(policy().budget.retry_costs);
        }
    }
};
const added budget_refunded_row(
    retry_rows, of_client<budget_refunded>(
                    "budget-refunded", "retry budget",
                    "A retry that fails gets its tokens back, so the budget is never empty."));

// --- "circuit breaker" ---

class breaker_lets_everyone_probe final : public client {
public:
    using client::client;

protected:
    std::optional<circuit_breaker::pass> leave_to_send() override {
        auto leave = client::leave_to_send();
        if (!leave && breaker().now_is() == circuit_breaker::state::half_open) {
            leave.emplace();
        }
        return leave;
    }
};
const added breaker_lets_everyone_probe_row(
    retry_rows, of_client<breaker_lets_everyone_probe>(
                    "breaker-lets-everyone-probe", "circuit breaker",
                    "While one probe is under way, all others are sent too."));

// --- "deadline", "unknown is unknown" ---

class deadline_not_passed_on final : public client {
public:
    using client::client;

protected:
    void add_deadline(model::http_request&, duration) const override {}
};
const added deadline_not_passed_on_row(
    retry_rows,
    of_client<deadline_not_passed_on>("deadline-not-passed-on", "deadline",
                                      "The server is not told how long the client waits."));

class deadline_too_long final : public client {
public:
    using client::client;

protected:
    void add_deadline(model::http_request& request, duration) const override {
        client::add_deadline(request, policy().elapsed_max);
    }
};
const added deadline_too_long_row(
    retry_rows, of_client<deadline_too_long>(
                    "deadline-too-long", "deadline",
                    "The server is told of the time for all attempts, as if one had all of it."));

class unknown_told_as_failed final : public client {
public:
    using client::client;

protected:
    answer_or_none tell(const client_intent&, answer_or_none outcome) const override {
        if (!outcome) {
            outcome.emplace(402, R"({"title":"The charge has failed"})");
        }
        return outcome;
    }
};
const added unknown_told_as_failed_row(
    retry_rows,
    of_client<unknown_told_as_failed>("unknown-told-as-failed", "unknown is unknown",
                                      "Whoever asked is told that it failed, when nobody knows."));

// A replay is not what was asked for, so it is no answer.
class replay_told_as_unknown final : public client {
public:
    using client::client;

protected:
    answer_or_none tell(const client_intent&, answer_or_none outcome) const override {
        if (outcome && outcome->headers.find("Idempotent-Replayed") != nullptr) {
            outcome.reset();
        }
        return outcome;
    }
};
const added replay_told_as_unknown_row(
    retry_rows, of_client<replay_told_as_unknown>(
                    "replay-told-as-unknown", "unknown is unknown",
                    "A replay is taken for no answer: whoever asked is told that nobody knows."));

}  // namespace

std::span<const mutant> retry_mutants() {
    return retry_rows;
}

}  // namespace onceproof::designs::mutants
