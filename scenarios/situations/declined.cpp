// A payment that is declined is an outcome like any other: kept, and replayed.
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario declined() {
    scenario s;
    s.name = "declined";
    s.summary = "A charge is declined and the answer is lost; the retry is told the same.";
    errand too_much(1);
    too_much.declined = true;
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {too_much, too_much}}};
    s.suits = [](const subject& by) { return by.has("keeps-keys"); };
    s.must_reach = {
        {"an intent was answered 402", [](const happenings& h) { return h.answered(402); }}};
    return s;
}

}  // namespace onceproof::scenarios
