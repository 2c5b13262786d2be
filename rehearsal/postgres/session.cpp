// See session.hpp.
#include "rehearsal/postgres/session.hpp"

#include "rehearsal/postgres/sql_name.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <string_view>
#include <utility>

namespace onceproof::rehearsal::pg {
namespace {

namespace asio = boost::asio;

// The answers of a flushed batch: the last one to each message. After an error there are no more.
bool is_reply(char type) {
    static constexpr std::string_view last_ones = "123CITns";
    return last_ones.find(type) != std::string_view::npos;
}

std::string_view value_of(const std::map<std::string, std::string, std::less<>>& all,
                          std::string_view name) {
    const auto found = all.find(name);
    return found == all.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace

session::session(tcp::socket service, std::uint16_t server, std::string name, std::uint32_t replica,
                 exchange_hook& decides)
    : service_(std::move(service)),
      server_(service_.get_executor()),
      server_port_(server),
      name_(std::move(name)),
      replica_(replica),
      decides_(decides) {}

asio::awaitable<void> session::run() {
    bool goes_on = co_await begin();
    while (goes_on) {
        const batch b = co_await read_batch();
        goes_on = !b.is_over && co_await carry(b);
    }
    boost::system::error_code ignored;
    service_.close(ignored);
    server_.close(ignored);
}

// False: that was all, as after a cancel request.
asio::awaitable<bool> session::begin() {
    std::string first = co_await from_service_.read_startup();
    while (!first.empty() &&
           (number_at(first, 4) == ssl_request || number_at(first, 4) == gss_request)) {
        if (!co_await write(service_, "N")) {
            co_return false;
        }
        first = co_await from_service_.read_startup();
    }
    boost::system::error_code failed;
    co_await server_.async_connect(on_loopback(server_port_),
                                   asio::redirect_error(asio::use_awaitable, failed));
    if (first.empty() || failed || !co_await write(server_, first) ||
        number_at(first, 4) == cancel_request) {
        co_return false;
    }
    co_return co_await authenticate();
}

asio::awaitable<bool> session::authenticate() {
    while (true) {
        const message m = co_await from_server_.read();
        if (m.bytes.empty() || !co_await write(service_, m.bytes)) {
            co_return false;
        }
        constexpr std::int32_t ok = 0;
        constexpr std::int32_t sasl_final = 12;
        if (m.type() == 'K') {
            backend_pid_ = number_at(m.content(), 0);
        } else if (m.type() == 'Z') {
            co_return true;
        } else if (m.type() == 'R' && number_at(m.content(), 0) != ok &&
                   number_at(m.content(), 0) != sasl_final) {
            const message reply = co_await from_service_.read();
            if (reply.bytes.empty() || !co_await write(server_, reply.bytes)) {
                co_return false;
            }
        }
    }
}

asio::awaitable<batch> session::read_batch() {
    batch b;
    while (true) {
        const message m = co_await from_service_.read();
        if (m.bytes.empty() || m.type() == 'X') {
            b.is_over = true;
            co_return b;
        }
        b.bytes += m.bytes;
        note(m, b);
        if (m.type() == 'Q' || m.type() == 'S' || m.type() == 'F') {
            co_return b;
        }
        if (m.type() == 'H') {
            b.is_flushed = true;
            co_return b;
        }
    }
}

void session::note(const message& m, batch& b) {
    const std::string_view content = m.content();
    const std::string first(text_at(content, 0));
    const std::string_view second = text_at(content, first.size() + 1);
    switch (m.type()) {
        case 'Q':
            b.statement = first;
            break;
        case 'P':
            prepared_[first] = second;
            ++b.replies;
            break;
        case 'B':
            bound_[first] = value_of(prepared_, second);
            ++b.replies;
            break;
        case 'E':
            b.statement = value_of(bound_, first);
            ++b.replies;
            break;
        case 'D':
        case 'C':
            ++b.replies;
            break;
        default:
            break;
    }
}

asio::awaitable<bool> session::carry(const batch& b) {
    exchange e;
    e.action = name_of_statement(b.statement);
    if (e.action.empty()) {
        if (!co_await write(server_, b.bytes)) {
            co_return false;
        }
        const std::optional<std::string> answer = co_await answer_to(b);
        co_return answer&& co_await write(service_, *answer);
    }
    e.backend = name_;
    e.replica = replica_;
    e.backend_pid = backend_pid_;
    const bool goes_on = co_await carry_exchange(e, b);
    decides_.over(e);
    co_return goes_on;
}

asio::awaitable<bool> session::carry_exchange(const exchange& e, const batch& b) {
    const before_action first = co_await decides_.before(e);
    if (first == before_action::reset) {
        reset(service_);
        co_return false;
    }
    if (first == before_action::answer_error) {
        co_return co_await refuse(e);
    }
    if (!co_await write(server_, b.bytes)) {
        co_return false;
    }
    const std::optional<std::string> answer = co_await answer_to(b);
    if (!answer) {
        co_return false;
    }
    const after_action then = co_await decides_.after(e);
    if (then == after_action::reset) {
        reset(service_);
        co_return false;
    }
    co_return co_await write(service_, *answer);
}

// Nothing: the server has ended the connection.
asio::awaitable<std::optional<std::string>> session::answer_to(const batch& b) {
    std::string answer;
    std::size_t left = b.replies;
    while (!b.is_flushed || left > 0) {
        const message m = co_await from_server_.read();
        if (m.bytes.empty()) {
            co_return std::nullopt;
        }
        answer += m.bytes;
        if (m.type() == 'Z') {
            transaction_ = m.content().front();
            co_return answer;
        }
        if (m.type() == 'G' && !co_await pass_copy_in(answer)) {
            co_return std::nullopt;
        }
        if (b.is_flushed && m.type() == 'E') {
            co_return answer;
        }
        left -= b.is_flushed && is_reply(m.type()) ? 1 : 0;
    }
    co_return answer;
}

// The server waits for rows: what it has said so far goes on, and rows pass until they end.
asio::awaitable<bool> session::pass_copy_in(std::string& answer) {
    const std::string so_far = std::exchange(answer, "");
    if (!co_await write(service_, so_far)) {
        co_return false;
    }
    while (true) {
        const message m = co_await from_service_.read();
        if (m.bytes.empty() || !co_await write(server_, m.bytes)) {
            co_return false;
        }
        if (m.type() == 'c' || m.type() == 'f') {
            co_return true;
        }
    }
}

// As if the server had failed to serialize: then the transaction is a failed one, or, at its
// commit, is rolled back. So it is made one.
asio::awaitable<bool> session::refuse(const exchange& e) {
    using std::string_view_literals::operator""sv;
    std::string state(1, transaction_);
    if (transaction_ != 'I') {
        const bool is_end = e.action == "commit";
        const std::string ends = framed('Q', is_end ? "ROLLBACK\0"sv : "SELECT 1/0\0"sv);
        if (!co_await write(server_, ends)) {
            co_return false;
        }
        batch own;
        own.statement = "own";
        const std::optional<std::string> answer = co_await answer_to(own);
        if (!answer) {
            co_return false;
        }
        state = transaction_;
    }
    const std::string told = serialization_failure() + framed('Z', state);
    co_return co_await write(service_, told);
}

}  // namespace onceproof::rehearsal::pg
