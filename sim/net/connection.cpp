// What is under way between the two ends of a connection. See connection.hpp.
#include "sim/net/connection.hpp"

#include "sim/host.hpp"
#include "sim/net/acceptor.hpp"
#include "sim/world.hpp"

#include <boost/asio/error.hpp>

#include <algorithm>
#include <optional>

namespace onceproof::sim {

connection::connection(network& n)
    : network_(n),
      ends_{connection_end(*this, side::opener), connection_end(*this, side::acceptor)},
      lanes_{lane(*this, side::opener), lane(*this, side::acceptor)} {}

void connection::begin(std::uint64_t number) {
    number_ = number;
    in_use_ = true;
    for (lane& l : lanes_) {
        l.silent = false;
        l.last_arrival = time_point{};
        l.arrived.clear();
        l.bytes.clear();
    }
}

void connection::open(incarnation& by, host& towards, port_number port, operation& connecting) {
    opener_name_ = by.owner().name_at();
    addressed_ = towards.name_at();
    port_ = port;
    end(side::acceptor).begin(nullptr, towards);
    connection_end& mine = end(side::opener);
    mine.begin(&by, by.on());
    mine.connecting_.push_back(connecting);

    const device_fault d = in().ask(by, point_kind::connect, hop("connect"));
    if (!by.alive()) {
        return;
    }
    in().record(event_kind::connecting, opener_name_, addressed_, number_, port);
    in().fired(d);
    if (d.does(primitive::lose)) {
        lane_from(side::opener).silent = true;
        lose(side::opener);
    } else if (d.does(primitive::refuse)) {
        const duration there = network_.travel_time(by.on(), towards, hop("connect"));
        send(side::acceptor, segment::kind::refused, 0, there);
    } else {
        note_delay(side::opener, d.delay);
        send(side::opener, segment::kind::open, 0, d.delay, d.overtaken);
    }
}

void connection::send(side from, segment::kind what, std::size_t size, duration later,
                      bool overtaken) {
    lane& l = lane_from(from);
    if (l.silent) {
        return;
    }
    world& w = in();
    const connection_end& here = end(from);
    const connection_end& there = end(opposite(from));
    const duration travel = network_.travel_time(*here.host_, *there.host_, hop("travel"));
    l.last_arrival = std::max(l.last_arrival, w.now() + travel + later);
    l.under_way.push(
        {what, static_cast<std::uint32_t>(size), l.last_arrival, w.current(), overtaken});
    if (l.under_way.size() == 1) {  // else it waits behind another, which a partition may hold
        w.schedule(l, l.last_arrival);
    }
}

void connection::note_delay(side from, duration by) {
    if (by > duration::zero()) {
        in().record(event_kind::delayed, end(from).name(), end(opposite(from)).name(), number_,
                    static_cast<std::uint64_t>(by.count()));
    }
}

// One message, whole or in pieces.
void connection::send_with_fault(side from, std::size_t size, const device_fault& d) {
    constexpr std::size_t piece = 16;
    note_delay(from, d.delay);
    if (!d.does(primitive::trickle)) {
        send(from, segment::kind::bytes, size, d.delay, d.overtaken);
        return;
    }
    in().record(event_kind::trickled, end(from).name(), end(opposite(from)).name(), number_,
                static_cast<std::uint64_t>(d.span.count()));
    duration later = d.delay;
    for (std::size_t sent = 0; sent < size; sent += piece) {
        send(from, segment::kind::bytes, std::min(piece, size - sent), later, d.overtaken);
        later += d.span;
    }
}

void connection::lose(side from, std::size_t size, std::string_view bytes) {
    in().record(event_kind::lost, end(from).name(), end(opposite(from)).name(), number_, size,
                bytes);
}

// One segment, one step. A segment that meets a partition waits, and all behind it.
void connection::lane::arrive(event& e) {
    lane& l = static_cast<lane&>(e);
    connection& c = l.owner;
    world& w = c.in();
    const segment first = l.under_way.front();
    w.resume(first.sent_in);
    const connection_end& sender = c.end(l.from);
    const connection_end& receiver = c.end(opposite(l.from));
    if (c.network_.is_cut(*sender.host_, *receiver.host_)) {
        w.record(event_kind::held, sender.name(), receiver.name(), c.number_);
        c.network_.hold(c);
        return;
    }
    if (first.overtaken && c.step_aside(l)) {
        return;
    }
    l.under_way.pop();
    if (!l.under_way.empty()) {
        w.schedule(l, std::max(l.under_way.front().arrival, w.now()));
    }
    c.deliver(l, first);
    c.recycle_if_unused();
}

// Lets what comes next come first, whatever it is; once for each segment.
bool connection::step_aside(lane& l) {
    world& w = in();
    l.under_way.front().overtaken = false;
    const std::optional<time_point> next = w.next_event();
    if (!next || *next - w.now() > overtaking_reach) {
        return false;
    }
    w.record(event_kind::overtaken, end(opposite(l.from)).name(), end(l.from).name(), number_);
    w.schedule(l, *next);
    return true;
}

void connection::release_held() {
    world& w = in();
    for (lane& l : lanes_) {
        if (l.under_way.empty() || l.queued()) {
            continue;
        }
        const duration travel =
            network_.travel_time(*end(l.from).host_, *end(opposite(l.from)).host_, hop("travel"));
        segment* s = l.under_way.data();
        for (std::size_t i = 0; i < l.under_way.size(); ++i) {
            s[i].arrival = std::max(s[i].arrival, w.now() + travel);
        }
        l.last_arrival = std::max(l.last_arrival, l.under_way.back().arrival);
        w.schedule(l, l.under_way.front().arrival);
    }
}

void connection::deliver(lane& l, const segment& s) {
    connection_end& e = end(opposite(l.from));
    if (!e.host_->powered()) {
        lose(l.from, s.size, {l.bytes.data(), s.size});
        l.bytes.pop(s.size);
        return;
    }
    switch (s.type) {
        case segment::kind::open:
            deliver_open(e);
            break;
        case segment::kind::bytes:
            deliver_bytes(l, e, s);
            break;
        case segment::kind::reset:
            deliver_reset(e);
            break;
        case segment::kind::opened:
            if (e.owner_ != nullptr) {
                in().record(event_kind::connected, e.name(), end(l.from).name(), number_);
                e.connected_ = true;
                e.fail_all({});
            }
            break;
        case segment::kind::refused:
            if (e.owner_ != nullptr) {
                in().record(event_kind::refused, e.name(), end(l.from).name(), number_);
                e.fail_all(boost::asio::error::connection_refused);
            }
            break;
        case segment::kind::end:
            if (e.owner_ != nullptr) {
                in().record(event_kind::saw_end, e.name(), end(l.from).name(), number_);
                e.saw_end_ = true;
                e.serve_reader();
            }
            break;
    }
}

void connection::deliver_open(connection_end& e) {
    listener* l = network_.find_listener(*e.host_, port_);
    if (l == nullptr || !l->has_room()) {
        send(side::acceptor, segment::kind::refused);
        return;
    }
    e.begin(&l->owner(), *e.host_);
    e.connected_ = true;
    send(side::acceptor, segment::kind::opened);
    l->offer(e);
}

// Bytes for a side that is gone are answered with a reset, as by a machine that does not know the
// connection.
void connection::deliver_bytes(lane& l, connection_end& e, const segment& s) {
    if (e.owner_ == nullptr) {
        l.bytes.pop(s.size);
        send(e.side_, segment::kind::reset);
        return;
    }
    in().record(event_kind::delivered, e.name(), end(l.from).name(), number_, s.size);
    segment arrived = s;
    arrived.sent_in.cause = in().current().cause;
    l.arrived.push(arrived);
    e.serve_reader();
}

void connection::deliver_reset(connection_end& e) {
    if (e.owner_ == nullptr || e.saw_reset_) {
        return;
    }
    in().record(event_kind::saw_reset, e.name(), end(opposite(e.side_)).name(), number_);
    e.saw_reset_ = true;
    if (!e.connected_) {
        e.fail_all(boost::asio::error::connection_reset);
    }
    e.serve_reader();
    e.serve_writer();
}

void connection::recycle_if_unused() {
    const bool unused = in_use_ && end(side::opener).owner_ == nullptr &&
                        end(side::acceptor).owner_ == nullptr && lanes_[0].under_way.empty() &&
                        lanes_[1].under_way.empty();
    if (unused) {
        in_use_ = false;
        network_.recycle(*this);
    }
}

}  // namespace onceproof::sim
