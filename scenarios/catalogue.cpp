// See catalogue.hpp and scenario.hpp.
#include "scenarios/catalogue.hpp"

#include "scenarios/asking.hpp"

#include <algorithm>
#include <vector>

namespace onceproof::scenarios {

std::span<const scenario> all() {
    static const std::vector<scenario> catalogue{same_request_twice(),
                                                 lost_answer(),
                                                 two_at_once(),
                                                 killed_before_answer(),
                                                 power_lost_after_answer(),
                                                 other_body(),
                                                 busy_shop(),
                                                 late_original(),
                                                 two_tenants(),
                                                 two_operations(),
                                                 respelled_body(),
                                                 other_body_in_flight(),
                                                 declined(),
                                                 after_expiry(),
                                                 clock_past_retention(),
                                                 clock_set_back(),
                                                 too_many_requests(),
                                                 turned_away_often(),
                                                 fails_before_effect(),
                                                 fails_after_effect(),
                                                 client_restart(),
                                                 outage(),
                                                 long_outage(),
                                                 no_key(),
                                                 order_put_twice(),
                                                 empty_answer(),
                                                 large_answer(),
                                                 equal_purchases(),
                                                 dead_owner(),
                                                 two_heirs(),
                                                 sleeping_owner(),
                                                 zombie_fails(),
                                                 downstream_silent(),
                                                 downstream_unsure(),
                                                 downstream_down(),
                                                 downstream_busy(),
                                                 downstream_slow(),
                                                 killed_after_capture(),
                                                 stale_look_up(),
                                                 fast_clock(),
                                                 resending_proxy(),
                                                 key_store_down(),
                                                 slow_dependency(),
                                                 owner_lost_for_good(),
                                                 shutdown_in_flight(),
                                                 two_versions(),
                                                 rolling_restart(),
                                                 year_later()};
    return catalogue;
}

bool scenario::can_be_played_by(const subject& s) const {
    return (suits == nullptr || suits(s)) &&
           std::ranges::all_of(work.clients, [&](const client_work& c) {
               return std::ranges::all_of(
                   c.errands, [&](const errand& e) { return why_not_asked(s, e).empty(); });
           });
}

const scenario& canary() {
    static const scenario the_one = canary_scenario();
    return the_one;
}

const scenario* find(std::string_view name) {
    if (name == canary().name) {
        return &canary();
    }
    const auto known = all();
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const scenario& s) { return s.name == name; });
    return found == known.end() ? nullptr : &*found;
}

}  // namespace onceproof::scenarios
