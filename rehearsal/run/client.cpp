// See client.hpp.
#include "rehearsal/run/client.hpp"

#include "model/http/idempotency_key.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <fmt/format.h>

#include <optional>
#include <utility>

namespace onceproof::rehearsal {
namespace {

namespace asio = boost::asio;

model::occasion occasion_of(const intent_of_run& i, std::size_t other) {
    model::occasion when;
    when.serial = i.serial;
    when.tenant = i.tenant;
    when.other = other;
    return when;
}

bool is_of_request(act a) {
    return a == act::refuse || a == act::reset_half || a == act::gone || a == act::late_request ||
           a == act::duplicate;
}

bool is_of_response(act a) {
    return a == act::silence || a == act::kill_at_response;
}

}  // namespace

model::http_request request_for(const service_spec& s, const intent_of_run& i, std::size_t other) {
    const model::wanted w = model::fill(s.asked, occasion_of(i, other));
    const std::size_t blank = w.operation.find(' ');
    model::http_request r(w.operation.substr(0, blank), w.operation.substr(blank + 1), w.body);
    model::fields names = w.asks_for;
    names.insert(names.end(), {{"tenant", i.tenant}, {"key", i.key}});
    r.headers.add("Host", "localhost");
    r.headers.add(s.promised.key_header, s.promised.format == model::key_format::quoted
                                             ? model::quote_idempotency_key(i.key)
                                             : i.key);
    bool has_type = false;
    for (const model::field& header : w.headers) {
        r.headers.add(header.name, fill_names(header.value, names));
        has_type = has_type || header.name == "Content-Type";
    }
    if (!has_type) {
        r.headers.add("Content-Type", "application/json");
    }
    return r;
}

model::seen_intent seen_intent_for(const service_spec& s, const intent_of_run& i) {
    const model::wanted w = model::fill(s.asked, occasion_of(i, 0));
    model::seen_intent seen;
    seen.number = 1;
    seen.tenant = i.tenant;
    seen.operation = w.operation;
    seen.asks_for = w.asks_for;
    seen.reference = *model::find_field(w.asks_for, "reference");
    seen.described = w.described;
    return seen;
}

asio::awaitable<std::optional<model::http_response>> client::exchange_with(
    std::uint16_t port, model::http_request request) {
    boost::system::error_code failed;
    tcp::socket to(context_);
    co_await to.async_connect(on_loopback(port), asio::redirect_error(asio::use_awaitable, failed));
    if (failed) {
        co_return std::nullopt;
    }
    model::http_connection<tcp::socket> with(std::move(to));
    failed = co_await with.write(request);
    if (failed) {
        co_return std::nullopt;
    }
    const auto answer = co_await with.read_response();
    if (!answer) {
        co_return std::nullopt;
    }
    co_return *answer;
}

// Some bytes, and then the end of the connection.
asio::awaitable<void> client::send_part(std::uint32_t replica, std::string text, bool resets) {
    boost::system::error_code failed;
    tcp::socket to(context_);
    co_await to.async_connect(on_loopback(fleet_.port(replica)),
                              asio::redirect_error(asio::use_awaitable, failed));
    if (!failed) {
        co_await asio::async_write(to, asio::buffer(text),
                                   asio::redirect_error(asio::use_awaitable, failed));
    }
    if (resets) {
        reset(to);
    }
}

// False: nothing more is to be done.
asio::awaitable<bool> client::send_badly(scene& s, asking& a, const fault_kind& fault,
                                         const model::http_request& request) {
    const std::string text = model::to_bytes(request);
    switch (fault.does) {
        case act::refuse:
            co_return false;
        case act::reset_half:
            co_await send_part(a.replica, text.substr(0, text.size() / 2), true);
            co_return false;
        case act::gone:
            co_await send_part(a.replica, text, false);
            co_return false;
        case act::late_request:
            co_await director_.hold(a.label);
            co_return true;
        default: {  // a duplicate, at another process
            const std::uint32_t other = (a.replica + 1) % fleet_.size();
            s.labels[other] = a.label;
            asio::co_spawn(context_, exchange_with(fleet_.port(other), request), asio::detached);
            co_return true;
        }
    }
}

asio::awaitable<void> client::ask(scene& s, asking& a, model::http_request request) {
    a.seen.request = fmt::format("{} {} {}", request.method, request.target, request.body);
    a.seen.sent = model::to_bytes(request);
    const std::string at_request = a.label + "/client>api/request";
    const std::string at_response = a.label + "/client>api/response";
    s.points.push_back(at_request);
    s.story.push_back(at_request);
    bool goes_on = true;
    if (const fault_kind* fault = s.fire(at_request, is_of_request)) {
        goes_on = co_await send_badly(s, a, *fault, request);
    }
    std::optional<model::http_response> answer;
    if (goes_on) {
        answer = co_await exchange_with(fleet_.port(a.replica), request);
    }
    if (answer) {
        s.points.push_back(at_response);
        s.story.push_back(fmt::format("{} {} {}", at_response, answer->status, answer->body));
        if (const fault_kind* fault = s.fire(at_response, is_of_response)) {
            answer.reset();
            if (fault->does == act::kill_at_response) {
                co_await director_.kill(a.replica);
            }
        }
    }
    if (!a.is_given_up) {
        a.seen.answer = std::move(answer);
        a.seen.end = s.now();
    }
    a.is_over = true;
    changes_.changed();
}

}  // namespace onceproof::rehearsal
