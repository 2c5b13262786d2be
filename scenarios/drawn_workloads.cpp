// See drawn_workloads.hpp.
#include "scenarios/drawn_workloads.hpp"

#include "scenarios/roles/sweep.hpp"
#include "sim/random.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <utility>

namespace onceproof::scenarios {
namespace {

using namespace std::chrono_literals;

// Intents 1 and 2 are those of forms that anybody may submit, others are a client's own.
submission draw_submission(sim::draws& d, std::uint64_t client) {
    const bool form = d.chance({1, 2});
    submission e(form ? 1 + d.below(2) : 2 + client);
    e.key = form ? fmt::format("form-{}", e.intent) : "";
    e.at = d.chance({1, 2}) ? "api-1" : "api-2";
    e.tenant = e.intent % 2 == 0 ? "shop" : "other-shop";
    return e;
}

// Several clients of two tenants pay, some for the same thing at the same time, some twice, at two
// servers that share the database.
workload draw_busy_shop(std::uint64_t seed) {
    workload work;
    work.servers = {"api-1", "api-2"};
    sim::draws how_many(seed, "workload", 0);
    const std::uint64_t clients = 2 + how_many.below(3);
    for (std::uint64_t c = 1; c <= clients; ++c) {
        sim::draws d(seed, "workload", c);
        client_work client(fmt::format("client-{}", c), {}, d.between(0ms, 20ms));
        for (std::uint64_t i = 1 + d.below(3); i > 0; --i) {
            client.submissions.push_back(draw_submission(d, c));
        }
        work.clients.push_back(std::move(client));
    }
    return work;
}

// Evenly over orders of magnitude, from a millisecond to a day and a half.
sim::duration draw_distance(sim::draws& d) {
    const sim::duration least = 1ms * (std::int64_t{1} << d.below(27));
    return d.between(least, 2 * least);
}

// Keys that a server which reads them carelessly takes for one another.
std::string draw_alike_key(std::uint64_t manner, std::uint64_t intent) {
    switch (manner) {
        case 0:
            return std::string(200, 'k') + fmt::format("-{}", intent);
        case 1:
            return intent % 2 == 0 ? "Form-A" : "form-a";
        case 2:
            return fmt::format("{}-form", intent);
        default:
            return fmt::format("form/{}", intent);
    }
}

// What the three things cost: as usual, or at a bound of what is done.
std::int64_t draw_amount(std::uint64_t seed, std::uint64_t intent) {
    constexpr std::array<std::int64_t, 5> amounts{0, 1, 999, 1'000'000, 1'000'001};
    return amounts[sim::draws(seed, "amount", intent).below(amounts.size())];
}

submission draw_any_submission(sim::draws& d, std::uint64_t seed, std::uint64_t manner,
                               bool is_first) {
    submission e(1 + d.below(manner == 1 ? 2 : 3));
    e.key = draw_alike_key(manner, e.intent);
    e.amount = draw_amount(seed, e.intent);
    e.at = d.chance({1, 2}) ? "api-1" : "api-2";
    e.respelled = d.chance({1, 4});
    e.other_body = !is_first && d.chance({1, 4}) ? 1 + d.below(2) : 0;
    return e;
}

// Several clients ask for three things at two servers, at any time of two days, unchanged or
// changed, and old records are swept away at some time.
workload draw_any_day(std::uint64_t seed) {
    workload work;
    work.servers = {"api-1", "api-2"};
    sim::draws shared(seed, "workload", 0);
    const std::uint64_t manner = shared.below(4);
    const std::uint64_t clients = 2 + shared.below(3);
    for (std::uint64_t c = 1; c <= clients; ++c) {
        sim::draws d(seed, "workload", c);
        client_work client(fmt::format("client-{}", c), {}, c == 1 ? 0ms : draw_distance(d));
        for (std::uint64_t i = 1 + d.below(2); i > 0; --i) {
            client.submissions.push_back(
                draw_any_submission(d, seed, manner, client.submissions.empty()));
        }
        work.clients.push_back(std::move(client));
    }
    if (shared.chance({1, 2})) {
        work.set(sweep_work{draw_distance(shared)});
    }
    return work;
}

constexpr std::array<drawn_workload, 2> workloads{
    {{"busy-shop", draw_busy_shop}, {"any-day", draw_any_day}}};

}  // namespace

std::span<const drawn_workload> drawn_workloads() {
    return workloads;
}

}  // namespace onceproof::scenarios
