// The row of cache-marker. See cache_marker_server.hpp.
#include "designs/cache_marker/cache_marker_server.hpp"
#include "designs/design_list.hpp"
#include "designs/parts/charge_subject.hpp"
#include "designs/role_factories.hpp"
#include "designs/role_names.hpp"
#include "designs/service_faults.hpp"

namespace onceproof::designs {

namespace mutants {
std::span<const mutant> cache_marker_mutants();
}  // namespace mutants

namespace {

subject cache_marker() {
    subject s = charge_subject();
    s.name = "cache-marker";
    s.summary =
        "The key is a marker with a time to live in a cache; once the effect is committed, the "
        "answer takes its place.";
    // No marks: a marker in the cache has no epochs to tell its owners apart by.
    s.features = {"keeps-keys", "key-store", "local-effect", "sweep"};
    s.roles = {key_store_name};
    s.arbiter = "an insert into the key store that fails if the key is there";
    s.keeps_key_in = "a key store beside the database, as a marker with a time to live";
    s.weakness =
        "What ends the attempt between the effect and its record, or makes the cache forget, is "
        "charged twice.";
    s.space = &gentle_faults();
    s.factories = with_server<cache_marker_server<platform>>();
    s.exactly_once = false;
    return s;
}

}  // namespace

void add_cache_marker(design_list& to) {
    to.add(70, cache_marker());
    to.add_mutants(120, mutants::cache_marker_mutants());
}

}  // namespace onceproof::designs
