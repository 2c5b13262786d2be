// See proxy.hpp.
#include "rehearsal/postgres/proxy.hpp"

#include "rehearsal/postgres/session.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <utility>

namespace onceproof::rehearsal {

namespace asio = boost::asio;

struct postgres_proxy::parts {
    parts(asio::io_context& on, std::string n, std::uint16_t s, exchange_hook& h, std::uint32_t r)
        : context(on),
          name(std::move(n)),
          server(s),
          decides(h),
          replica(r),
          arrivals(listen_on_loopback(on)) {}

    static asio::awaitable<void> serve(std::shared_ptr<parts> self, tcp::socket arrived) {
        pg::session one(std::move(arrived), self->server, self->name, self->replica, self->decides);
        co_await one.run();
    }

    asio::io_context& context;
    std::string name;
    std::uint16_t server;
    exchange_hook& decides;
    std::uint32_t replica;
    tcp::acceptor arrivals;
};

postgres_proxy::postgres_proxy(asio::io_context& on, std::string name, std::uint16_t server,
                               exchange_hook& decides, std::uint32_t replica)
    : parts_(std::make_shared<parts>(on, std::move(name), server, decides, replica)) {
    asio::co_spawn(on, accept_each(parts_), asio::detached);
}

postgres_proxy::~postgres_proxy() {
    parts_->arrivals.close();
}

std::uint16_t postgres_proxy::port() const {
    return parts_->arrivals.local_endpoint().port();
}

}  // namespace onceproof::rehearsal
