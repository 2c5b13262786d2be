// See platform.hpp: what the real platform takes from the operating system.
#include "model/platform/platform.hpp"

#include <sodium.h>

#include <chrono>

namespace onceproof::model {
namespace {

std::uint64_t random_bits() {
    std::uint64_t bits = 0;
    randombytes_buf(&bits, sizeof bits);
    return bits;
}

}  // namespace

sim::draws real::process::draws_for(sim::literal purpose) const {
    return sim::draws(random_bits(), purpose, 0);
}

sim::wall_time real::process::wall_now() const {
    // tidy: allow system_clock::now: this is the arm that runs outside the world
    return std::chrono::system_clock::now();
}

real::acceptor real::listen(const process& p, std::uint16_t port) {
    // tidy: allow asio::ip::tcp: this is the arm that runs on real sockets
    const endpoint everywhere(boost::asio::ip::tcp::v4(), port);
    return acceptor(p.get_executor(), everywhere);
}

}  // namespace onceproof::model
