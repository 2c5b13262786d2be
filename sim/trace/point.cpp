// See point.hpp.
#include "sim/trace/point.hpp"

#include "sim/trace/activity.hpp"

namespace onceproof::sim {

point_counter::point_counter() : counts_(64) {}

std::uint32_t point_counter::next(std::uint64_t id) {
    const std::size_t mask = counts_.size() - 1;
    for (std::size_t i = id & mask;; i = (i + 1) & mask) {
        count& c = counts_[i];
        if (c.seen == 0) {
            c = {id, 1};
            if (++used_ * 2 > counts_.size()) {
                grow();
            }
            return 1;
        }
        if (c.id == id) {
            return ++c.seen;
        }
    }
}

void point_counter::grow() {
    std::vector<count> old(counts_.size() * 2);
    old.swap(counts_);
    const std::size_t mask = counts_.size() - 1;
    for (const count& c : old) {
        if (c.seen > 0) {
            std::size_t i = c.id & mask;
            while (counts_[i].seen > 0) {
                i = (i + 1) & mask;
            }
            counts_[i] = c;
        }
    }
}

// ACTIVITY/WHO[>WHOM]/ACTION[#ORDINAL], where ACTIVITY may be missing or have slashes of its own.
std::uint64_t point_id(std::string_view name) {
    std::uint64_t ordinal = 1;
    if (const std::size_t hash = name.rfind('#'); hash != std::string_view::npos) {
        ordinal = plain_number(name.substr(hash + 1));
        name = name.substr(0, hash);
    }
    const std::size_t action_at = name.rfind('/');
    if (ordinal == 0 || action_at == std::string_view::npos || action_at == 0) {
        return 0;
    }
    const std::string_view action = name.substr(action_at + 1);
    name = name.substr(0, action_at);
    const std::size_t hop_at = name.rfind('/');
    const bool has_activity = hop_at != std::string_view::npos;
    const std::string_view hop = has_activity ? name.substr(hop_at + 1) : name;
    if (has_activity && hop_at == 0) {
        return 0;
    }
    const std::uint64_t activity = activity_id(has_activity ? name.substr(0, hop_at) : "");
    const std::size_t arrow = hop.find('>');
    const std::uint64_t whom =
        arrow == std::string_view::npos ? 0 : hash_text(hop.substr(arrow + 1));
    return mix(place_id(activity, hash_text(hop.substr(0, arrow)), whom, hash_text(action)),
               ordinal);
}

}  // namespace onceproof::sim
