// See charge_request.hpp.
#include "designs/parts/charge_request.hpp"

#include "model/http/canonical_json.hpp"
#include "model/http/problem.hpp"
#include "model/http/request_headers.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace onceproof::designs {
namespace {

namespace json = boost::json;

constexpr std::string_view bad_key = "The idempotency key is missing or malformed";
constexpr std::string_view bad_body = "The body is not what it should be";
constexpr std::string_view orders = "/v1/orders/";

bool is_ledger_target(std::string_view target) {
    return target == "/v1/charges" || target == "/v1/refunds";
}

model::http_response not_allowed(std::string_view allowed) {
    model::http_response answer =
        model::problem(405, "The method is not allowed", "Allow says which are.");
    answer.headers.add("Allow", allowed);
    return answer;
}

std::optional<model::http_response> wrong_route(const model::http_request& request) {
    const std::string_view target = request.target;
    if (is_ledger_target(target)) {
        return request.method == "POST" ? std::nullopt : std::optional(not_allowed("POST"));
    }
    if (target.starts_with(orders) && target.size() > orders.size()) {
        const bool known = request.method == "PUT" || request.method == "GET";
        return known ? std::nullopt : std::optional(not_allowed("GET, PUT"));
    }
    return model::problem(404, "There is nothing here",
                          "There are /v1/charges, /v1/refunds and /v1/orders/REFERENCE.");
}

bool is_currency(std::string_view text) {
    return text.size() == 3 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

// Fills in the members. What is wrong with them, or nullptr.
const char* read_body(const std::string& canonical, charge_request& into) {
    const json::value body = json::parse(canonical);
    const json::object* members = body.if_object();
    if (members == nullptr) {
        return "It is no JSON object.";
    }
    const json::value* amount = members->if_contains("amount");
    if (amount == nullptr || !amount->is_int64() || amount->get_int64() < 1) {
        return "`amount` must be an integer of at least 1.";
    }
    const json::value* currency = members->if_contains("currency");
    if (currency == nullptr || !currency->is_string() || !is_currency(currency->get_string())) {
        return "`currency` must be three capital letters.";
    }
    const json::value* reference = members->if_contains("reference");
    if (reference == nullptr || !reference->is_string() || reference->get_string().empty()) {
        return "`reference` must be a string that is not empty.";
    }
    const json::value* description = members->if_contains("description");
    if (description != nullptr && !description->is_string()) {
        return "`description` must be a string.";
    }
    if (description != nullptr) {
        into.description = std::string_view(description->get_string());
    }
    into.amount = amount->get_int64();
    into.currency = std::string_view(currency->get_string());
    into.reference = std::string_view(reference->get_string());
    return nullptr;
}

}  // namespace

std::variant<charge_request, order_request, model::http_response> read_request(
    const model::http_request& request, const model::contract& promised, bool with_key) {
    if (auto refusal = wrong_route(request)) {
        return std::move(*refusal);
    }
    std::string tenant = model::tenant_of(request);
    if (tenant.empty()) {
        model::http_response answer = model::problem(401, "Whose request this is, is not known",
                                                     "Authorization must be `Bearer` and a token.");
        answer.headers.add("WWW-Authenticate", "Bearer");
        return answer;
    }
    if (request.method == "GET") {
        return order_request{std::move(tenant), request.target.substr(orders.size()), false, {}};
    }
    const bool is_order = request.method == "PUT";
    model::parsed<std::string> key = std::string();
    if (with_key && !is_order) {
        key = model::key_of(request, promised);
    }
    if (!key) {
        return model::problem(400, bad_key, key.error() + '.');
    }
    const model::parsed<std::string> body = model::canonical_json(request.body);
    if (!body) {
        return model::problem(400, bad_body, body.error() + '.');
    }
    if (is_order) {
        return order_request{std::move(tenant), request.target.substr(orders.size()), true, *body};
    }
    charge_request charge;
    charge.tenant = std::move(tenant);
    if (const char* wrong = read_body(*body, charge)) {
        return model::problem(400, bad_body, wrong);
    }
    charge.key = *key;
    charge.operation = request.method + ' ' + request.target;
    charge.body = *body;
    charge.raw_body = request.body;
    const std::string* prefer = request.headers.find("Prefer");
    charge.minimal = prefer != nullptr && *prefer == "return=minimal";
    return charge;
}

}  // namespace onceproof::designs
