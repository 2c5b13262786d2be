// The network between hosts: links with latency, connections with TCP's manners, partitions.
//
// What holds: bytes of one direction of a connection arrive in order, once, none missing in
// between. What goes wrong is silence, a reset, a refusal, lateness. What was sent is not recalled
// by closing or by dying, so a late original exists. A message comes twice only because somebody
// sent it twice.
//
// A partition holds back what crosses it, as TCP's retransmission would, and lets it arrive, late,
// once it is healed. A machine that is off says nothing; one that came back resets connections
// that it no longer knows. There are no timeouts in here: whoever waits in vain waits for ever, so
// clients bring their own, as they must in the real world.
#pragma once

#include "sim/random.hpp"
#include "sim/time/time.hpp"
#include "sim/trace/point.hpp"

#include <boost/container/flat_map.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace onceproof::sim {

class connection;
class host;
class listener;
class world;

using port_number = std::uint16_t;

// How long a message takes from one host to another: LATENCY, and up to JITTER more, drawn anew
// for each message.
struct link {
    constexpr link(duration l, duration j = duration::zero()) : latency(l), jitter(j) {}

    duration latency;
    duration jitter;
};

class network {
public:
    explicit network(world& w);
    ~network();
    network(const network&) = delete;
    network& operator=(const network&) = delete;

    // For all pairs of hosts that were not given a link of their own. 1 ms unless set.
    void set_default_link(link l);
    // In both directions. Messages that are under way are not touched.
    void set_link(const host& a, const host& b, link l);

    // From now on nothing gets from any of FROM to any of TO; adds to what is cut already.
    void cut(std::span<const host* const> from, std::span<const host* const> to);
    // In both directions.
    void partition(std::span<const host* const> a, std::span<const host* const> b);
    // Undoes it between two hosts, in both directions.
    void mend(const host& a, const host& b);
    // Undoes all of it. What was held back arrives after one more latency.
    void heal();

    // At most so many bytes leave in one write, 16 KiB unless set: the rest needs another write, a
    // message of its own. Small values show code that forgets partial writes.
    std::size_t write_max = 16 * 1024;
    // At most so many bytes are read at once; unlimited unless set.
    std::size_t read_max = SIZE_MAX;
    // A writer waits while so many bytes are unread at the other side or under way to it.
    std::size_t window = 64 * 1024;

    // --- For the devices of sim/ ---

    world& in() const { return world_; }
    void add_host();

    // How long a message that leaves FROM now takes to TO.
    duration travel_time(const host& from, const host& to, const place& where);
    bool is_cut(const host& from, const host& to) const { return path(from, to).is_cut; }

    connection& open_connection();
    // The connection holds something back until heal().
    void hold(connection& c);
    // Nobody uses the connection any more.
    void recycle(connection& c);
    // How many were alive at the same time, at most.
    std::size_t connections_made() const { return connections_.size(); }

    void listen(const host& on, port_number port, listener& l);
    void stop_listening(const host& on, port_number port);
    listener* find_listener(const host& on, port_number port) const;

private:
    struct path_state {
        link timing;
        bool is_default;
        bool is_cut;
    };

    void mend_path(const host& from, const host& to);
    void release_held();
    const path_state& path(const host& from, const host& to) const;
    path_state& path(const host& from, const host& to);

    world& world_;
    link default_link_;
    std::vector<std::vector<path_state>> paths_;  // [from][to], by host index
    boost::container::flat_map<std::pair<std::size_t, port_number>, listener*> listeners_;
    std::vector<std::unique_ptr<connection>> connections_;
    std::vector<connection*> spare_;
    std::vector<connection*> held_;
    std::uint64_t opened_ = 0;
};

}  // namespace onceproof::sim
