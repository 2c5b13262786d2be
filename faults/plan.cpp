// See plan.hpp.
#include "faults/plan.hpp"

namespace onceproof::faults {

plan_player::plan_player(const plan& p) {
    for (const fault& f : p) {
        entries_.push_back({sim::point_id(f.point), &f, false});
    }
}

// Plans are short: looking through all of one costs less than keeping it in order.
sim::disturbance plan_player::at(const sim::point& where) {
    for (entry& e : entries_) {
        if (e.id == where.id) {
            e.met = true;
            return e.what->what;
        }
    }
    return {};
}

std::vector<std::string> plan_player::unmet() const {
    std::vector<std::string> points;
    for (const entry& e : entries_) {
        if (!e.met) {
            points.push_back(e.what->point);
        }
    }
    return points;
}

}  // namespace onceproof::faults
