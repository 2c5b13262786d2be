// See plan.hpp.
#include "faults/plan.hpp"

#include "sim/assert.hpp"

namespace onceproof::faults {

fault_schedule schedule_of(const plan& p) {
    fault_schedule all;
    for (const planned_fault& f : p) {
        ONCEPROOF_ASSERT(!f.point.empty(), "a moment has become a point");
        all.emplace_back(sim::point_id(f.point), f.fault);
    }
    return all;
}

sim::point_kind kind_of_point(std::string_view name) {
    const std::string_view whole = name.substr(0, name.rfind('#'));
    const std::size_t action = whole.rfind('/');
    const std::size_t arrow = whole.find('>');
    if (action == std::string_view::npos || arrow == std::string_view::npos || arrow > action) {
        const std::string_view what = whole.substr(action + 1);
        return sim::names_service(what) ? sim::point_kind::service
               : sim::names_file(what)  ? sim::point_kind::file
                                        : sim::point_kind::step;
    }
    return whole.substr(action + 1) == "connect" ? sim::point_kind::connect
                                                 : sim::point_kind::message;
}

}  // namespace onceproof::faults
