// Where a moment of virtual time stands in a picture that time runs down through: to scale, but
// for stretches in which nothing happens, which are folded.
#pragma once

#include "sim/time/time.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace onceproof::reports {

// All places are in pixels below the beginning.
class time_scale {
public:
    static constexpr double fold_height = 50;

    struct fold {
        double top;
        sim::duration span;  // that it stands for
    };

    struct tick {
        double at;
        std::string label;
    };

    // MOMENTS: when something happens, in any order. A millisecond is PER_MS high.
    time_scale(std::vector<sim::time_point> moments, double per_ms);

    // Requires: WHEN is not outside of all moments.
    double place_of(sim::time_point when) const;

    double height() const { return height_; }
    const std::vector<fold>& folds() const { return folds_; }

    // Between two of these, one after the other, places are linear in time.
    std::vector<std::pair<sim::time_point, double>> corners() const;

    // Moments to be written beside the picture: where each stretch begins, and round ones in it.
    std::vector<tick> ticks() const;

private:
    // Stretches without folds, in order.
    struct stretch {
        sim::time_point from;
        sim::time_point until;
        double top;
    };

    sim::duration tick_span() const;

    double per_ms_;
    double height_ = 0;
    std::vector<stretch> stretches_;
    std::vector<fold> folds_;
};

}  // namespace onceproof::reports
