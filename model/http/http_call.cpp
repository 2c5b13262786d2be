// See http_call.hpp.
#include "model/http/http_call.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <utility>
#include <variant>

namespace onceproof::model {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;
using asio::experimental::awaitable_operators::operator||;

// An error is an end like any other here: `||` would let an exception wait for the deadline.
template <class Platform>
awaitable<std::optional<http_response>> ask(const typename Platform::process& self,
                                            const typename Platform::endpoint& where,
                                            const http_request& request) {
    typename Platform::socket s(self.get_executor());
    boost::system::error_code failure;
    co_await s.async_connect(where, asio::redirect_error(use_awaitable, failure));
    if (failure) {
        co_return std::nullopt;
    }
    http_connection<typename Platform::socket> connection(std::move(s));
    failure = co_await connection.write(request);
    if (failure) {
        co_return std::nullopt;
    }
    boost::system::result<http_response> answer = co_await connection.read_response();
    if (!answer) {
        co_return std::nullopt;
    }
    co_return std::move(*answer);
}

}  // namespace

template <class Platform>
awaitable<std::optional<http_response>> http_call(const typename Platform::process& self,
                                                  const typename Platform::endpoint& where,
                                                  const http_request& request,
                                                  std::chrono::nanoseconds at_most) {
    typename Platform::timer deadline(self.get_executor(), at_most);
    auto first = co_await (ask<Platform>(self, where, request) ||
                           deadline.async_wait(asio::as_tuple(use_awaitable)));
    if (first.index() == 0) {
        co_return std::get<0>(std::move(first));
    }
    co_return std::nullopt;
}

template awaitable<std::optional<http_response>> http_call<simulated>(
    const simulated::process& self, const simulated::endpoint& where, const http_request& request,
    std::chrono::nanoseconds at_most);
template awaitable<std::optional<http_response>> http_call<real>(const real::process& self,
                                                                 const real::endpoint& where,
                                                                 const http_request& request,
                                                                 std::chrono::nanoseconds at_most);

}  // namespace onceproof::model
