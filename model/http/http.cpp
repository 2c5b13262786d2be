// See http.hpp. The one file that compiles Beast's HTTP.
#include "model/http/http.hpp"

#include "sim/net/socket.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <algorithm>

namespace onceproof::model {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;
using boost::system::result;

boost::beast::string_view to_beast(std::string_view text) {
    return {text.data(), text.size()};
}
std::string_view from_beast(boost::beast::string_view text) {
    return {text.data(), text.size()};
}

template <bool IsRequest>
header_fields header_fields_of(const http::message<IsRequest, http::string_body>& message) {
    header_fields fields;
    for (const auto& field : message) {
        if (field.name() != http::field::content_length) {
            fields.add(from_beast(field.name_string()), from_beast(field.value()));
        }
    }
    return fields;
}

// What Beast's serializer gives out, in one piece: it would walk over a chain of small buffers.
template <bool IsRequest>
std::string serialized(const http::message<IsRequest, http::string_body>& message) {
    const auto start_line = [&] {
        if constexpr (IsRequest) {
            return message.method();
        } else {
            return message.result_int();
        }
    }();
    http::fields::writer head(message, message.version(), start_line);
    const auto pieces = head.get();
    std::string text;
    for (const asio::const_buffer piece : boost::beast::buffers_range_ref(pieces)) {
        text.append(static_cast<const char*>(piece.data()), piece.size());
    }
    return text + message.body();
}

// The bytes of a message that the caller has begun, with its headers, its body and its length.
template <bool IsRequest>
std::string complete(http::message<IsRequest, http::string_body> message,
                     const header_fields& headers, const std::string& body) {
    for (const auto& [name, value] : headers) {
        message.insert(to_beast(name), to_beast(value));
    }
    message.body() = body;
    message.prepare_payload();
    return serialized(message);
}

template <class Stream>
asio::awaitable<error_code> write_text(Stream& stream, std::string text) {
    const auto [failure, size] =
        co_await asio::async_write(stream, asio::buffer(text), asio::as_tuple(asio::deferred));
    co_return failure;
}

}  // namespace

void header_fields::add(std::string_view name, std::string_view value) {
    if (fields_.empty()) {
        fields_.reserve(8);  // more than most messages have
    }
    fields_.emplace_back(name, value);
}

const std::string* header_fields::find(std::string_view name) const {
    const auto found = std::find_if(fields_.begin(), fields_.end(), [&](const auto& field) {
        return boost::beast::iequals(to_beast(field.first), to_beast(name));
    });
    return found == fields_.end() ? nullptr : &found->second;
}

std::string to_bytes(const http_request& request) {
    http::request<http::string_body> message;
    message.version(11);
    message.method_string(to_beast(request.method));
    message.target(to_beast(request.target));
    return complete(std::move(message), request.headers, request.body);
}

template <class Stream>
struct http_connection<Stream>::read_ahead {
    boost::beast::flat_buffer bytes;
};

template <class Stream>
http_connection<Stream>::http_connection(Stream stream)
    : stream_(std::move(stream)), buffer_(std::make_unique<read_ahead>()) {}

template <class Stream>
http_connection<Stream>::http_connection(http_connection&&) noexcept = default;

template <class Stream>
http_connection<Stream>::~http_connection() = default;

template <class Stream>
asio::awaitable<result<http_request>> http_connection<Stream>::read_request() {
    http::request_parser<http::string_body> parser;
    const auto [failure, size] =
        co_await http::async_read(stream_, buffer_->bytes, parser, asio::as_tuple(asio::deferred));
    if (failure) {
        co_return failure;
    }
    const auto& message = parser.get();
    http_request request(from_beast(message.method_string()), from_beast(message.target()),
                         message.body());
    request.headers = header_fields_of(message);
    co_return request;
}

template <class Stream>
asio::awaitable<result<http_response>> http_connection<Stream>::read_response() {
    http::response_parser<http::string_body> parser;
    const auto [failure, size] =
        co_await http::async_read(stream_, buffer_->bytes, parser, asio::as_tuple(asio::deferred));
    if (failure) {
        co_return failure;
    }
    const auto& message = parser.get();
    http_response response(message.result_int(), message.body());
    response.headers = header_fields_of(message);
    co_return response;
}

template <class Stream>
asio::awaitable<error_code> http_connection<Stream>::write(const http_request& request) {
    std::string text = to_bytes(request);
    co_return co_await write_text(stream_, std::move(text));
}

template <class Stream>
asio::awaitable<error_code> http_connection<Stream>::write(const http_response& response) {
    http::response<http::string_body> message;
    message.version(11);
    message.result(response.status);
    std::string text = complete(std::move(message), response.headers, response.body);
    co_return co_await write_text(stream_, std::move(text));
}

template class http_connection<sim::socket>;
// tidy: allow asio::ip::tcp: the same code on real sockets
template class http_connection<asio::ip::tcp::socket>;

}  // namespace onceproof::model
