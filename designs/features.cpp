// What subjects may have. See subject.hpp.
#include "designs/subject.hpp"
#include "sim/assert.hpp"

#include <algorithm>
#include <array>

namespace onceproof::designs {

std::span<const feature> features() {
    static constexpr std::array<feature, 9> all{
        {{"claims-first", "It claims the key in a commit of its own, and works then."},
         {"keeps-keys", "It keeps keys and what came of each, rejections too."},
         {"marks", "It says of itself what it does."},
         {"local-effect", "Its effect is in its own database."},
         {"downstream", "Its effect is at a system downstream."},
         {"keyed-downstream", "The system downstream takes keys."},
         {"keyless-downstream", "The system downstream can only be asked by reference."},
         {"key-store", "Its keys are in a cache."},
         {"sweep", "Old records of its keys are swept by a job."}}};
    return all;
}

const feature* find_feature(std::string_view name) {
    const auto all = features();
    const auto found = std::ranges::find(all, name, &feature::name);
    return found == all.end() ? nullptr : &*found;
}

bool subject::has(std::string_view feature_name) const {
    ONCEPROOF_ASSERT(find_feature(feature_name) != nullptr, "there is a feature of that name");
    return std::ranges::find(features, feature_name) != features.end();
}

bool subject::needs_role(std::string_view role_name) const {
    return std::ranges::find(roles, role_name) != roles.end();
}

}  // namespace onceproof::designs
