// See client_mutants.hpp. Each class is one mistake, in one step.
#include "designs/client/client_mutants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace onceproof::designs {
namespace {

using boost::asio::awaitable;
using answer_or_none = std::optional<model::http_response>;
using duration = model::retry_policy::duration;

// --- "key" ---

template <class Platform>
class key_per_attempt final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    std::string key_after(const charge_attempt&, const answer_or_none&) override {
        return this->new_key();
    }
};

template <class Platform>
class key_reused_for_another_intent final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    // Of what is asked for, as if nobody asked for the same twice.
    awaitable<std::optional<std::string>> key_of(const charge_intent& i) override {
        std::string key = i.tenant + ' ' + i.wants.operation;
        for (const model::field& f : i.wants.asks_for) {
            key += f.name == "reference" ? "" : ' ' + f.value;
        }
        co_return key;
    }
};

template <class Platform>
class new_key_after_timeout final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    std::string key_after(const charge_attempt& last, const answer_or_none& answer) override {
        return answer ? last.key : this->new_key();
    }
};

template <class Platform>
class conflict_is_failure final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    std::string key_after(const charge_attempt& last, const answer_or_none& answer) override {
        return answer && answer->status == 409 ? this->new_key() : last.key;
    }
};

// --- "key kept over a restart" ---

template <class Platform>
class key_lost_on_restart final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    awaitable<std::optional<std::string>> key_of(const charge_intent&) override {
        co_return this->new_key();
    }
};

// --- "keyed retries only" ---

template <class Platform>
class unkeyed_retry final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    bool may_repeat(const charge_attempt&) const override { return true; }
};

// --- "retry decision" ---

template <class Platform>
class retries_final_answers final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    bool may_retry(const answer_or_none& answer) const override {
        return !answer || answer->status >= 400;
    }
};

// --- "backoff", "jitter", "Retry-After" ---

template <class Platform>
class no_pause final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    duration backoff_ceiling(std::uint32_t) const override { return duration::zero(); }
};

template <class Platform>
class no_jitter final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    duration jitter(duration ceiling) override { return ceiling; }
};

template <class Platform>
class retry_after_ignored final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    duration hint(const answer_or_none&) const override { return duration::zero(); }
};

template <class Platform>
class retry_after_undercut final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    duration pause_after(std::uint32_t attempt, const answer_or_none& answer) override {
        return this->jitter(this->hint(answer) + this->backoff_ceiling(attempt));
    }
};

// --- "attempt cap", "elapsed cap" ---

template <class Platform>
class no_attempt_cap final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    bool attempts_left(std::uint32_t) const override { return true; }
};

template <class Platform>
class no_elapsed_cap final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    duration time_left(typename charge_client<Platform>::time_point) const override {
        return std::chrono::hours(24 * 365);
    }
};

// --- "retry budget" ---

template <class Platform>
class no_budget final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    bool pays_for_retry() override { return true; }
};

template <class Platform>
class budget_refunded final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    void account(const charge_attempt& attempt, const answer_or_none& answer) override {
        charge_client<Platform>::account(attempt, answer);
        if (attempt.number > 1 && is_retryable(answer)) {
            this->budget().put(this->policy().budget.retry_costs);
        }
    }
};

// --- "circuit breaker" ---

template <class Platform>
class breaker_lets_everyone_probe final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    std::optional<circuit_breaker::pass> leave_to_send() override {
        auto leave = charge_client<Platform>::leave_to_send();
        if (!leave && this->breaker().now_is() == circuit_breaker::state::half_open) {
            leave.emplace();
        }
        return leave;
    }
};

// --- "deadline", "unknown is unknown" ---

template <class Platform>
class deadline_not_passed_on final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    void add_deadline(model::http_request&, duration) const override {}
};

template <class Platform>
class unknown_told_as_failed final : public charge_client<Platform> {
public:
    using charge_client<Platform>::charge_client;

protected:
    answer_or_none tell(const charge_intent&, answer_or_none outcome) const override {
        if (!outcome) {
            outcome.emplace(402, R"({"title":"The charge has failed"})");
        }
        return outcome;
    }
};

template <template <class> class Mutant>
std::unique_ptr<charge_client<model::simulated>> make(const model::simulated::process& self,
                                                      sim::endpoint server,
                                                      const model::retry_policy& policy,
                                                      client_observer* observer, key_book* keys) {
    return std::make_unique<Mutant<model::simulated>>(self, std::move(server), policy, observer,
                                                      keys);
}

}  // namespace

std::span<const named_client_mutant> client_mutants() {
    static constexpr std::array<named_client_mutant, 18> all{{
        {"key-per-attempt", "key", "The key is made inside the retry loop.", make<key_per_attempt>},
        {"key-reused-for-another-intent", "key",
         "The key is derived from what is bought: two equal purchases have one key.",
         make<key_reused_for_another_intent>},
        {"new-key-after-timeout", "key",
         "A timeout is taken for a failure: the next attempt has a new key.",
         make<new_key_after_timeout>},
        {"conflict-is-failure", "key",
         "409, in flight, is taken for a failure: the next attempt has a new key.",
         make<conflict_is_failure>},
        {"key-lost-on-restart", "key kept over a restart",
         "The key is kept in memory only: the client has another one when it starts again.",
         make<key_lost_on_restart>},
        {"unkeyed-retry", "keyed retries only",
         "A POST without a key is sent again after its answer was lost.", make<unkeyed_retry>},
        {"retries-final-answers", "retry decision",
         "An answer of 4xx, which settles the intent, is asked for again.",
         make<retries_final_answers>},
        {"no-pause", "backoff", "The next attempt follows at once.", make<no_pause>},
        {"no-jitter", "jitter", "All clients wait for the same time, and come back together.",
         make<no_jitter>},
        {"retry-after-ignored", "Retry-After", "Retry-After is not read.",
         make<retry_after_ignored>},
        {"retry-after-undercut", "Retry-After",
         "Jitter is drawn over the whole pause, so it ends before Retry-After allows.",
         make<retry_after_undercut>},
        {"no-attempt-cap", "attempt cap", "Attempts are not counted.", make<no_attempt_cap>},
        {"no-elapsed-cap", "elapsed cap",
         "Only each attempt has a timeout; nothing bounds all of them.", make<no_elapsed_cap>},
        {"no-budget", "retry budget", "Retries cost nothing.", make<no_budget>},
        {"budget-refunded", "retry budget",
         "A retry that fails gets its tokens back, so the budget is never empty.",
         make<budget_refunded>},
        {"breaker-lets-everyone-probe", "circuit breaker",
         "While one probe is under way, all others are sent too.",
         make<breaker_lets_everyone_probe>},
        {"deadline-not-passed-on", "deadline", "The server is not told how long the client waits.",
         make<deadline_not_passed_on>},
        {"unknown-told-as-failed", "unknown is unknown",
         "Whoever asked is told that it failed, when nobody knows.", make<unknown_told_as_failed>},
    }};
    return all;
}

const named_client_mutant* find_client_mutant(std::string_view name) {
    const auto all = client_mutants();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const named_client_mutant& m) { return m.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace onceproof::designs
