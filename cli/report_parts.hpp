// What the reports of `onceproof run` on seeds and on plans have in common.
#pragma once

#include "cli/exit_status.hpp"
#include "cli/findings.hpp"
#include "cli/run_command.hpp"
#include "scenarios/player.hpp"

#include <boost/json/fwd.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::cli {

// How many scenarios came to each verdict.
struct verdict_counts {
    std::array<std::uint64_t, 3> of{};
    bool nondeterminism = false;
};

void count(verdict_counts& counts, scenarios::verdict v, bool nondeterminism);
exit_status status_of(const verdict_counts& counts, bool interrupted);

// Adds a sentence for each mark that no run has reached.
void add_unreached(const scenarios::scenario& s, const std::array<std::uint64_t, 64>& marks,
                   std::vector<std::string>& missing);

// --- Text ---

std::size_t widest_name(std::span<const candidate> candidates);
std::string painted(scenarios::verdict v, bool colour);

// For people, and so for terminals only; a report that is kept says the same about the same runs.
std::string rate(std::uint64_t runs, std::chrono::nanoseconds elapsed);

// ", about 20 s left", or nothing if nobody can tell yet.
std::string eta(const scenarios::progress& p);

// How often each mark was reached; ends the line.
void print_marks(const scenarios::scenario& s, const std::array<std::uint64_t, 64>& marks);
void print_lines(const std::vector<std::string>& lines);

// By which contracts these are judged.
void print_contracts(std::span<const candidate> candidates);

// The story of a failure that was made small, and the line that plays it.
void print_plan(const saved_plan& plan);
std::string again(const std::string& plan_file);

// --- JSON: one document a line ---

boost::json::object json_line(std::string_view type);
boost::json::array marks_json(const scenarios::scenario& s,
                              const std::array<std::uint64_t, 64>& marks);
void print_line(const boost::json::object& line);

// --- Both ---

void print_summary(const verdict_counts& counts, bool interrupted, bool json);

// What a disk that is full, or a pipe that was closed, did not take was not shown. Throws
// std::system_error.
void flush_output();

}  // namespace onceproof::cli
