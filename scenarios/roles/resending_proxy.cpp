// See resending_proxy.hpp.
#include "scenarios/roles/resending_proxy.hpp"

#include "model/http/http_call.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <optional>
#include <utility>

namespace onceproof::scenarios {
namespace {

namespace asio = boost::asio;
using platform = model::simulated;

constexpr std::chrono::milliseconds patience(100);

asio::awaitable<void> forward(platform::process self, sim::socket peer,
                              std::vector<sim::endpoint> upstream) {
    model::http_connection<sim::socket> connection(std::move(peer));
    const boost::system::result<model::http_request> request = co_await connection.read_request();
    if (!request) {
        co_return;
    }
    for (const sim::endpoint& server : upstream) {
        const std::optional<model::http_response> answer =
            co_await model::http_call<platform>(self, server, *request, patience);
        if (answer) {
            co_await connection.write(*answer);
            co_return;
        }
        self.note("sends it again");
    }
}

}  // namespace

asio::awaitable<void> run_proxy(sim::incarnation& self, sim::port_number port,
                                std::vector<sim::endpoint> upstream) {
    sim::acceptor listening(self, port);
    while (true) {
        sim::socket peer = co_await listening.async_accept(asio::use_awaitable);
        asio::co_spawn(self, forward(self, std::move(peer), upstream), asio::detached);
    }
}

}  // namespace onceproof::scenarios
