// A payment that is declined is an outcome like any other: kept, and replayed.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario declined() {
    scenario s;
    s.name = "declined";
    s.summary = "A charge is declined and the answer is lost; the retry is told the same.";
    errand too_much(1);
    too_much.amount = 2'000'000;
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {too_much, too_much}}};
    s.suits = [](const subject& by) { return by.keeps_keys; };
    s.must_reach = {mark_named("answered 402")};
    return s;
}

}  // namespace onceproof::scenarios
