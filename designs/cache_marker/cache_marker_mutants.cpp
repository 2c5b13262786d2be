// Servers that keep markers in a cache, each with one step broken. Named for the mistake.
#include "designs/cache_marker/cache_marker_server.hpp"
#include "designs/mutant_rows.hpp"

#include <span>
#include <vector>

namespace onceproof::designs::mutants {
namespace {

using cache_marker_server = designs::cache_marker_server<platform>;

std::vector<mutant> cache_marker_rows;

// When the keys cannot be asked, the work is done without.
class fail_open final : public cache_marker_server {
public:
    using cache_marker_server::cache_marker_server;

protected:
    awaitable<model::http_response> without_keys(database& db, const charge_request& c) override {
        return take_effect(db, c);
    }
};
const added fail_open_row(
    cache_marker_rows,
    of_server<fail_open>("fail-open", "fail closed",
                         "When the keys cannot be asked, the work is done without.",
                         "cache-marker"));

}  // namespace

std::span<const mutant> cache_marker_mutants() {
    return cache_marker_rows;
}

}  // namespace onceproof::designs::mutants
