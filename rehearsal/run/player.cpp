// See player.hpp.
#include "rehearsal/run/player.hpp"

#include <boost/asio/co_spawn.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace onceproof::rehearsal {
namespace {

namespace asio = boost::asio;
using purpose = model::seen_attempt::purpose;

constexpr std::uint32_t attempts_max = 8;
// So long nothing is asked of a backend before a process counts as at rest: some services go on
// working when they have answered. It decides nothing; it keeps what belongs to one attempt in it.
constexpr std::chrono::milliseconds rest_for(4);

// A bound that strikes makes a run inconclusive, so it is no less than a busy machine needs.
constexpr std::chrono::seconds timeout_min(1);

bool has_final(const asking* a) {
    return a->seen.answer && model::is_final(*a->seen.answer);
}

}  // namespace

player::player(const service_spec& s, director& directs, fleet& processes, client& asks,
               condition& changes, std::span<const std::unique_ptr<backend>> backends,
               asio::io_context& on)
    : spec_(s),
      director_(directs),
      fleet_(processes),
      client_(asks),
      changes_(changes),
      backends_(backends),
      context_(on),
      timeout_(std::max<std::chrono::nanoseconds>(s.promised.retry.attempt_timeout, timeout_min)),
      tag_(fmt::format("{:x}{:x}", getpid(), condition::now().count() / 1'000'000 % 0xFFFFFF)) {}

// None of these names is the beginning of another.
intent_of_run player::new_intent() {
    const std::string own = fmt::format("{}-{:06}", tag_, ++serial_);
    return {serial_, "t" + own, "k" + own};
}

asio::awaitable<void> player::warm_up(std::uint32_t replica) {
    director_.forget(replica);
    const intent_of_run own = new_intent();
    model::http_request request = request_for(spec_, own, 0);
    co_await client_.exchange_with(fleet_.port(replica), std::move(request));
}

// The next one that is ready, and has nothing to do.
asio::awaitable<std::uint32_t> player::choose_process(scene& s) {
    std::uint32_t chosen = last_process_;
    const auto is_there = [&] {
        for (std::uint32_t step = 1; step <= fleet_.size(); ++step) {
            const std::uint32_t next = (last_process_ + step) % fleet_.size();
            const bool is_busy = std::ranges::any_of(
                s.asked, [&](const auto& a) { return a->replica == next && !a->is_over; });
            if (fleet_.is_ready(next) && !is_busy) {
                chosen = next;
                return true;
            }
        }
        return !fleet_.failure().empty();
    };
    if (!co_await changes_.until(is_there, spec_.process.start_within)) {
        s.missing.emplace_back("no process was free to be asked");
    }
    last_process_ = chosen;
    co_return chosen;
}

asio::awaitable<const asking*> player::ask(scene& s, const intent_of_run& i, std::string label,
                                           purpose why) {
    const std::uint32_t process = co_await choose_process(s);
    asking& a = *s.asked.emplace_back(std::make_unique<asking>());
    a.label = std::move(label);
    a.replica = process;
    a.seen.intent = 1;
    a.seen.number = s.asked.size();
    a.seen.why = why;
    a.seen.key = i.key;
    a.seen.client = "client";
    a.seen.server = fmt::format("api-{}", process + 1);
    a.seen.begin = s.now();
    s.labels[process] = a.label;
    // What is sent keeps its scene, also when the run has been left behind.
    asio::co_spawn(context_,
                   client_.ask(s, a, request_for(spec_, i, why == purpose::other_body ? 1 : 0)),
                   [kept = scene_](const std::exception_ptr&) {});
    const auto is_done = [&a] { return a.is_over || a.is_given_up; };
    if (!co_await changes_.until(is_done, timeout_)) {
        a.is_given_up = true;
        s.unplanned.push_back(
            fmt::format("{} was given up after {} ms", a.label, timeout_.count() / 1'000'000));
    }
    if (a.is_given_up) {
        a.seen.end = s.now();
    }
    co_await rest(s);
    co_return &a;
}

// Waits until nothing is asked of backends but what a fault holds.
asio::awaitable<void> player::rest(scene& s) {
    bool is_at_rest = false;
    while (!is_at_rest) {
        const auto is_idle = [&s] { return s.open <= s.held; };
        if (!co_await changes_.until(is_idle, timeout_)) {
            s.unplanned.emplace_back("a backend was not at rest in time");
            co_return;
        }
        const std::size_t points = s.points.size();
        const auto is_asked = [&s, points] { return s.points.size() != points; };
        is_at_rest = !co_await changes_.until(is_asked, rest_for);
    }
}

asio::awaitable<void> player::attempt_until_final(scene& s, const intent_of_run& i) {
    for (std::uint32_t n = 1; n <= attempts_max; ++n) {
        const std::string label = fmt::format("intent-1/attempt-{}", n);
        const asking* const a = co_await ask(s, i, label, purpose::work);
        // What the machine or the service was too slow for says nothing, however often it is tried.
        const bool is_last = n > 1 && (has_final(a) || !s.unplanned.empty());
        if (is_last || !fleet_.failure().empty()) {
            break;
        }
        if (n > 1 && s.holds == 0) {  // the service's own clocks: a lease, its timeouts
            co_await changes_.pass(spec_.promised.retry.backoff_ceiling(n - 1));
        }
    }
}

// Faults are over: what was held goes on, what died starts again, and everybody comes to an end.
asio::awaitable<void> player::make_calm(scene& s) {
    s.attempts_are_over = true;
    changes_.changed();
    const auto is_calm = [this] { return !fleet_.failure().empty() || fleet_.are_all_ready(); };
    const bool are_ready = co_await changes_.until(is_calm, spec_.process.start_within);
    const auto is_over = [&s] {
        return s.holds == 0 &&
               std::ranges::all_of(s.asked, [](const auto& a) { return a->is_over; });
    };
    const bool is_quiet = co_await changes_.until(is_over, timeout_);
    co_await rest(s);
    if (!are_ready || !is_quiet) {
        s.missing.emplace_back("it did not come to rest after faults had stopped");
    }
}

// What we asked for must not outlive the run: who does not answer is killed, which ends it.
asio::awaitable<void> player::end_what_hangs(scene& s) {
    for (const auto& a : s.asked) {
        if (!a->is_over) {
            co_await director_.kill(a->replica);
        }
    }
    const auto is_over = [&s] {
        return std::ranges::all_of(s.asked, [](const auto& a) { return a->is_over; });
    };
    co_await changes_.until(is_over, spec_.process.start_within);
}

asio::awaitable<void> player::probe(scene& s, const intent_of_run& i) {
    int number = 0;
    for (const purpose why : {purpose::probe, purpose::other_body, purpose::probe}) {
        ++number;
        if (why == purpose::other_body && spec_.asked.others.empty()) {
            continue;
        }
        bool is_answered = false;
        for (std::uint32_t tries = 1; tries <= attempts_max && !is_answered; ++tries) {
            const std::string label = fmt::format("intent-1/probe-{}", number);
            const asking* const a = co_await ask(s, i, label, why);
            is_answered = has_final(a) || !s.unplanned.empty();
            if (!is_answered) {
                co_await changes_.pass(spec_.promised.retry.backoff_ceiling(tries));
            }
        }
    }
}

run_result player::judged(scene& s, const intent_of_run& i) {
    run_result result;
    model::history seen;
    model::seen_intent intent = seen_intent_for(spec_, i);
    for (const auto& a : s.asked) {
        intent.settled = intent.settled || (a->seen.same_request() && has_final(a.get()));
        seen.attempts.push_back(a->seen);
    }
    std::ranges::sort(seen.attempts, {}, &model::seen_attempt::end);
    for (const auto& b : backends_) {
        const std::vector<model::seen_call> calls = b->calls_of(intent);
        seen.calls.insert(seen.calls.end(), calls.begin(), calls.end());
    }
    for (std::size_t b = 0; b < backends_.size(); ++b) {
        if (spec_.backends[b].name == spec_.effects.of) {
            seen.effects = backends_[b]->effects_of(intent);
        }
    }
    seen.intents.push_back(intent);
    seen.requests_were_repeated = std::ranges::any_of(
        s.what_goes_wrong, [](const planned& f) { return f.fault->does == act::duplicate; });
    for (model::violation& v : model::judge(seen, spec_.promised).violations) {
        // How the client tries again is ours, and not the service's.
        if (v.broken != model::rule::retry_policy) {
            (model::is_liveness(v.broken) ? result.not_settled : result.broken)
                .push_back(std::move(v));
        }
    }
    result.story = s.story;
    result.story.push_back(fmt::format("{} effects", seen.effects.size()));
    return result;
}

asio::awaitable<run_result> player::play(plan what_goes_wrong) {
    scene_ = std::make_shared<scene>();
    scene& s = *scene_;
    s.what_goes_wrong = std::move(what_goes_wrong);
    s.fired.resize(s.what_goes_wrong.size());
    s.labels.resize(fleet_.size());
    fleet_.take_own_ends();
    director_.direct(s, fleet_, timeout_);
    const intent_of_run i = new_intent();
    co_await attempt_until_final(s, i);
    co_await make_calm(s);
    co_await probe(s, i);
    co_await make_calm(s);
    co_await end_what_hangs(s);
    director_.rest();
    run_result result;
    try {
        result = judged(s, i);
    } catch (const std::exception& failed) {
        s.missing.push_back(fmt::format("effects could not be read: {}", failed.what()));
    }
    for (std::size_t f = 0; f < s.fired.size(); ++f) {
        if (!s.fired[f]) {
            s.missing.push_back(fmt::format("{} was not reached", s.what_goes_wrong[f].point));
        }
    }
    for (const own_end& e : fleet_.take_own_ends()) {
        result.own_ends.push_back(
            fmt::format("api-{} ended by itself, with {}", e.replica + 1, e.how));
    }
    if (!fleet_.failure().empty()) {
        s.missing.push_back(fleet_.failure());
    }
    result.points = std::move(s.points);
    result.unplanned = std::move(s.unplanned);
    result.missing = std::move(s.missing);
    result.missing.insert(result.missing.end(), result.unplanned.begin(), result.unplanned.end());
    result.took = s.now();
    co_return result;
}

}  // namespace onceproof::rehearsal
