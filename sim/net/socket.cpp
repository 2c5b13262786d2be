// See socket.hpp.
#include "sim/net/socket.hpp"

#include "sim/host.hpp"
#include "sim/net/network.hpp"
#include "sim/world.hpp"

#include <boost/asio/error.hpp>

#include <utility>

namespace onceproof::sim {

socket::socket(executor ex, connection_end& accepted) : executor_(ex) {
    hold(&accepted);
}

socket::socket(socket&& other) noexcept : executor_(other.executor_) {
    hold(std::exchange(other.end_, nullptr));
}

socket& socket::operator=(socket&& other) noexcept {
    if (this != &other) {
        close();
        executor_ = other.executor_;
        hold(std::exchange(other.end_, nullptr));
    }
    return *this;
}

void socket::hold(connection_end* e) {
    end_ = e;
    if (e != nullptr) {
        e->holder = this;
    }
}

void socket::connect(const endpoint& where, operation& op) {
    incarnation& here = executor_.context();
    if (!here.alive()) {
        return;
    }
    close();
    host* towards = here.in().find_host(where.host);
    if (towards == nullptr) {
        op.error = boost::asio::error::host_not_found;
        here.complete(op);
        return;
    }
    connection& c = here.in().net().open_connection();
    hold(&c.end(side::opener));
    c.open(here, *towards, where.port, op);
}

void socket::read(transfer_operation& op) {
    if (end_ != nullptr) {
        end_->read(op);
    } else {
        op.error = boost::asio::error::not_connected;
        op.owner().complete(op);
    }
}

void socket::write(transfer_operation& op) {
    if (end_ != nullptr) {
        end_->write(op);
    } else {
        op.error = boost::asio::error::not_connected;
        op.owner().complete(op);
    }
}

void socket::shutdown(shutdown_type what) {
    if (end_ != nullptr && what != boost::asio::socket_base::shutdown_receive) {
        end_->finish();
    }
}

void socket::close() {
    if (connection_end* e = std::exchange(end_, nullptr)) {
        e->holder = nullptr;
        e->close();
    }
}

void socket::cancel() {
    if (end_ != nullptr) {
        end_->cancel();
    }
}

}  // namespace onceproof::sim
