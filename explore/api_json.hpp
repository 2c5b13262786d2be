// The answers of explore/api.hpp that are made of what a run was. Private to it.
#pragma once

#include "explore/api.hpp"
#include "explore/moment.hpp"
#include "explore/what_if.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <vector>

namespace onceproof::explore {

boost::json::object start_json(const api_options& options);
boost::json::object run_json(recording& r);
boost::json::object row_json(recording& r, event_number at);
boost::json::object moment_json(const recording& r, const moment& m);
boost::json::object choices_json(const std::vector<choices_at>& all);

// Of those rows, and of what OTHER, if it is there, does in the same time.
boost::json::object picture_json(recording& r, recording* other, std::uint64_t from,
                                 std::uint64_t to);

}  // namespace onceproof::explore
