// See downstream_call.hpp.
#include "designs/parts/downstream_call.hpp"

#include "model/http/http_call.hpp"
#include "model/http/idempotency_key.hpp"
#include "model/http/request_target.hpp"
#include "model/oracle/marks.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string>

namespace onceproof::designs {
namespace {

namespace json = boost::json;
using boost::asio::awaitable;
using kind = downstream_answer::kind;

// The number in "cap_17"; 0 if there is none.
std::int64_t number_of(const json::value& made) {
    const json::object* const members = made.if_object();
    const json::value* const id = members == nullptr ? nullptr : members->if_contains("id");
    std::int64_t number = 0;
    if (id != nullptr && id->is_string()) {
        const std::string_view text = id->get_string();
        const std::size_t digits = text.find('_') + 1;
        std::from_chars(text.data() + digits, text.data() + text.size(), number);
    }
    return number;
}

// Of a look-up, the first one that is listed.
downstream_answer success(const std::string& body) {
    downstream_answer told;
    boost::system::error_code failure;
    const json::value made = json::parse(body, failure);
    if (failure) {
        return told;
    }
    const json::object* const members = made.if_object();
    const json::value* const captures =
        members == nullptr ? nullptr : members->if_contains("captures");
    const json::array* const list = captures == nullptr ? nullptr : captures->if_array();
    if (list != nullptr && list->empty()) {
        told.type = kind::none;
        return told;
    }
    told.number = number_of(list != nullptr ? list->front() : made);
    told.type = told.number > 0 ? kind::done : kind::unknown;
    return told;
}

downstream_answer meaning_of(const std::optional<model::http_response>& answer) {
    downstream_answer told;
    if (answer && answer->status / 100 == 2) {
        told = success(answer->body);
    } else if (answer && answer->status == 402) {
        told.type = kind::declined;
    } else if (answer && answer->status == 429) {
        told.type = kind::turned_away;
    }
    return told;
}

}  // namespace

template <class Platform>
awaitable<downstream_answer> downstream_call<Platform>::make(std::string_view step,
                                                             const charge_request& c,
                                                             std::string_view key) {
    const json::object body{{"tenant", c.tenant},
                            {"amount", c.amount},
                            {"currency", c.currency},
                            {"reference", c.reference}};
    model::http_request request("POST", fmt::format("/v1/{}", step), json::serialize(body));
    request.headers.add("Host", Platform::host_of(where_));
    request.headers.add("Content-Type", "application/json");
    if (!key.empty()) {
        request.headers.add("Idempotency-Key", model::quote_idempotency_key(key));
    }
    self_.note(model::marks::calls, 0, fmt::format("{} {}", step, key));
    co_return co_await ask(request);
}

template <class Platform>
awaitable<downstream_answer> downstream_call<Platform>::look_up(const charge_request& c) {
    const std::string target =
        fmt::format("/v1/captures?tenant={}&reference={}", model::percent_encoded(c.tenant),
                    model::percent_encoded(c.reference));
    model::http_request request("GET", target, "");
    request.headers.add("Host", Platform::host_of(where_));
    self_.note(model::marks::looks_up, 0, c.reference);
    co_return co_await ask(request);
}

template <class Platform>
awaitable<downstream_answer> downstream_call<Platform>::ask(const model::http_request& request) {
    const std::optional<model::http_response> answer =
        co_await http_call<Platform>(self_, where_, request, at_most_);
    self_.note(model::marks::is_told, answer ? answer->status : 0);
    co_return meaning_of(answer);
}

template class downstream_call<model::simulated>;
template class downstream_call<model::real>;

}  // namespace onceproof::designs
