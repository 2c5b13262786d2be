// The frames of Postgres' protocol 3.0 ("Frontend/Backend Protocol", chapter 55 of its manual).
#pragma once

#include "rehearsal/proxy/loopback.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::rehearsal::pg {

// A message as it stands on the wire: its type, its length, its content.
struct message {
    std::string bytes{};  // empty: the connection is over

    char type() const { return bytes.empty() ? '\0' : bytes.front(); }
    std::string_view content() const { return std::string_view(bytes).substr(5); }
};

// Of a startup packet, which has no type.
inline constexpr std::int32_t cancel_request = 80877102;
inline constexpr std::int32_t ssl_request = 80877103;
inline constexpr std::int32_t gss_request = 80877104;

// The big-endian number there. Requires: it is there.
std::int32_t number_at(std::string_view bytes, std::size_t at);

// The text there, which ends with a zero byte.
std::string_view text_at(std::string_view content, std::size_t at);

// A message of that type.
std::string framed(char type, std::string_view content);

// "SERROR", "C40001", ...: what a server sends when a transaction has to be tried again.
std::string serialization_failure();

// Reads from one connection, ahead as far as it gets.
class reader {
public:
    // Requires: FROM outlives it.
    explicit reader(tcp::socket& from) : from_(from) {}

    boost::asio::awaitable<message> read();

    // The first packet of a connection; empty: the connection is over.
    boost::asio::awaitable<std::string> read_startup();

private:
    boost::asio::awaitable<bool> fill(std::size_t size);
    std::string take(std::size_t size);

    tcp::socket& from_;
    std::string ahead_;
};

// False: the connection is over.
boost::asio::awaitable<bool> write(tcp::socket& to, std::string_view bytes);

}  // namespace onceproof::rehearsal::pg
