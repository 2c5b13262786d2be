// HTTP/1.1 requests and answers over any stream, through Boost.Beast.
//
// Plain structs, so that only http.cpp pays for compiling Beast. The functions are instantiated
// there for `sim::socket` and for `asio::ip::tcp::socket`: the same protocol code runs on both.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/result.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::model {

// Header fields in the order in which they are sent. Names are compared without case.
class header_fields {
public:
    void add(std::string_view name, std::string_view value);

    // The first of that name; nullptr if there is none.
    const std::string* find(std::string_view name) const;

    auto begin() const { return fields_.begin(); }
    auto end() const { return fields_.end(); }

    friend bool operator==(const header_fields&, const header_fields&) = default;

private:
    std::vector<std::pair<std::string, std::string>> fields_;
};

struct http_request {
    http_request() = default;
    http_request(std::string_view m, std::string_view t, std::string_view b)
        : method(m), target(t), body(b) {}

    std::string method;
    std::string target;
    header_fields headers;
    std::string body;
};

struct http_response {
    http_response() = default;
    http_response(unsigned s, std::string_view b) : status(s), body(b) {}

    unsigned status = 0;
    header_fields headers;
    std::string body;

    friend bool operator==(const http_response&, const http_response&) = default;
};

// The request as it goes to the network, with its Content-Length.
std::string to_bytes(const http_request& request);

// One side of a connection that speaks HTTP. Content-Length is made, not passed on.
//
// Errors of the stream and of the protocol are values; the end of a connection between two
// messages is `http::error::end_of_stream`.
template <class Stream>
class http_connection {
public:
    explicit http_connection(Stream stream);
    http_connection(http_connection&&) noexcept;
    ~http_connection();

    boost::asio::awaitable<boost::system::result<http_request>> read_request();
    boost::asio::awaitable<boost::system::result<http_response>> read_response();
    boost::asio::awaitable<boost::system::error_code> write(const http_request& request);
    boost::asio::awaitable<boost::system::error_code> write(const http_response& response);

    Stream& stream() { return stream_; }

private:
    struct read_ahead;
    Stream stream_;
    std::unique_ptr<read_ahead> buffer_;
};

}  // namespace onceproof::model
