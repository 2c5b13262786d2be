// A retry that comes after a year of virtual time.
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"
#include "scenarios/roles/sweep.hpp"

namespace onceproof::scenarios {
namespace {

constexpr std::chrono::hours year(365 * 24);

}  // namespace

scenario year_later() {
    scenario s;
    s.name = "year-later";
    s.summary =
        "A client asks again a year later: the key is known to have been used, and nothing is done "
        "again.";
    s.work.servers = {"api-1"};
    client_work late("late-client", {errand(1)});
    late.start = year;
    s.work.clients = {{"client", {errand(1)}}, late};
    s.work.set(sweep_work{year / 2});
    s.faults_stop = year + std::chrono::hours(1);
    s.suits = [](const subject& by) { return by.promised->retention < year; };
    s.must_reach = {
        {"a key was told to have expired", [](const happenings& h) { return h.answered(410); }}};
    return s;
}

}  // namespace onceproof::scenarios
