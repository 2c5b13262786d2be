// See wire.hpp.
#include "rehearsal/postgres/wire.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>

namespace onceproof::rehearsal::pg {

namespace asio = boost::asio;

std::int32_t number_at(std::string_view bytes, std::size_t at) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        number = number << 8U | static_cast<unsigned char>(bytes[at + i]);
    }
    return static_cast<std::int32_t>(number);
}

std::string_view text_at(std::string_view content, std::size_t at) {
    const std::string_view rest = content.substr(std::min(at, content.size()));
    return rest.substr(0, std::min(rest.find('\0'), rest.size()));
}

std::string framed(char type, std::string_view content) {
    const auto size = static_cast<std::uint32_t>(content.size() + 4);
    std::string bytes(1, type);
    for (const unsigned shift : {24U, 16U, 8U, 0U}) {
        bytes += static_cast<char>(size >> shift & 0xFFU);
    }
    return bytes.append(content);
}

std::string serialization_failure() {
    using std::string_view_literals::operator""sv;
    return framed('E', "SERROR\0VERROR\0C40001\0Mcould not serialize access (by onceproof)\0\0"sv);
}

asio::awaitable<bool> reader::fill(std::size_t size) {
    std::array<char, 16'384> part{};
    while (ahead_.size() < size) {
        boost::system::error_code failed;
        const std::size_t n = co_await from_.async_read_some(
            asio::buffer(part), asio::redirect_error(asio::use_awaitable, failed));
        if (failed) {
            co_return false;
        }
        ahead_.append(part.data(), n);
    }
    co_return true;
}

std::string reader::take(std::size_t size) {
    std::string bytes = ahead_.substr(0, size);
    ahead_.erase(0, size);
    return bytes;
}

asio::awaitable<message> reader::read() {
    message m;
    if (co_await fill(5)) {
        const std::int32_t length = number_at(ahead_, 1);
        const std::size_t size = static_cast<std::size_t>(std::max(length, 4)) + 1;
        if (co_await fill(size)) {
            m.bytes = take(size);
        }
    }
    co_return m;
}

asio::awaitable<std::string> reader::read_startup() {
    if (!co_await fill(8)) {
        co_return "";
    }
    const auto size = static_cast<std::size_t>(std::max(number_at(ahead_, 0), 8));
    if (!co_await fill(size)) {
        co_return "";
    }
    co_return take(size);
}

asio::awaitable<bool> write(tcp::socket& to, std::string_view bytes) {
    boost::system::error_code failed;
    co_await asio::async_write(to, asio::buffer(bytes),
                               asio::redirect_error(asio::use_awaitable, failed));
    co_return !failed;
}

}  // namespace onceproof::rehearsal::pg
