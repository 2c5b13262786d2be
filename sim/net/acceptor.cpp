// See acceptor.hpp.
#include "sim/net/acceptor.hpp"

#include "sim/host.hpp"
#include "sim/net/connection.hpp"
#include "sim/world.hpp"

#include <boost/asio/error.hpp>

namespace onceproof::sim {

listener::listener(incarnation& owner, port_number port) : owner_(owner), port_(port) {
    if (owner.alive()) {
        open_ = true;
        owner.in().net().listen(owner.on(), port, *this);
        owner.attach(*this);
    }
}

void listener::offer(connection_end& e) {
    backlog_.push(socket(executor(owner_), e));
    serve();
}

void listener::accept(accept_operation& op) {
    if (!open_) {
        op.error = boost::asio::error::bad_descriptor;
        op.owner().complete(op);
        return;
    }
    accepting_.push_back(op);
    serve();
}

void listener::serve() {
    while (!accepting_.empty() && !backlog_.empty()) {
        auto& op = static_cast<accept_operation&>(accepting_.front());
        op.waiting.unlink();
        op.accepted = std::move(backlog_.front());
        backlog_.pop();
        op.owner().complete(op);
    }
}

void listener::cancel() {
    while (!accepting_.empty()) {
        accepting_.front().abort(false);
    }
}

void listener::close() {
    cancel();
    stop();
    if (is_linked()) {
        unlink();
    }
}

void listener::owner_died(death) {
    accepting_.clear();
    stop();
}

void listener::stop() {
    if (std::exchange(open_, false)) {
        owner_.in().net().stop_listening(owner_.on(), port_);
    }
    backlog_.clear();
}

}  // namespace onceproof::sim
