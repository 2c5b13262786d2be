// Clients come to a server that stalls: they wait in vain, come again, and pile up behind it.
#include "scenarios/catalogue.hpp"

#include <fmt/format.h>

namespace onceproof::scenarios {

scenario slow_dependency() {
    scenario s;
    s.name = "slow-dependency";
    s.summary =
        "A server stalls for longer than clients wait: eight of them come again and pile up behind "
        "it, and it does for each what it is asked once.";
    s.work.servers = {"api-1"};
    for (int n = 1; n <= 8; ++n) {
        s.work.clients.emplace_back(fmt::format("client-{}", n),
                                    std::vector{errand(static_cast<std::uint64_t>(n))},
                                    std::chrono::milliseconds(5) * (n - 1));
    }
    s.plan = {{"pay-1/attempt-1/api-1/db commit",
               sim::disturbance(sim::harm::pause, std::chrono::seconds(1))}};
    s.swarm.faults_max = 1;
    s.must_reach = {mark_named("attempt-unanswered"), mark_named("replayed")};
    return s;
}

}  // namespace onceproof::scenarios
