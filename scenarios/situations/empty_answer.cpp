// An answer without a body is an answer.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario empty_answer() {
    scenario s;
    s.name = "empty-answer";
    s.summary = "The client wants no body in the answer (Prefer: return=minimal), and asks twice.";
    errand minimal(1);
    minimal.minimal = true;
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {minimal, minimal}}};
    s.must_reach = {mark_named("answered-without-body")};
    return s;
}

}  // namespace onceproof::scenarios
