// A run as data: all that it depends on beside the build.
#pragma once

#include "faults/plan.hpp"
#include "scenarios/scenario.hpp"

#include <cstdint>
#include <optional>

namespace onceproof::scenarios {

struct trial {
    explicit trial(const scenario& s) : base(&s), under_test(s.usual), work(s.work) {}

    const scenario* base;
    designs::implementation under_test;

    // What benign randomness (latencies, jitter of pauses, ids) is drawn from. None: messages take
    // the same time all, and everything else is drawn from seed 0.
    std::optional<std::uint64_t> seed;

    workload work;
    faults::plan faults;

    friend bool operator==(const trial&, const trial&) = default;
};

}  // namespace onceproof::scenarios
