// Points have names that tell them apart, by which a plan means the one point and no other.
#include "search/runner.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace onceproof::search {
namespace {

TEST(Points, NoTwoNamesShareAnId) {
    std::map<std::uint64_t, std::string> names;
    runner_options options;
    options.keep_points = true;
    for (const scenarios::scenario& s : scenarios::all()) {
        runner p(s);
        for (std::uint64_t seed = 0; seed < 25; ++seed) {
            p.run(seed, options);
            for (const sim::point& met : p.injector().points()) {
                const std::string name = p.world().name(met);
                const auto [known, is_new] = names.try_emplace(met.id, name);
                ASSERT_EQ(known->second, name) << s.name << ", seed " << seed;
                if (is_new) {
                    EXPECT_EQ(sim::point_id(name), met.id) << name << " does not lead back";
                    EXPECT_EQ(faults::kind_of_point(name), met.kind) << name;
                }
            }
        }
    }
    EXPECT_GT(names.size(), 200U);
}

}  // namespace
}  // namespace onceproof::search
