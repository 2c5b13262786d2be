// The oracle's rule about retries, as far as it spares a service that fails: the budget and the
// circuit breaker are computed again from what each client sent and was answered.
#include "model/oracle/oracle_retries.hpp"

#include <string>
#include <tuple>

namespace onceproof::model::oracle {
namespace {

bool share_one_client(const sent& a, const sent& b) {
    return a.attempt->client_run == b.attempt->client_run &&
           a.attempt->client == b.attempt->client && a.attempt->server == b.attempt->server;
}

// Calls EACH with the attempts of each start of each client at each server.
template <class Sent, class Each>
void for_each_client(std::span<Sent> all, const Each& each) {
    while (!all.empty()) {
        std::size_t size = 1;
        while (size < all.size() && share_one_client(all.front(), all[size])) {
            ++size;
        }
        each(all.first(size));
        all = all.subspan(size);
    }
}

// A retry is paid for when the client decides on it, as the attempt before it ends.
void judge_bucket(std::span<sent> work, const retry_budget& rules, findings& found) {
    // In the order in which they ended: that of the history.
    std::sort(work.begin(), work.end(), [](const sent& a, const sent& b) {
        return std::tie(a.attempt->end, a.attempt) < std::tie(b.attempt->end, b.attempt);
    });
    const bool is_free = rules.tokens_max == 0;
    std::uint32_t tokens = rules.tokens_max;
    for (const sent& s : work) {
        const seen_attempt& a = *s.attempt;
        if (s.gave_up_early && (is_free || tokens >= rules.retry_costs)) {
            found.report(rule::retry_policy, a.intent,
                         "{} gave up after attempt {}, and could have tried again", a.client,
                         a.number);
            return;
        }
        if (s.retried && !is_free) {
            if (tokens < rules.retry_costs) {
                found.report(rule::retry_policy, a.intent,
                             "{} tried again after attempt {} with {} of the {} tokens that it "
                             "costs",
                             a.client, a.number, tokens, rules.retry_costs);
                return;
            }
            tokens -= rules.retry_costs;
        } else if (a.answer && is_final(*a.answer)) {
            tokens += std::min(rules.success_earns, rules.tokens_max - tokens);
        }
    }
}

enum class breaker_state : std::uint8_t { closed, open, half_open };

// One end of an attempt, its begin or its end. What ends at a moment ends before what begins then,
// but for what begins and ends at once.
struct edge {
    moment at;
    std::uint8_t rank;  // within the moment
    std::size_t index;  // of the attempt
    bool begins;
};

std::vector<edge> edges_of(std::span<const sent> work) {
    std::vector<edge> edges;
    edges.reserve(2 * work.size());
    for (std::size_t i = 0; i < work.size(); ++i) {
        const seen_attempt& a = *work[i].attempt;
        edges.push_back({a.begin, 1, i, true});
        if (a.ended) {
            const bool at_once = a.end == a.begin;
            edges.push_back({a.end, static_cast<std::uint8_t>(at_once ? 2 : 0), i, false});
        }
    }
    std::sort(edges.begin(), edges.end(), [](const edge& a, const edge& b) {
        return std::tie(a.at, a.rank, a.index) < std::tie(b.at, b.rank, b.index);
    });
    return edges;
}

// The breaker of one start of a client, for one server. Only what began in the period counts when
// it ends.
class breaker_seen {
public:
    explicit breaker_seen(const breaker_policy& rules) : rules_(rules) {}

    // What is wrong with sending now; nullptr if nothing is. PERIOD is that of the attempt.
    const char* begins(moment now, std::uint64_t& period) {
        const char* wrong = nullptr;
        if (state_ == breaker_state::open && now >= probe_at_) {
            turn(breaker_state::half_open);
        } else if (state_ == breaker_state::open && now > since_) {
            wrong = "was sent while the breaker was open";
        } else if (state_ == breaker_state::half_open) {
            wrong = "was sent while a probe was under way";
        }
        // At the moment in which it opened either may have come first; then it counts no more.
        period = state_ == breaker_state::open ? period_ - 1 : period_;
        return wrong;
    }

    void ends(moment now, std::uint64_t period, bool failed) {
        if (period != period_) {
            return;
        }
        failures_ = failed ? failures_ + 1 : 0;
        if (failed &&
            (state_ == breaker_state::half_open || failures_ >= rules_.failures_to_open)) {
            turn(breaker_state::open);
            since_ = now;
            probe_at_ = now + rules_.open_for;
        } else if (!failed && state_ == breaker_state::half_open) {
            turn(breaker_state::closed);
        }
    }

private:
    void turn(breaker_state to) {
        state_ = to;
        ++period_;
        failures_ = 0;
    }

    breaker_policy rules_;
    breaker_state state_ = breaker_state::closed;
    std::uint64_t period_ = 1;
    std::uint32_t failures_ = 0;
    moment since_{};
    moment probe_at_{};
};

void judge_breaker_of(std::span<const sent> work, const breaker_policy& rules, findings& found) {
    breaker_seen breaker(rules);
    std::vector<std::uint64_t> periods(work.size());
    for (const edge& e : edges_of(work)) {
        const seen_attempt& a = *work[e.index].attempt;
        if (!e.begins) {
            breaker.ends(e.at, periods[e.index], is_unknown(a));
        } else if (const char* wrong = breaker.begins(e.at, periods[e.index])) {
            found.report(rule::retry_policy, a.intent, "attempt {} of {} {}", a.number, a.client,
                         wrong);
            return;
        }
    }
}

}  // namespace

void judge_budget(std::span<sent> all, const contract& promised, findings& found) {
    for_each_client(
        all, [&](std::span<sent> work) { judge_bucket(work, promised.retry.budget, found); });
}

void judge_breaker(std::span<const sent> all, const contract& promised, findings& found) {
    for_each_client(all, [&](std::span<const sent> work) {
        judge_breaker_of(work, promised.retry.breaker, found);
    });
}

}  // namespace onceproof::model::oracle
