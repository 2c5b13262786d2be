// Thousands of clients in virtual time, against the formulas by which one chooses a policy.
//
// All runs have fixed seeds: these are bounds that a true generator would miss once in many
// thousand seeds, and that a wrong one misses at once.
#include "designs/parts/scripted_testing.hpp"
#include "designs/role_factories.hpp"
#include "designs/subject.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

namespace onceproof::designs {
namespace {

using namespace testing;

constexpr std::uint64_t clients = 2000;
constexpr std::size_t bins = 20;
constexpr sim::duration ceiling = 1s;  // of the first pause; what is drawn is uniform up to it

// All clients ask at the same moment, are told to come again, and come again.
client_script outage(std::uint64_t seed) {
    return {.answers = [](std::size_t n) { return line(n < clients ? 503 : 201); },
            .policy = model::retry_policy(1s, 2, 60s, ceiling, ceiling),
            .seed = seed,
            .intents = purchases(clients),
            .at_once = true};
}

// Of the second attempts, by when they come; the last bin has those that are later than that too.
std::vector<std::uint64_t> second_arrivals(const client_run& p) {
    const sim::time_point first = p.arrivals.at(0);
    std::vector<std::uint64_t> count(bins);
    for (std::size_t i = clients; i < p.arrivals.size(); ++i) {
        const auto bin = static_cast<std::size_t>((p.arrivals[i] - first) * bins / ceiling);
        ++count[std::min(bin, bins - 1)];
    }
    return count;
}

TEST(RetryStatistics, FullJitterIsUniformUpToItsCeiling) {
    for (const std::uint64_t seed : {1U, 2U}) {
        const client_run p(outage(seed));
        ASSERT_EQ(p.attempts.size(), 2 * clients);
        std::vector<double> count(bins);
        double sum = 0;
        std::map<std::uint64_t, sim::time_point> ended;
        for (const client_run::sent& a : p.attempts) {
            if (a.attempt.number == 1) {
                ended[a.attempt.intent] = a.ended;
                continue;
            }
            const sim::duration pause = a.begun - ended.at(a.attempt.intent);
            ASSERT_LE(pause, ceiling);
            sum += static_cast<double>(pause.count());
            ++count[std::min(static_cast<std::size_t>(pause * bins / ceiling), bins - 1)];
        }
        // The mean of N draws from [0, x] is x/2, with a deviation of x / sqrt(12 N).
        const auto x = static_cast<double>(ceiling.count());
        const double n = clients;
        EXPECT_NEAR(sum / n, x / 2, 4 * x / std::sqrt(12 * n)) << seed;
        double chi_square = 0;
        for (const double c : count) {
            chi_square += (c - n / bins) * (c - n / bins) / (n / bins);
        }
        EXPECT_LT(chi_square, 50) << seed;  // 19 degrees of freedom: 1 in 8000 is above
        EXPECT_GT(chi_square, 4) << seed;   // and 1 in 8000 below: draws that repel each other
    }
}

TEST(RetryStatistics, JitterSpreadsWhatComesBack) {
    const auto with = second_arrivals(client_run(outage(1)));
    // About N * w / x in a bin of width w, of which the largest of 20 stays within four deviations.
    const double mean = static_cast<double>(clients) / bins;
    const auto peak = static_cast<double>(*std::max_element(with.begin(), with.end()));
    EXPECT_LT(peak, mean + 4 * std::sqrt(mean));

    client_script all_alike = outage(1);
    all_alike.make = find_mutant("no-jitter")->factories->make_client;
    const auto without = second_arrivals(client_run(all_alike));
    EXPECT_EQ(*std::max_element(without.begin(), without.end()), clients);
}

TEST(RetryStatistics, NoClientExceedsItsCaps) {
    client_script p{.answers = {},
                    .policy = model::retry_policy(1s, 5, 3s, 400ms, 2s),
                    .intents = purchases(2000),
                    .at_once = true};
    p.answers = [](std::size_t n) { return n % 3 == 0 ? line(201, "", 10s) : line(503); };
    const client_run down(p);
    std::vector<std::uint32_t> sent(2001);
    std::vector<std::uint32_t> with_attempts(6);
    for (const client_run::sent& a : down.attempts) {
        sent.at(a.attempt.intent) = a.attempt.number;
        EXPECT_LE(a.ended.time_since_epoch(), 3s);
    }
    EXPECT_EQ(down.settled.size(), 2000U);
    for (std::size_t intent = 1; intent <= 2000; ++intent) {
        ASSERT_LE(sent[intent], 5U);
        ++with_attempts[sent[intent]];
    }
    // Both caps are at work: some used all their attempts, and some ran out of time before.
    EXPECT_GT(with_attempts[5], 100U);
    EXPECT_GT(with_attempts[2] + with_attempts[3] + with_attempts[4], 100U);
}

// Of the requests, how many were not the first of their intent.
std::uint64_t retries(const client_run& p) {
    return static_cast<std::uint64_t>(
        std::count_if(p.attempts.begin(), p.attempts.end(),
                      [](const client_run::sent& a) { return a.attempt.number > 1; }));
}

TEST(RetryStatistics, ABudgetBoundsWhatRetriesAddToTheLoad) {
    client_script p{.answers = always(line(503)),
                    .policy = model::retry_policy(1s, 4, 60s, 100ms, 1s),
                    .intents = purchases(3000),
                    .at_once = true};
    EXPECT_EQ(retries(client_run(p)), 3U * 3000U);  // the amplification without one: 4
    p.policy.budget = model::retry_budget{.tokens_max = 500, .retry_costs = 5, .success_earns = 1};
    EXPECT_EQ(retries(client_run(p)), 100U);

    // Half of them fail, whatever they are: what the other half earns pays for some more.
    p.answers = [](std::size_t n) { return line(n % 2 == 0 ? 503 : 201); };
    const client_run half(p);
    const auto successes = static_cast<std::uint64_t>(std::count_if(
        half.settled.begin(), half.settled.end(), [](const auto& s) { return s.second == 201; }));
    EXPECT_GT(successes, 1400U);
    EXPECT_LE(5 * retries(half), 500 + successes);
    EXPECT_GT(retries(half), 100U);
}

constexpr std::int64_t waiting = 200;

// A service that is down for a minute, and clients that wait for it. By each second: how many
// requests came.
std::vector<std::uint64_t> storm(model::retry_policy policy) {
    client_script p{
        .answers = {}, .policy = policy, .intents = purchases(waiting), .at_once = true};
    p.answers = [](std::size_t) {
        return line(sim::virtual_clock::now().time_since_epoch() < 60s ? 503 : 201, "", 200ms);
    };
    const client_run seen(p);
    std::vector<std::uint64_t> each_second(200);
    for (const sim::time_point at : seen.arrivals) {
        ++each_second.at(static_cast<std::size_t>(at.time_since_epoch() / 1s));
    }
    EXPECT_EQ(std::count_if(seen.settled.begin(), seen.settled.end(),
                            [](const auto& s) { return s.second == 201; }),
              waiting);
    return each_second;
}

TEST(RetryStatistics, ABreakerLetsOneProbeAtATimeReachAServiceThatIsDown) {
    model::retry_policy policy(1s, 1000, 180s, 100ms, 2s);
    policy.breaker = model::breaker_policy{.failures_to_open = 10, .open_for = 5s};
    const std::vector<std::uint64_t> with = storm(policy);
    policy.breaker = model::breaker_policy();
    const std::vector<std::uint64_t> without = storm(policy);
    const auto while_down = [](const std::vector<std::uint64_t>& counts) {
        return std::accumulate(counts.begin() + 2, counts.begin() + 60, std::uint64_t{0});
    };
    // A probe every 5.2 s at most, the time that it takes included.
    EXPECT_LE(while_down(with), 58 / 5 + 1U);
    EXPECT_GE(while_down(with), 58 / 8U);
    EXPECT_GT(while_down(without), 5'000U);
}

}  // namespace
}  // namespace onceproof::designs
