// See charge_request.hpp.
#include "model/charge_request.hpp"

#include "model/canonical_json.hpp"
#include "model/fingerprint.hpp"
#include "model/idempotency_key.hpp"

#include <boost/beast/core/string.hpp>
#include <boost/json.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace onceproof::model {
namespace {

namespace json = boost::json;

constexpr std::string_view charges_target = "/v1/charges";
constexpr std::string_view bearer = "Bearer ";
constexpr std::string_view bad_key = "Idempotency-Key is missing or malformed";
constexpr std::string_view bad_body = "The body is not a charge";

std::optional<http_response> wrong_route(const http_request& request) {
    if (request.target != charges_target) {
        return problem(404, "There is nothing here", "Charges are made at /v1/charges.");
    }
    if (request.method != "POST") {
        http_response answer =
            problem(405, "The method is not allowed", "Charges are made with POST.");
        answer.headers.add("Allow", "POST");
        return answer;
    }
    return std::nullopt;
}

// RFC 6750, section 2.1. Empty if there is none; the scheme is compared without case (RFC 9110).
std::string tenant_of(const http_request& request) {
    const std::string* value = request.headers.find("Authorization");
    if (value == nullptr || value->size() <= bearer.size() ||
        !boost::beast::iequals(value->substr(0, bearer.size()), "Bearer ")) {
        return {};
    }
    return value->substr(bearer.size());
}

parsed<std::string> key_of(const http_request& request) {
    const auto is_key = [](const auto& field) {
        return boost::beast::iequals(field.first, "Idempotency-Key");
    };
    const auto found = std::find_if(request.headers.begin(), request.headers.end(), is_key);
    if (found == request.headers.end()) {
        return complaint("The header is missing");
    }
    // Two headers with two keys: who forwarded this may have kept either.
    if (std::any_of(found + 1, request.headers.end(), is_key)) {
        return complaint("The header comes more than once");
    }
    return parse_idempotency_key(found->second);
}

bool is_currency(std::string_view text) {
    return text.size() == 3 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

// Fills in the three members. What is wrong with them, or nullptr.
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
    into.amount = amount->get_int64();
    into.currency = std::string_view(currency->get_string());
    into.reference = std::string_view(reference->get_string());
    return nullptr;
}

}  // namespace

http_response problem(unsigned status, std::string_view title, std::string_view detail) {
    const json::object body{{"title", json::string_view(title.data(), title.size())},
                            {"status", status},
                            {"detail", json::string_view(detail.data(), detail.size())}};
    http_response answer(status, json::serialize(body));
    answer.headers.add("Content-Type", "application/problem+json");
    return answer;
}

std::variant<charge_request, http_response> read_charge_request(const http_request& request) {
    if (auto refusal = wrong_route(request)) {
        return std::move(*refusal);
    }
    charge_request charge;
    charge.tenant = tenant_of(request);
    if (charge.tenant.empty()) {
        http_response answer = problem(401, "Whose request this is, is not known",
                                       "Authorization must be `Bearer` and a token.");
        answer.headers.add("WWW-Authenticate", "Bearer");
        return answer;
    }
    parsed<std::string> key = key_of(request);
    if (!key) {
        return problem(400, bad_key, key.error() + '.');
    }
    const parsed<std::string> body = canonical_json(request.body);
    if (!body) {
        return problem(400, bad_body, body.error() + '.');
    }
    if (const char* wrong = read_body(*body, charge)) {
        return problem(400, bad_body, wrong);
    }
    charge.key = *key;
    charge.operation = request.method + ' ' + request.target;
    charge.fingerprint = fingerprint(request.method, request.target, *body);
    return charge;
}

}  // namespace onceproof::model
