// A busy shop: what is asked for is drawn as well. Several clients of two tenants pay, some for the
// same thing at the same time, some twice, at two servers that share the database.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"
#include "sim/random.hpp"

#include <fmt/format.h>

namespace onceproof::scenarios {
namespace {

using namespace std::chrono_literals;

// Intents 1 and 2 are those of forms that anybody may submit, others are a client's own.
errand draw_errand(sim::draws& d, std::uint64_t client) {
    const bool form = d.chance({1, 2});
    errand e(form ? 1 + d.below(2) : 2 + client);
    e.key = form ? fmt::format("form-{}", e.intent) : "";
    e.at = d.chance({1, 2}) ? "api-1" : "api-2";
    e.tenant = e.intent % 2 == 0 ? "shop" : "other-shop";
    return e;
}

workload draw_work(std::uint64_t seed) {
    workload work;
    work.servers = {"api-1", "api-2"};
    sim::draws how_many(seed, "workload", 0);
    const std::uint64_t clients = 2 + how_many.below(3);
    for (std::uint64_t c = 1; c <= clients; ++c) {
        sim::draws d(seed, "workload", c);
        client_work client(fmt::format("client-{}", c), {}, d.between(0ms, 20ms));
        for (std::uint64_t i = 1 + d.below(3); i > 0; --i) {
            client.errands.push_back(draw_errand(d, c));
        }
        work.clients.push_back(std::move(client));
    }
    return work;
}

}  // namespace

scenario busy_shop() {
    scenario s;
    s.name = "busy-shop";
    s.summary =
        "Clients of two tenants ask, some for the same thing at the same time, at two servers "
        "that share the database; what each asks for is drawn.";
    s.work = draw_work(0);
    s.work_of = draw_work;
    s.swarm.faults_max = 4;
    s.must_reach = {{"a duplicate arrived in flight",
                     [](const happenings& h) { return h.attempts_overlapped; }},
                    {"the stored answer was replayed",
                     [](const happenings& h) { return h.said(model::marks::replays); }}};
    return s;
}

}  // namespace onceproof::scenarios
