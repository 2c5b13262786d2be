// What Asio and Beast offer runs on the world's executor and sockets unchanged, in one thread.
#include "sim/executor.hpp"
#include "sim/net/two_hosts.hpp"

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace onceproof::sim {
namespace {

namespace http = boost::beast::http;
using ::testing::ElementsAre;
using namespace asio::experimental::awaitable_operators;

int threads_of_this_process() {
    std::ifstream status("/proc/self/status");
    std::string word;
    int count = 0;
    while (status >> word) {
        if (word == "Threads:") {
            status >> count;
        }
    }
    return count;
}

static_assert(asio::execution::is_executor<executor>::value);

TEST(Executor, RunsInOrderAndNeverInsideTheCall) {
    std::vector<int> order;
    two_hosts t([&](incarnation& self) -> awaitable<void> {
        const executor ex = self.get_executor();
        asio::post(ex, [&] { order.push_back(2); });
        asio::dispatch(ex, [&] { order.push_back(3); });
        const asio::any_io_executor any = ex;
        asio::post(any, [&] { order.push_back(4); });
        order.push_back(1);
        co_await asio::post(ex, use_awaitable);
        order.push_back(5);
    });
    t.run();
    EXPECT_THAT(order, ElementsAre(1, 2, 3, 4, 5));
}

TEST(Executor, IsTheOneThatACoroutineSees) {
    two_hosts t([](incarnation& self) -> awaitable<void> {
        const asio::any_io_executor here = co_await asio::this_coro::executor;
        EXPECT_EQ(executor::from(here), self.get_executor());
        EXPECT_EQ(&asio::query(here, asio::execution::context), &self);
        self.note("done");
    });
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("done"));
}

// A handler that belongs to another executor is sent there, not called in place.
TEST(Executor, HandlersRunWhereTheyBelong) {
    int wrapped = 0;
    two_hosts t([&](incarnation& self) -> awaitable<void> {
        const auto elsewhere = asio::require(asio::any_io_executor(self.get_executor()),
                                             asio::execution::blocking.never);
        timer one(self, 1ms);
        one.async_wait(asio::bind_executor(elsewhere, [&](error_code) { ++wrapped; }));
        auto deferred = one.async_wait(asio::deferred);
        co_await std::move(deferred)(use_awaitable);
        ++wrapped;
    });
    t.run();
    EXPECT_EQ(wrapped, 2);
}

TEST(Asio, AwaitableOperatorsJoinAndRace) {
    two_hosts t([](incarnation& self) -> awaitable<void> {
        co_await (pause_for(3ms) && pause_for(5ms));
        EXPECT_EQ(virtual_clock::now().time_since_epoch(), 5ms);
        const auto first = co_await (pause_for(3ms) || pause_for(5ms));
        EXPECT_EQ(first.index(), 0U);
        EXPECT_EQ(virtual_clock::now().time_since_epoch(), 8ms);
        self.note("done");
    });
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("done"));
    EXPECT_EQ(t.w.now().time_since_epoch(), 8ms) << "the loser's timer is gone";
}

using request = http::request<http::string_body>;
using response = http::response<http::string_body>;

awaitable<void> serve(incarnation& self) {
    socket s = co_await accepted(self);
    boost::beast::flat_buffer buffer;
    error_code ec;
    while (!ec) {
        request req;
        co_await http::async_read(s, buffer, req, asio::redirect_error(use_awaitable, ec));
        if (ec) {
            self.note("end", 0, ec.message());
            co_return;
        }
        self.note("served", 0, req.body());
        response res(http::status::created, req.version());
        res.set("Echo", std::string(req["Idempotency-Key"]));
        res.body() = "<" + req.body() + ">";
        res.prepare_payload();
        co_await http::async_write(s, res, use_awaitable);
    }
}

// Two requests on one kept-alive connection, the second sent before the first is answered.
awaitable<void> ask_twice(incarnation& self) {
    socket s = co_await connected(self);
    for (std::uint64_t i = 1; i <= 2; ++i) {
        activity::root(self.get_executor()).open("job", i);
        request req(http::verb::post, "/v1/charges", 11);
        req.set("Idempotency-Key", "key-" + std::to_string(i));
        req.body() = "body " + std::to_string(i);
        req.prepare_payload();
        co_await http::async_write(s, req, use_awaitable);
    }
    boost::beast::flat_buffer buffer;
    for (int i = 0; i < 2; ++i) {
        response res;
        co_await http::async_read(s, buffer, res, use_awaitable);
        self.note("answered", 0, std::string(res["Echo"]) + ' ' + res.body());
    }
}

class Beast : public ::testing::TestWithParam<std::size_t> {};

INSTANTIATE_TEST_SUITE_P(Pieces, Beast, ::testing::Values(1, 7, 64 * 1024));

TEST_P(Beast, ReadsAndWritesHttpWhateverThePieces) {
    two_hosts t(ask_twice, serve);
    t.w.net().write_max = GetParam();
    t.w.net().read_max = GetParam();
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("job-1 served body 1", "job-2 served body 2",
                                       "job-1 answered key-1 <body 1>",
                                       "job-2 answered key-2 <body 2>", "job-2 end end of stream"));
}

TEST(Asio, StartsNoThread) {
    two_hosts t(ask_twice, serve);
    t.run();
    EXPECT_EQ(threads_of_this_process(), 1);
}

}  // namespace
}  // namespace onceproof::sim
