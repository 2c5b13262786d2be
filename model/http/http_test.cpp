// HTTP over the simulated network and over a real loopback connection: one body, two arms.
#include "model/http/http.hpp"

#include "sim/net/two_hosts.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <gtest/gtest.h>

namespace onceproof::model {
namespace {

namespace asio = boost::asio;
using boost::system::result;
// tidy: allow asio::ip::tcp: the arm that runs on real sockets
using asio::ip::tcp;

template <class Stream>
asio::awaitable<void> answer_two(http_connection<Stream> c) {
    for (int i = 0; i < 2; ++i) {
        const result<http_request> read = co_await c.read_request();
        const http_request& request = read.value();
        const std::string* key = request.headers.find("idempotency-key");
        http_response response(201, request.method + ' ' + request.target + ' ' + request.body);
        response.headers.add("Key", key == nullptr ? "none" : *key);
        co_await c.write(response);
    }
}

template <class Stream>
asio::awaitable<void> ask_two(http_connection<Stream> c, std::vector<http_response>& answers) {
    http_request request("POST", "/v1/charges", R"({"amount":1})");
    request.headers.add("Idempotency-Key", "k1");
    co_await c.write(request);
    result<http_response> answer = co_await c.read_response();
    answers.push_back(answer.value());
    http_request bare("GET", "/v1/charges/1", "");
    co_await c.write(bare);
    answer = co_await c.read_response();
    answers.push_back(answer.value());
}

std::vector<http_response> in_the_world() {
    std::vector<http_response> answers;
    sim::two_hosts t(
        [&](sim::incarnation& self) -> asio::awaitable<void> {
            http_connection c(co_await sim::connected(self));
            co_await ask_two(std::move(c), answers);
        },
        [](sim::incarnation& self) -> asio::awaitable<void> {
            http_connection c(co_await sim::accepted(self));
            co_await answer_two(std::move(c));
        });
    t.run();
    return answers;
}

std::vector<http_response> on_the_loopback() {
    std::vector<http_response> answers;
    // tidy: allow asio::io_context: the arm that runs on real sockets
    asio::io_context io;
    tcp::acceptor listening(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    tcp::socket there(io);
    there.connect(listening.local_endpoint());
    tcp::socket here = listening.accept();
    asio::co_spawn(io, answer_two(http_connection(std::move(here))), asio::detached);
    asio::co_spawn(io, ask_two(http_connection(std::move(there)), answers), asio::detached);
    io.run();
    return answers;
}

TEST(Http, CarriesMethodTargetHeadersAndBody) {
    const std::vector<http_response> answers = in_the_world();
    ASSERT_EQ(answers.size(), 2U);
    EXPECT_EQ(answers[0].status, 201U);
    EXPECT_EQ(answers[0].body, R"(POST /v1/charges {"amount":1})");
    EXPECT_EQ(*answers[0].headers.find("KEY"), "k1");
    EXPECT_EQ(answers[1].body, "GET /v1/charges/1 ");
    EXPECT_EQ(*answers[1].headers.find("key"), "none");
}

TEST(Http, AnswersAlikeInTheWorldAndOnTheLoopback) {
    EXPECT_EQ(in_the_world(), on_the_loopback());
}

}  // namespace
}  // namespace onceproof::model
