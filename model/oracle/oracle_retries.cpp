// The oracle's rule about retries: what is tried again, how often, for how long, and after which
// pause. Probes are nobody's retries.
#include "model/oracle/oracle_retries.hpp"

#include "model/contract/method_class.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace onceproof::model::oracle {
namespace {

// Too few pauses may all be alike by chance.
constexpr std::uint32_t pauses_to_judge = 8;

// Beyond any cap on elapsed time, and far from overflowing nanoseconds.
constexpr std::int64_t longest_wait = 1'000'000'000;

// Seconds; zero if the header is not there, nothing if it is a date.
std::optional<moment> told_to_wait(const std::optional<http_response>& answer) {
    const std::string* value = answer ? answer->headers.find("Retry-After") : nullptr;
    if (value == nullptr) {
        return moment::zero();
    }
    std::int64_t seconds = 0;
    const char* end = value->data() + value->size();
    const auto [read, error] = std::from_chars(value->data(), end, seconds);
    if (read != end || error == std::errc::invalid_argument) {
        return std::nullopt;
    }
    const bool beyond = error == std::errc::result_out_of_range || seconds > longest_wait;
    return std::chrono::seconds(beyond ? longest_wait : seconds);
}

// How the pauses of all clients were drawn.
struct jitter_seen {
    std::uint32_t pauses = 0;
    std::uint32_t longest = 0;
    std::uint32_t none = 0;
};

class judge_of_retries {
public:
    judge_of_retries(const history& seen, const contract& promised, findings& found)
        : seen_(seen), policy_(promised.retry), found_(found) {}

    // The attempts of one intent by one start of one client, in order.
    void judge_series(std::span<const sent> series) {
        const seen_attempt& first = *series.front().attempt;
        const seen_attempt& last = *series.back().attempt;
        for (const sent& s : series) {
            if (const std::optional<moment> told = s.attempt->deadline; !told) {
                report(*s.attempt, "does not say how long an answer is waited for");
                break;
            } else if (*told > policy_.attempt_timeout) {
                report(*s.attempt, "says that an answer is waited for {} s; the most is {} s",
                       seconds(*told), seconds(policy_.attempt_timeout));
                break;
            }
        }
        if (series.size() > attempts_max()) {
            report(last, "is more than {} attempts", attempts_max());
        }
        if (seen_.clients_kept_pace && last.ended && last.end - first.begin > policy_.elapsed_max) {
            report(last, "ends later after the first one than {} s", seconds(policy_.elapsed_max));
        }
        for (std::size_t i = 1; i < series.size(); ++i) {
            judge_retry(*series[i - 1].attempt, *series[i].attempt);
        }
    }

    // Whether its client gave up after the last of them, though the policy let it go on: all of it
    // but the budget.
    bool gives_up_early(std::span<const sent> series) const {
        const seen_attempt& last = *series.back().attempt;
        return last.ended && !(last.answer && is_final(*last.answer)) &&
               !may_give_up(*series.front().attempt, last, series.size()) && says_unknown(last);
    }

    void judge_jitter() {
        if (jitter_.pauses < pauses_to_judge || !seen_.clients_kept_pace) {
            return;
        }
        if (jitter_.longest == jitter_.pauses || jitter_.none == jitter_.pauses) {
            found_.report(rule::retry_policy, 0, "all {} pauses are {}: there is no jitter",
                          jitter_.pauses, jitter_.none == 0 ? "the longest" : "nothing");
        }
    }

private:
    std::uint32_t attempts_max() const {
        return std::min(policy_.attempts_max, seen_.attempts_max);
    }

    bool may_give_up(const seen_attempt& first, const seen_attempt& last, std::size_t sent) const {
        const std::optional<moment> least = told_to_wait(last.answer);
        const bool needs_key = class_of(last.request) == method_class::repeat_unsafe;
        if (!seen_.clients_kept_pace || sent >= attempts_max() || (needs_key && last.key.empty()) ||
            !least || *least > policy_.retry_after_max || breaker_may_be_open(last)) {
            return true;
        }
        const auto ceiling = policy_.backoff_ceiling(static_cast<std::uint32_t>(last.number));
        return last.end - first.begin + *least + ceiling >= policy_.elapsed_max;
    }

    bool breaker_may_be_open(const seen_attempt& of) const {
        const std::uint32_t failures_to_open = policy_.breaker.failures_to_open;
        return failures_to_open > 0 &&
               std::ranges::count_if(seen_.attempts, [&](const seen_attempt& a) {
                   return a.client == of.client && a.client_run == of.client_run && is_unknown(a);
               }) >= failures_to_open;
    }

    bool says_unknown(const seen_attempt& last) const {
        return std::ranges::any_of(seen_.outcomes, [&](const seen_outcome& o) {
            return !o.told && o.intent == last.intent && o.client == last.client &&
                   o.client_run == last.client_run && o.submission == last.submission;
        });
    }

    static double seconds(moment span) { return std::chrono::duration<double>(span).count(); }

    template <class... Args>
    void report(const seen_attempt& a, fmt::format_string<Args...> what, Args&&... args) {
        found_.report(rule::retry_policy, a.intent, "attempt {} of {} {}", a.number, a.client,
                      fmt::format(what, std::forward<Args>(args)...));
    }

    void judge_retry(const seen_attempt& before, const seen_attempt& retry) {
        if (before.answer && is_final(*before.answer)) {
            report(retry, "follows the final answer {}", before.answer->status);
            return;
        }
        const std::optional<moment> least = told_to_wait(before.answer);
        if (!least) {
            return;
        }
        const moment pause = retry.begin - before.end - *least;
        const auto ceiling = policy_.backoff_ceiling(static_cast<std::uint32_t>(before.number));
        if (pause < moment::zero()) {
            report(retry, "comes {} s before Retry-After allows it", seconds(-pause));
        } else if (*least > policy_.retry_after_max) {
            report(retry, "waited {} s, as it was told; the most is {} s", seconds(*least),
                   seconds(policy_.retry_after_max));
        } else if (seen_.clients_kept_pace && policy_.breaker.failures_to_open == 0 &&
                   pause > ceiling) {
            report(retry, "comes {} s later than the longest pause", seconds(pause - ceiling));
        }
        if (ceiling > moment::zero()) {
            ++jitter_.pauses;
            jitter_.longest += pause == ceiling ? 1 : 0;
            jitter_.none += pause == moment::zero() ? 1 : 0;
        }
    }

    const history& seen_;
    const retry_policy& policy_;
    findings& found_;
    jitter_seen jitter_;
};

// All that clients sent, by client, start of it, intent, and time. What one sends under a key that
// stands for another request is part of its load too. Probes are nobody's work.
std::vector<sent> work_of_all(std::span<const intent_case> cases) {
    using purpose = seen_attempt::purpose;
    std::set<std::string_view> clients;
    std::vector<sent> all;
    for (const intent_case& c : cases) {
        for (const seen_attempt* a : c.attempts) {
            if (a->why == purpose::work) {
                clients.insert(a->client);
            }
            if (a->why != purpose::probe) {
                all.push_back({a});
            }
        }
    }
    std::erase_if(all, [&](const sent& s) { return !clients.contains(s.attempt->client); });
    std::sort(all.begin(), all.end(), [](const sent& x, const sent& y) {
        const auto& a = *x.attempt;
        const auto& b = *y.attempt;
        return std::tie(a.client, a.client_run, a.server, a.intent, a.why, a.begin, a.number) <
               std::tie(b.client, b.client_run, b.server, b.intent, b.why, b.begin, b.number);
    });
    return all;
}

// Whether B goes on where A left off. A client that does a submission twice counts from 1 again.
bool is_one_series(const seen_attempt& a, const seen_attempt& b) {
    return a.intent == b.intent && a.why == b.why && a.client_run == b.client_run &&
           a.client == b.client && a.server == b.server && b.number > a.number;
}

}  // namespace

void judge_retries(std::span<const intent_case> cases, const contract& promised, findings& found) {
    if (cases.empty()) {
        return;
    }
    judge_of_retries judge(cases.front().seen, promised, found);
    std::vector<sent> all = work_of_all(cases);
    for (auto first = all.begin(); first != all.end();) {
        auto last = first + 1;
        for (; last != all.end() && is_one_series(*(last - 1)->attempt, *last->attempt); ++last) {
            (last - 1)->retried = true;
        }
        judge.judge_series({first, last});
        (last - 1)->gave_up_early = judge.gives_up_early({first, last});
        first = last;
    }
    judge.judge_jitter();
    judge_budget(all, promised, found);
    if (promised.retry.breaker.failures_to_open > 0) {
        judge_breaker(all, promised, found);
    }
}

}  // namespace onceproof::model::oracle
