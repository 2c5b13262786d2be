// See page_server.hpp.
#include "explore/page_server.hpp"

#include "explore/site.hpp"
#include "model/http/http.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <csignal>
#include <system_error>
#include <utility>

namespace onceproof::explore {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using connection = model::http_connection<tcp::socket>;

tcp::acceptor listen(asio::io_context& on, std::uint16_t port) {
    try {
        return {on, tcp::endpoint(asio::ip::address_v4::loopback(), port)};
    } catch (const boost::system::system_error& why) {
        throw std::system_error(why.code(), "port " + std::to_string(port) + " of the loopback");
    }
}

asio::awaitable<void> serve(connection with, site& of) {
    while (true) {
        const auto request = co_await with.read_request();
        if (!request) {
            co_return;
        }
        const model::http_response answer = of.answer(*request);
        const auto failed = co_await with.write(answer);
        if (failed) {
            co_return;
        }
    }
}

}  // namespace

struct page_server::parts {
    parts(api& answers, std::uint16_t port)
        : arrivals(listen(context, port)),
          served(answers, new_token(), arrivals.local_endpoint().port()) {}

    asio::awaitable<void> accept() {
        while (true) {
            boost::system::error_code failed;
            tcp::socket arrived =
                co_await arrivals.async_accept(asio::redirect_error(asio::use_awaitable, failed));
            if (failed == asio::error::operation_aborted) {
                co_return;
            }
            if (!failed) {
                // Answers are small, and somebody waits for each.
                arrived.set_option(tcp::no_delay(true), failed);
                asio::co_spawn(context, serve(connection(std::move(arrived)), served),
                               asio::detached);
            }
        }
    }

    asio::io_context context;
    tcp::acceptor arrivals;
    site served;
};

page_server::page_server(api& answers, std::uint16_t port)
    : parts_(std::make_unique<parts>(answers, port)) {}

page_server::~page_server() = default;

std::string page_server::url() const {
    return parts_->served.url();
}

void page_server::run() {
    asio::signal_set ends(parts_->context, SIGINT, SIGTERM);
    ends.async_wait([this](const boost::system::error_code&, int) { stop(); });
    asio::co_spawn(parts_->context, parts_->accept(), asio::detached);
    parts_->context.run();
}

void page_server::stop() {
    parts_->context.stop();
}

}  // namespace onceproof::explore
