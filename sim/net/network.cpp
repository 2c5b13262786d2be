// See network.hpp.
#include "sim/net/network.hpp"

#include "sim/assert.hpp"
#include "sim/host.hpp"
#include "sim/net/connection.hpp"
#include "sim/world.hpp"

#include <algorithm>

namespace onceproof::sim {
namespace {

// Within one host. Short, but not nothing: a step away, so that order still matters.
constexpr link loopback(std::chrono::microseconds(10));

}  // namespace

network::network(world& w) : world_(w), default_link_(std::chrono::milliseconds(1)) {}

network::~network() = default;

void network::add_host() {
    for (auto& row : paths_) {
        row.push_back({default_link_, true, false});
    }
    paths_.emplace_back(paths_.size() + 1, path_state{default_link_, true, false});
    paths_.back().back() = {loopback, false, false};
}

const network::path_state& network::path(const host& from, const host& to) const {
    return paths_[from.index()][to.index()];
}

network::path_state& network::path(const host& from, const host& to) {
    return paths_[from.index()][to.index()];
}

void network::set_default_link(link l) {
    default_link_ = l;
    for (auto& row : paths_) {
        for (path_state& p : row) {
            if (p.is_default) {
                p.timing = l;
            }
        }
    }
}

void network::set_link(const host& a, const host& b, link l) {
    for (path_state* p : {&path(a, b), &path(b, a)}) {
        p->timing = l;
        p->is_default = false;
    }
}

duration network::travel_time(const host& from, const host& to, const place& where) {
    const link& timing = path(from, to).timing;
    if (timing.jitter == duration::zero()) {
        return timing.latency;
    }
    draws jitter = world_.draws_at("jitter", where);
    return timing.latency + jitter.between(duration::zero(), timing.jitter);
}

void network::cut(std::span<const host* const> from, std::span<const host* const> to) {
    for (const host* a : from) {
        for (const host* b : to) {
            if (a != b && !std::exchange(path(*a, *b).is_cut, true)) {
                world_.record(event_kind::partitioned, a->name_at(), b->name_at());
            }
        }
    }
}

void network::partition(std::span<const host* const> a, std::span<const host* const> b) {
    cut(a, b);
    cut(b, a);
}

void network::heal() {
    for (std::size_t from = 0; from < paths_.size(); ++from) {
        for (std::size_t to = 0; to < paths_.size(); ++to) {
            mend_path(world_.host_at(from), world_.host_at(to));
        }
    }
    release_held();
}

void network::mend(const host& a, const host& b) {
    mend_path(a, b);
    mend_path(b, a);
    release_held();
}

void network::mend_path(const host& from, const host& to) {
    if (std::exchange(path(from, to).is_cut, false)) {
        world_.record(event_kind::healed, from.name_at(), to.name_at());
    }
}

// What must still wait is held again when it gets to the next cut.
void network::release_held() {
    for (connection* c : std::exchange(held_, {})) {
        c->release_held();
    }
}

void network::hold(connection& c) {
    if (std::find(held_.begin(), held_.end(), &c) == held_.end()) {
        held_.push_back(&c);
    }
}

connection& network::open_connection() {
    ++opened_;
    if (spare_.empty()) {
        connections_.push_back(std::make_unique<connection>(*this));
        spare_.push_back(connections_.back().get());
    }
    connection& c = *spare_.back();
    spare_.pop_back();
    c.begin(opened_);
    return c;
}

void network::recycle(connection& c) {
    std::erase(held_, &c);
    spare_.push_back(&c);
}

void network::listen(const host& on, port_number port, listener& l) {
    const bool added = listeners_.emplace(std::pair(on.index(), port), &l).second;
    ONCEPROOF_ASSERT(added, "somebody listens on that port already");
}

void network::stop_listening(const host& on, port_number port) {
    listeners_.erase(std::pair(on.index(), port));
}

listener* network::find_listener(const host& on, port_number port) const {
    const auto found = listeners_.find(std::pair(on.index(), port));
    return found == listeners_.end() ? nullptr : found->second;
}

}  // namespace onceproof::sim
