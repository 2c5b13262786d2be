// See http_server.hpp.
#include "designs/parts/http_server.hpp"

#include "model/http/problem.hpp"
#include "model/oracle/marks.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/string.hpp>

#include <chrono>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace onceproof::designs {
namespace {

namespace asio = boost::asio;

bool wants_close(const model::http_request& request) {
    const std::string* connection = request.headers.find("Connection");
    return connection != nullptr && boost::beast::iequals(*connection, "close");
}

model::http_response ask_again(unsigned status, std::string_view title) {
    return model::passing_problem(status, title, "Nothing was done.", std::chrono::seconds(1));
}

// An exception in a connection that is not about the connection is a bug: it ends the process.
void rethrow(std::exception_ptr failure) {
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace

template <class Platform>
asio::awaitable<void> http_server<Platform>::serve(std::uint16_t port) {
    return serve(Platform::listen(self_, port));
}

template <class Platform>
asio::awaitable<void> http_server<Platform>::serve(typename Platform::acceptor listening) {
    listening_ = &listening;
    while (!stopping_) {
        boost::system::error_code failure;
        typename Platform::socket peer =
            co_await listening.async_accept(asio::redirect_error(asio::use_awaitable, failure));
        if (failure && !stopping_) {
            throw boost::system::system_error(failure);
        }
        if (!failure) {
            ++conversations_;
            asio::co_spawn(self_.get_executor(), converse(std::move(peer)), &rethrow);
        }
    }
    if (conversations_ > 0) {
        typename Platform::timer wait(self_.get_executor(), grace);
        last_wait_ = &wait;
        co_await wait.async_wait(asio::as_tuple(asio::use_awaitable));
        last_wait_ = nullptr;
    }
}

template <class Platform>
void http_server<Platform>::stop() {
    self_.note(conversations_ > 0 ? model::marks::drains : model::marks::stops, conversations_);
    stopping_ = true;
    listening_->close();
}

// One connection, kept alive until the client ends it. What the client has not waited for is done
// all the same.
template <class Platform>
asio::awaitable<void> http_server<Platform>::converse(typename Platform::socket peer) {
    model::http_connection<typename Platform::socket> connection(std::move(peer));
    const http_handler handle = new_connection();
    bool last = false;
    while (!last) {
        const boost::system::result<model::http_request> request =
            co_await connection.read_request();
        if (!request) {
            break;  // the client is gone, or speaks something else than HTTP
        }
        const model::http_response told = co_await answer(handle, *request);
        const boost::system::error_code failure = co_await connection.write(told);
        last = failure || stopping_ || wants_close(*request);
    }
    --conversations_;
    if (last_wait_ != nullptr && conversations_ == 0) {
        last_wait_->cancel();
    }
}

template <class Platform>
asio::awaitable<model::http_response> http_server<Platform>::answer(
    const http_handler& handle, const model::http_request& request) {
    const sim::literal failure = self_.service_failure_at(action_);
    if (failure == model::service_failure::too_busy) {
        co_return ask_again(429, "There is too much to do");
    }
    if (failure == model::service_failure::fail_before) {
        co_return failed();
    }
    model::http_response told = co_await handle(request);
    if (failure == model::service_failure::fail_after) {
        told = unknown();
    }
    co_return told;
}

template <class Platform>
model::http_response http_server<Platform>::failed() const {
    return ask_again(503, "The service has failed");
}

template <class Platform>
model::http_response http_server<Platform>::unknown() const {
    return model::problem(500, "The outcome is not known", "It may have been done, or not.");
}

template <class Platform>
std::int64_t http_server<Platform>::now() const {
    const std::chrono::nanoseconds since_epoch = self_.wall_now().time_since_epoch();
    return since_epoch.count();
}

template <class Platform>
sim::duration http_server<Platform>::left_until(std::int64_t deadline) const {
    return self_.left_until(sim::wall_time(sim::duration(deadline)));
}

template <class Platform>
std::int64_t http_server<Platform>::deadline_after(sim::duration span) const {
    return self_.deadline_after(span).time_since_epoch().count();
}

template class http_server<model::simulated>;
template class http_server<model::real>;

}  // namespace onceproof::designs
