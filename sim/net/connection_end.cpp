// One side of a connection: what a socket asks for. See connection.hpp.
#include "sim/host.hpp"
#include "sim/net/connection.hpp"
#include "sim/net/socket.hpp"
#include "sim/world.hpp"

#include <boost/asio/error.hpp>

#include <algorithm>
#include <string>

namespace onceproof::sim {

void transfer_operation::before_call() {
    if (was_read) {
        owner().in().adopt(read_from);
    }
}

void connection_end::begin(incarnation* owner, host& at) {
    owner_ = owner;
    host_ = &at;
    name_ = owner != nullptr ? owner->owner().name_at() : at.name_at();
    connected_ = finished_ = saw_end_ = saw_reset_ = false;
    if (owner != nullptr) {
        owner->attach(*this);
    }
}

void connection_end::read(transfer_operation& op) {
    readers_.push_back(op);
    serve_reader();
}

// Completes the first waiting read if there is anything to tell it: bytes before an end or reset.
void connection_end::serve_reader() {
    if (readers_.empty()) {
        return;
    }
    auto& op = static_cast<transfer_operation&>(readers_.front());
    if (!connection_.lane_from(opposite(side_)).arrived.empty()) {
        fill(op);
    } else if (saw_reset_) {
        op.error = boost::asio::error::connection_reset;
    } else if (saw_end_) {
        op.error = boost::asio::error::eof;
    } else if (op.wanted() > 0) {
        return;
    }
    op.waiting.unlink();
    op.owner().complete(op);
}

// Bytes of one label only, so that the reader knows on whose behalf it acts.
void connection_end::fill(transfer_operation& op) {
    auto& lane = connection_.lane_from(opposite(side_));
    const std::uint32_t label = lane.arrived.front().sent_in.activity;
    const std::size_t limit = std::min(op.wanted(), connection_.network_.read_max);
    std::size_t taken = 0;
    while (taken < limit && !lane.arrived.empty() &&
           lane.arrived.front().sent_in.activity == label) {
        segment& first = lane.arrived.front();
        const auto part =
            static_cast<std::uint32_t>(std::min<std::size_t>(first.size, limit - taken));
        op.read_from = first.sent_in;
        op.was_read = true;
        taken += part;
        first.size -= part;
        if (first.size == 0) {
            lane.arrived.pop();
        }
    }
    op.transferred =
        boost::asio::buffer_copy(op.buffers, boost::asio::buffer(lane.bytes.data(), taken));
    lane.bytes.pop(taken);
    connection_.end(opposite(side_)).serve_writer();
}

void connection_end::write(transfer_operation& op) {
    writers_.push_back(op);
    serve_writer();
}

void connection_end::serve_writer() {
    if (writers_.empty()) {
        return;
    }
    auto& op = static_cast<transfer_operation&>(writers_.front());
    if (!op.owner().alive()) {
        return;
    }
    if (saw_reset_) {
        op.error = boost::asio::error::connection_reset;
    } else if (finished_) {
        op.error = boost::asio::error::broken_pipe;
    } else if (!connected_) {
        op.error = boost::asio::error::not_connected;
    } else if (connection_.lane_from(side_).bytes.size() >= connection_.network_.window) {
        return;
    }
    op.waiting.unlink();
    if (!op.error) {
        send_bytes(op);
    }
    op.owner().complete(op);
}

void connection_end::send_bytes(transfer_operation& op) {
    auto& lane = connection_.lane_from(side_);
    const network& net = connection_.network_;
    const std::size_t size = std::min({op.wanted(), net.write_max, net.window - lane.bytes.size()});
    op.transferred = size;
    if (size == 0) {
        return;
    }
    world& w = connection_.in();
    const context back = w.current();
    w.enter(op.origin.activity);  // it may have waited for the window meanwhile
    const device_fault d =
        w.ask(*owner_, point_kind::message,
              connection_.hop(side_ == side::opener ? literal("request") : literal("response")));
    if (owner_ == nullptr || !owner_->alive()) {
        return;
    }
    if (!lane.silent) {
        w.fired(d);
    }
    if (d.resets(timing::before)) {
        op.error = boost::asio::error::connection_reset;
        op.transferred = 0;
        reset();
    } else if (d.does(primitive::lose) || lane.silent) {
        lane.silent = true;
        std::string lost(size, '\0');
        boost::asio::buffer_copy(boost::asio::buffer(lost), op.buffers);
        connection_.lose(side_, size, lost);
    } else {
        const bool within = d.resets(timing::within);
        const std::size_t leaves = within ? size / 2 : size;
        char* to = lane.bytes.extend(leaves);
        boost::asio::buffer_copy(boost::asio::buffer(to, leaves), op.buffers);
        w.record(event_kind::sent, name(), connection_.end(opposite(side_)).name(),
                 connection_.number_, leaves, {to, leaves});
        if (leaves > 0) {
            connection_.send_with_fault(side_, leaves, d);
        }
        if (within || d.resets(timing::after)) {
            reset();
        }
    }
    w.resume({back.activity, back.adoption, back.adopted_from, w.current().cause});
}

// Both sides learn that the connection is no more; what is under way still arrives before that.
void connection_end::reset() {
    connection_.in().record(event_kind::reset, name(), connection_.end(opposite(side_)).name(),
                            connection_.number_);
    saw_reset_ = true;
    connection_.send(side_, segment::kind::reset);
    serve_reader();
}

void connection_end::finish() {
    if (owner_ == nullptr || !connected_ || finished_) {
        return;
    }
    finished_ = true;
    connection_.in().record(event_kind::finished, name(), connection_.end(opposite(side_)).name(),
                            connection_.number_);
    connection_.send(side_, segment::kind::end);
}

void connection_end::cancel() {
    for (waiting_list* list : {&connecting_, &readers_, &writers_}) {
        while (!list->empty()) {
            list->front().abort(false);
        }
    }
}

void connection_end::fail_all(error_code why) {
    for (waiting_list* list : {&connecting_, &readers_, &writers_}) {
        while (!list->empty()) {
            operation& op = list->front();
            op.waiting.unlink();
            op.error = why;
            op.owner().complete(op);
        }
    }
}

void connection_end::close() {
    cancel();
    let_go(true);
}

void connection_end::owner_died(death how) {
    connecting_.clear();
    readers_.clear();
    writers_.clear();
    let_go(how == death::kill);
}

// From here on nobody holds this side. What has been sent stays sent.
void connection_end::let_go(bool tell_peer) {
    if (owner_ == nullptr) {
        return;
    }
    auto& incoming = connection_.lane_from(opposite(side_));
    const bool unread = !incoming.arrived.empty();
    while (!incoming.arrived.empty()) {
        incoming.bytes.pop(incoming.arrived.front().size);
        incoming.arrived.pop();
    }
    if (tell_peer && unread && !saw_reset_) {
        connection_.in().record(event_kind::reset, name(), connection_.end(opposite(side_)).name(),
                                connection_.number_);
        connection_.send(side_, segment::kind::reset);
    } else if (tell_peer && !saw_reset_) {
        finish();
    }
    if (is_linked()) {
        unlink();
    }
    owner_ = nullptr;
    connected_ = false;
    if (holder != nullptr) {
        holder->forget_end();
    }
    connection_.recycle_if_unused();
}

}  // namespace onceproof::sim
