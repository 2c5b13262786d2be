// See request_headers.hpp.
#include "model/http/request_headers.hpp"

#include "model/http/idempotency_key.hpp"

#include <boost/beast/core/string.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace onceproof::model {
namespace {

constexpr std::string_view bearer = "Bearer ";

}  // namespace

std::string tenant_of(const http_request& request) {
    const std::string* value = request.headers.find("Authorization");
    if (value == nullptr || value->size() <= bearer.size() ||
        !boost::beast::iequals(value->substr(0, bearer.size()), "Bearer ")) {
        return {};
    }
    return value->substr(bearer.size());
}

parsed<std::string> key_of(const http_request& request, const contract& promised) {
    const auto is_key = [&](const auto& field) {
        return boost::beast::iequals(field.first, promised.key_header);
    };
    const auto found = std::find_if(request.headers.begin(), request.headers.end(), is_key);
    if (found == request.headers.end()) {
        return complaint("The header is missing");
    }
    // Two headers with two keys: who forwarded this may have kept either.
    if (std::any_of(found + 1, request.headers.end(), is_key)) {
        return complaint("The header comes more than once");
    }
    const bool quoted = found->second.starts_with('"');
    if (promised.format == key_format::quoted && !quoted) {
        return complaint("The key is not in quotes");
    }
    if (promised.format == key_format::bare && quoted) {
        return complaint("The key is in quotes");
    }
    parsed<std::string> key = parse_idempotency_key(found->second);
    if (key && key->size() > promised.key_length_max) {
        return complaint(fmt::format("The key is longer than {}", promised.key_length_max));
    }
    return key;
}

}  // namespace onceproof::model
