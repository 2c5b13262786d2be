// Clients that each break one guard of the reference client, named for the mistake: what a search
// must catch.
#pragma once

#include "designs/client/charge_client.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace onceproof::designs {

struct named_client_mutant {
    using make_function = std::unique_ptr<charge_client<model::simulated>> (*)(
        const model::simulated::process&, sim::endpoint, const model::retry_policy&,
        client_observer*, key_book*);

    std::string_view name;     // "key-per-attempt"
    std::string_view guard;    // which it breaks, as charge_client.hpp calls it: "key"
    std::string_view mistake;  // one sentence
    make_function make;        // as charge_client's constructor
};

std::span<const named_client_mutant> client_mutants();

// nullptr if there is none.
const named_client_mutant* find_client_mutant(std::string_view name);

}  // namespace onceproof::designs
