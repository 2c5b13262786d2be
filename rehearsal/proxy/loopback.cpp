// See loopback.hpp.
#include "rehearsal/proxy/loopback.hpp"

#include <unistd.h>

#include <system_error>

namespace onceproof::rehearsal {
namespace {

constexpr std::uint16_t first_port = 20'000;
constexpr std::uint16_t ports = 12'000;  // the kernel's own begin at 32768

// Two programs at once begin at different places.
std::uint16_t next_port() {
    static std::uint32_t last = static_cast<std::uint32_t>(getpid()) * 41;
    return static_cast<std::uint16_t>(first_port + ++last % ports);
}

}  // namespace

tcp::endpoint on_loopback(std::uint16_t port) {
    return {boost::asio::ip::address_v4::loopback(), port};
}

tcp::acceptor listen_on_loopback(boost::asio::io_context& on) {
    for (std::uint16_t tries = 0; tries < ports; ++tries) {
        boost::system::error_code failed;
        tcp::acceptor one(on, tcp::v4());
        one.bind(on_loopback(next_port()), failed);
        if (!failed) {
            one.listen();
            return one;
        }
    }
    throw std::system_error(EADDRINUSE, std::generic_category(), "the ports from 20000 to 31999");
}

std::uint16_t free_port(boost::asio::io_context& on) {
    return listen_on_loopback(on).local_endpoint().port();
}

void reset(tcp::socket& connection) {
    boost::system::error_code ignored;
    connection.set_option(tcp::socket::linger(true, 0), ignored);
    connection.close(ignored);
}

}  // namespace onceproof::rehearsal
