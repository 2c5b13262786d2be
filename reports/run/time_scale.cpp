// See time_scale.hpp.
#include "reports/run/time_scale.hpp"

#include <algorithm>
#include <cstdint>
#include <ratio>

namespace onceproof::reports {
namespace {

using namespace std::chrono_literals;
using sim::duration;
using sim::time_point;

// What is higher than this without anything to see in it is folded.
constexpr double empty_height_max = 100;

constexpr double tick_distance_min = 36;
constexpr double tick_clearance = 13;  // from one that is written anyway

using tenth = std::chrono::duration<std::int64_t, std::ratio<1, 10'000>>;  // of a millisecond

double milliseconds(duration span) {
    return std::chrono::duration<double, std::milli>(span).count();
}

}  // namespace

time_scale::time_scale(std::vector<time_point> moments, double per_ms) : per_ms_(per_ms) {
    if (moments.empty()) {
        moments.emplace_back();
    }
    std::sort(moments.begin(), moments.end());
    stretches_.push_back({moments.front(), moments.front(), 0});
    for (const time_point at : moments) {
        stretch& last = stretches_.back();
        const double idle = milliseconds(at - last.until) * per_ms_;
        if (idle > empty_height_max) {
            folds_.push_back({height_, at - last.until});
            height_ += fold_height;
            stretches_.push_back({at, at, height_});
        } else {
            height_ += idle;
            last.until = at;
        }
    }
}

double time_scale::place_of(time_point when) const {
    const auto after = std::upper_bound(stretches_.begin(), stretches_.end(), when,
                                        [](time_point t, const stretch& s) { return t < s.from; });
    const stretch& in = after == stretches_.begin() ? stretches_.front() : *std::prev(after);
    if (when <= in.until || after == stretches_.end()) {
        return in.top + milliseconds(when - in.from) * per_ms_;
    }
    const double share = milliseconds(when - in.until) / milliseconds(after->from - in.until);
    return after->top - fold_height * (1 - share);
}

std::vector<std::pair<time_point, double>> time_scale::corners() const {
    std::vector<std::pair<time_point, double>> all;
    for (const stretch& s : stretches_) {
        all.emplace_back(s.from, s.top);
        all.emplace_back(s.until, place_of(s.until));
    }
    return all;
}

sim::duration time_scale::tick_span() const {
    for (duration decade = 1us; decade < 1000s; decade *= 10) {
        for (const int times : {1, 2, 5}) {
            if (milliseconds(decade * times) * per_ms_ >= tick_distance_min) {
                return decade * times;
            }
        }
    }
    return 1000s;
}

std::vector<time_scale::tick> time_scale::ticks() const {
    const duration span = tick_span();
    std::vector<tick> all;
    for (const stretch& s : stretches_) {
        const duration from = s.from.time_since_epoch();
        all.push_back({s.top, sim::to_text(std::chrono::round<tenth>(from))});
        for (duration at = from / span * span; at <= s.until.time_since_epoch(); at += span) {
            const double place = place_of(time_point(at));
            if (at > from && place - s.top >= tick_clearance) {
                all.push_back({place, sim::to_text(at)});
            }
        }
    }
    return all;
}

}  // namespace onceproof::reports
