// One connection of the service to a Postgres. For proxy.cpp only.
#pragma once

#include "rehearsal/postgres/wire.hpp"
#include "rehearsal/proxy/exchange.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace onceproof::rehearsal::pg {

// What the service sent in one go.
struct batch {
    std::string bytes{};
    std::string statement{};  // that is executed in it; empty: none
    bool is_flushed = false;  // no ReadyForQuery follows
    std::size_t replies = 0;  // that a flushed one gets
    bool is_over = false;     // the connection is
};

class session {
public:
    session(tcp::socket service, std::uint16_t server, std::string name, std::uint32_t replica,
            exchange_hook& decides);

    // Until one of both sides ends it.
    boost::asio::awaitable<void> run();

private:
    boost::asio::awaitable<bool> begin();
    boost::asio::awaitable<bool> authenticate();
    boost::asio::awaitable<batch> read_batch();
    void note(const message& m, batch& b);
    boost::asio::awaitable<bool> carry(const batch& b);
    boost::asio::awaitable<bool> carry_exchange(const exchange& e, const batch& b);
    boost::asio::awaitable<std::optional<std::string>> answer_to(const batch& b);
    boost::asio::awaitable<bool> pass_copy_in(std::string& answer);
    boost::asio::awaitable<bool> refuse(const exchange& e);

    tcp::socket service_;
    tcp::socket server_;
    std::uint16_t server_port_;
    std::string name_;
    std::uint32_t replica_;
    exchange_hook& decides_;
    reader from_service_{service_};
    reader from_server_{server_};
    std::map<std::string, std::string, std::less<>> prepared_;  // statements, by their names
    std::map<std::string, std::string, std::less<>> bound_;     // statements, by portals
    std::optional<std::int32_t> backend_pid_;
    char transaction_ = 'I';
};

}  // namespace onceproof::rehearsal::pg
