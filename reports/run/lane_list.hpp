// Who takes part in a run, and where. Private to the sketch of a run.
#pragma once

#include "reports/run/run_sketch.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace onceproof::reports {

// Sees the whole run before anything is drawn, since who is asked may show itself late.
class lane_list {
public:
    explicit lane_list(const sim::world& w) : world_(w) {}

    void see(const sim::trace_event& r);

    // When all was seen: who asks before who is asked, and otherwise as they were set up.
    std::vector<lane> lanes();

    // --- After lanes() ---

    std::optional<std::size_t> lane_of(sim::name_index who) const;

    // Who answers, or would, at that port of that host.
    std::optional<std::size_t> lane_behind(sim::name_index host, std::uint64_t port) const;

    std::vector<std::size_t> lanes_on(sim::name_index host) const;

private:
    using address = std::pair<sim::name_index, std::uint64_t>;
    using depths = std::map<sim::name_index, std::size_t>;

    depths depths_of_all() const;
    std::size_t rank(sim::name_index who, const depths& depth) const;

    const sim::world& world_;
    std::vector<sim::name_index> order_;
    std::map<sim::name_index, sim::name_index> homes_;
    std::map<std::uint64_t, address> asked_;  // by connection
    std::map<address, sim::name_index> behind_;
    std::vector<std::pair<sim::name_index, sim::name_index>> asks_;
    std::set<sim::name_index> talk_;
    std::map<sim::name_index, std::size_t> lane_of_;
};

}  // namespace onceproof::reports
