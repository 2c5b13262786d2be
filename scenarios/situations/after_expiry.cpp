// A retry that comes a day late, when what it did is not kept any more.
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"
#include "scenarios/roles/sweep.hpp"

namespace onceproof::scenarios {

scenario after_expiry() {
    scenario s;
    s.name = "after-expiry";
    s.summary =
        "A client asks again after the retention: it is told so, and nothing is done again.";
    s.work.servers = {"api-1"};
    client_work late("late-client", {errand(1)});
    late.start = std::chrono::hours(25);
    s.work.clients = {{"client", {errand(1)}}, late};
    s.work.set(sweep_work{std::chrono::minutes(24 * 60 + 30)});
    s.faults_stop = std::chrono::hours(26);
    s.suits = [](const subject& by) { return by.promised->retention < std::chrono::hours(25); };
    s.must_reach = {
        {"a key was told to have expired", [](const happenings& h) { return h.answered(410); }}};
    return s;
}

}  // namespace onceproof::scenarios
