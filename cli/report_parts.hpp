// What the reports of `onceproof run` on seeds and on plans have in common.
#pragma once

#include "cli/commands/run_command.hpp"
#include "cli/exit_status.hpp"
#include "cli/findings.hpp"
#include "search/grounds.hpp"

#include <boost/json/fwd.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::cli {

// Interrupted, or by what the scenarios came to.
exit_status status_of(search::gravity worst);
// The gravest of what broke; what was interrupted says nothing else.
exit_status status_of(const search::verdict_counts& counts, bool interrupted);

// --- Text ---

std::size_t widest_name(std::span<const candidate> candidates);
std::string painted(search::verdict v, bool colour);

// For people, and so for terminals only; a report that is kept says the same about the same runs.
std::string rate(std::uint64_t runs, std::chrono::nanoseconds elapsed);

// ", about 20 s left", or nothing if nobody can tell yet.
std::string eta(const search::progress& p);

// How often each mark was reached; ends the line.
void print_goals(const scenarios::scenario& s, const std::array<std::uint64_t, 64>& goals);
void print_lines(const std::vector<std::string>& lines);

// By which contracts these are judged.
void print_contracts(std::span<const candidate> candidates);

// The story of a failure that was made small, and the line that runs it again.
void print_plan(const kept_finding& f);

// --- JSON: one document a line ---

boost::json::object json_line(std::string_view type);
boost::json::array goals_json(const scenarios::scenario& s,
                              const std::array<std::uint64_t, 64>& goals);
void print_line(const boost::json::object& line);

// --- Both ---

void print_summary(const search::verdict_counts& counts, bool interrupted, bool json);

// What a disk that is full, or a pipe that was closed, did not take was not shown. Throws
// std::system_error.
void flush_output();

}  // namespace onceproof::cli
