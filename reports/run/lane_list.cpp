// See lane_list.hpp.
#include "reports/run/lane_list.hpp"

#include <algorithm>
#include <string>

namespace onceproof::reports {

using sim::event_kind;
using sim::name_index;

void lane_list::see(const sim::trace_event& r) {
    switch (r.kind) {
        case event_kind::started:
            if (homes_.try_emplace(r.actor, r.peer).second) {
                order_.push_back(r.actor);
            }
            break;
        case event_kind::connecting:
            asked_[r.a] = {r.peer, r.b};
            talk_.insert(r.actor);
            break;
        case event_kind::connected:
            behind_[asked_[r.a]] = r.peer;
            asks_.emplace_back(r.actor, r.peer);
            talk_.insert(r.peer);
            break;
        default:
            break;
    }
}

// How many stand between a process and those whom nobody asks. Where some ask each other in a
// circle it ends all the same.
lane_list::depths lane_list::depths_of_all() const {
    depths depth;
    for (const name_index who : order_) {
        depth[who] = 0;
    }
    for (std::size_t round = 0; round < order_.size(); ++round) {
        for (const auto& [who, whom] : asks_) {
            depth[whom] = std::min(std::max(depth[whom], depth[who] + 1), order_.size());
        }
    }
    return depth;
}

// Who neither asks nor is asked stands at the end.
std::size_t lane_list::rank(name_index who, const depths& depth) const {
    return talk_.contains(who) ? depth.at(who) : order_.size() + 1;
}

std::vector<lane> lane_list::lanes() {
    const depths depth = depths_of_all();
    std::sort(order_.begin(), order_.end(), [&](name_index a, name_index b) {
        return std::pair(rank(a, depth), a) < std::pair(rank(b, depth), b);
    });
    std::vector<lane> all;
    for (const name_index who : order_) {
        lane_of_[who] = all.size();
        all.push_back({who, std::string(world_.name(who))});
    }
    return all;
}

std::optional<std::size_t> lane_list::lane_of(name_index who) const {
    const auto found = lane_of_.find(who);
    return found == lane_of_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> lane_list::lane_behind(name_index host, std::uint64_t port) const {
    const auto known = behind_.find({host, port});
    if (known != behind_.end()) {
        return lane_of(known->second);
    }
    const std::vector<std::size_t> there = lanes_on(host);
    return there.empty() ? std::nullopt : std::optional(there.front());
}

std::vector<std::size_t> lane_list::lanes_on(name_index host) const {
    std::vector<std::size_t> all;
    for (const name_index who : order_) {
        if (homes_.at(who) == host) {
            all.push_back(lane_of_.at(who));
        }
    }
    return all;
}

}  // namespace onceproof::reports
