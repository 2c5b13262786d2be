// How far a search has come, as a file: so that one that was interrupted can go on.
#pragma once

#include "search/exhaustive/exhaustive_search.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::search {

// Which search it is. A file of another one is refused.
struct search_identity {
    std::string scenario;
    std::string under_test;                     // the implementation
    std::optional<std::size_t> faults_max = 1;  // see exhaustive_options
    shard part{};
};

std::string to_json(const certificate& c, const search_identity& of);

// Throws a bad_certificate, with one sentence, if TEXT is something else.
certificate read_certificate(std::string_view text, const search_identity& of);

}  // namespace onceproof::search
