// See drawn_workloads.hpp.
#include "scenarios/drawn_workloads.hpp"

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

constexpr std::array<drawn_workload, 1> workloads{{{"busy-shop", draw_busy_shop}}};

}  // namespace

std::span<const drawn_workload> drawn_workloads() {
    return workloads;
}

}  // namespace onceproof::scenarios
