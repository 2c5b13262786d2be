// The scenarios, each in the file of its name.
#pragma once

#include "scenarios/scenario.hpp"

namespace onceproof::scenarios {

scenario same_request_twice();
scenario lost_answer();
scenario two_at_once();
scenario killed_before_answer();
scenario power_lost_after_answer();
scenario other_body();
scenario busy_shop();
scenario late_original();
scenario two_tenants();
scenario two_operations();
scenario respelled_body();
scenario other_body_in_flight();
scenario declined();
scenario after_expiry();
scenario clock_past_retention();
scenario clock_set_back();
scenario too_many_requests();
scenario turned_away_often();
scenario fails_before_effect();
scenario fails_after_effect();
scenario client_restart();
scenario outage();
scenario long_outage();
scenario no_key();
scenario order_put_twice();
scenario empty_answer();
scenario large_answer();
scenario equal_purchases();
scenario dead_owner();
scenario two_heirs();
scenario sleeping_owner();
scenario zombie_fails();
scenario downstream_silent();
scenario downstream_unsure();
scenario downstream_down();
scenario downstream_busy();
scenario downstream_slow();
scenario killed_after_capture();
scenario stale_look_up();
scenario fast_clock();
scenario resending_proxy();
scenario owner_lost_for_good();
scenario rolling_restart();
scenario year_later();
scenario shutdown_in_flight();
scenario two_versions();
scenario key_store_down();
scenario slow_dependency();
scenario canary_scenario();

}  // namespace onceproof::scenarios
