// A server that is told to stop: in the world, and on the loopback interface.
#include "designs/parts/http_server.hpp"

#include "model/http/http_call.hpp"
#include "model/oracle/marks.hpp"
#include "sim/net/two_hosts.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace onceproof::designs {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using boost::asio::use_awaitable;

// Takes 50 ms for each request.
template <class Platform>
class slow_http_server final : public http_server<Platform> {
public:
    using http_server<Platform>::http_server;

protected:
    http_handler new_connection() override {
        return [this](const model::http_request& request) { return answer(request); };
    }

private:
    awaitable<model::http_response> answer(const model::http_request& request) {
        typename Platform::timer work(this->self().get_executor(), 50ms);
        co_await work.async_wait(use_awaitable);
        co_return model::http_response(200, request.target);
    }
};

// A server that is told to stop at 10 ms, and what its clients see.
struct stopped_server {
    explicit stopped_server(sim::body client)
        : w(std::move(client), [this](sim::incarnation& self) { return serve(self); }) {
        w.run();
    }

    awaitable<void> serve(sim::incarnation& self) {
        server.emplace(self);
        boost::asio::co_spawn(self.get_executor(), stop(), boost::asio::detached);
        co_await server->serve(80);
        returned = w.w.now();
    }

    awaitable<void> stop() {
        co_await sim::pause_for(10ms);
        server->stop();
    }

    std::optional<slow_http_server<model::simulated>> server;  // outlives its connections
    std::optional<sim::time_point> returned;
    sim::two_hosts w;
};

awaitable<unsigned> ask(sim::incarnation& self, sim::duration when) {
    co_await sim::pause_for(when);
    const model::http_request request("GET", "/", "");
    const sim::endpoint where("server", 80);
    const std::optional<model::http_response> answer =
        co_await http_call<model::simulated>(self, where, request, 1s);
    co_return answer ? answer->status : 0;
}

TEST(HttpServer, AnswersWhatHasComeWhenItStops) {
    std::vector<unsigned> told;
    const stopped_server s([&](sim::incarnation& self) -> awaitable<void> {
        const unsigned before = co_await ask(self, 0ms);
        told.push_back(before);
        const unsigned after = co_await ask(self, 0ms);
        told.push_back(after);
    });
    EXPECT_THAT(told, ::testing::ElementsAre(200U, 0U)) << "the second one is refused";
    ASSERT_TRUE(s.returned);
    EXPECT_GT(*s.returned, sim::time_point(50ms));
    EXPECT_LT(*s.returned, sim::time_point(100ms));
    EXPECT_THAT(s.w.notes(), ::testing::Contains(std::string(model::marks::drains.text())));
}

TEST(HttpServer, ReturnsAtOnceIfNothingIsUnderWay) {
    const stopped_server s({});
    EXPECT_EQ(s.returned, sim::time_point(10ms));
    EXPECT_THAT(s.w.notes(), ::testing::ElementsAre(std::string(model::marks::stops.text())));
}

TEST(HttpServer, GivesUpWhoSaysNothing) {
    const stopped_server s([](sim::incarnation& self) -> awaitable<void> {
        const sim::socket silent = co_await sim::connected(self);
        co_await sim::pause_for(1h);
    });
    EXPECT_EQ(s.returned, sim::time_point(10ms + http_server<model::simulated>::grace));
}

TEST(HttpServer, AnswersWhatHasComeOnTheLoopbackToo) {
    // tidy: allow asio::io_context: the arm that runs on real sockets
    boost::asio::io_context io;
    const model::real::process self(io.get_executor(), "server-1", 1, "");
    slow_http_server<model::real> server(self);
    model::real::acceptor listening(
        io, model::real::endpoint(boost::asio::ip::address_v4::loopback(), 0));
    const model::real::endpoint where = listening.local_endpoint();
    unsigned status = 0;
    const auto rethrow = [](std::exception_ptr failure) {
        if (failure) {
            std::rethrow_exception(failure);
        }
    };
    const auto client = [&]() -> awaitable<void> {
        const model::http_request request("GET", "/", "");
        const std::optional<model::http_response> answer =
            co_await http_call<model::real>(self, where, request, 10s);
        status = answer ? answer->status : 0;
    };
    const auto stop = [&]() -> awaitable<void> {
        model::real::timer soon(self.get_executor(), 10ms);
        co_await soon.async_wait(use_awaitable);
        server.stop();
    };
    boost::asio::co_spawn(io, server.serve(std::move(listening)), rethrow);
    boost::asio::co_spawn(io, client, rethrow);
    boost::asio::co_spawn(io, stop, rethrow);
    io.run();  // until nobody listens any more
    EXPECT_EQ(status, 200U);
}

}  // namespace
}  // namespace onceproof::designs
