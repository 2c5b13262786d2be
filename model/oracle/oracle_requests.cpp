// See oracle_requests.hpp.
#include "model/oracle/oracle_requests.hpp"

#include "model/http/canonical_json.hpp"
#include "model/http/request_deadline.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace onceproof::model::oracle {
namespace {

namespace json = boost::json;

// Where the body begins.
std::size_t body_at(std::string_view request) {
    const std::size_t target = request.find(' ');
    const std::size_t body =
        target == std::string_view::npos ? target : request.find(' ', target + 1);
    return std::min(body, request.size());
}

std::string_view body_of(std::string_view request) {
    return request.substr(std::min(body_at(request) + 1, request.size()));
}

json::value parse_body(std::string_view request) {
    boost::system::error_code failure;
    json::value body = json::parse(body_of(request), failure);
    return failure ? json::value() : body;
}

// How the members of B differ from those of A; empty if they do not.
std::string describe_members(const json::object& a, const json::object& b) {
    for (const auto& [name, value] : a) {
        const json::value* const other = b.if_contains(name);
        if (other == nullptr) {
            return fmt::format("it has no `{}`", std::string_view(name));
        }
        if (*other != value) {
            return fmt::format("its `{}` is {} and was {}", std::string_view(name),
                               json::serialize(*other), json::serialize(value));
        }
    }
    for (const auto& [name, value] : b) {
        if (!a.contains(name)) {
            return fmt::format("it has a `{}` as well", std::string_view(name));
        }
    }
    return "";
}

// The lines of the head of what was sent, without the first; empty if it did not go whole.
std::string_view headers_of(const seen_attempt& a) {
    const std::string_view sent = a.sent;
    const std::size_t begin = sent.find("\r\n");
    const std::size_t end = sent.find("\r\n\r\n");
    return end == std::string_view::npos ? "" : sent.substr(begin + 2, end - begin);
}

std::string_view take_line(std::string_view& lines) {
    const std::size_t end = lines.find("\r\n");
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(end + 2);
    return line;
}

bool has_line(std::string_view lines, std::string_view line) {
    while (!lines.empty()) {
        if (take_line(lines) == line) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::string_view operation_of(std::string_view request) {
    return request.substr(0, body_at(request));
}

bool is_same_request(std::string_view a, std::string_view b, const contract& promised) {
    if (a == b) {
        return true;
    }
    if (promised.fingerprint == fingerprint_of::raw || operation_of(a) != operation_of(b)) {
        return false;
    }
    const auto x = canonical_json(body_of(a));
    const auto y = canonical_json(body_of(b));
    return x && y && *x == *y;
}

std::string describe_difference(std::string_view a, std::string_view b) {
    if (operation_of(a) != operation_of(b)) {
        return fmt::format("it is {} and was {}", operation_of(b), operation_of(a));
    }
    if (body_of(b).empty()) {
        return "it has no body";
    }
    const json::value x = parse_body(a);
    const json::value y = parse_body(b);
    const std::string members =
        x.is_object() && y.is_object() ? describe_members(x.get_object(), y.get_object()) : "";
    return members.empty() ? "its body has other bytes" : members;
}

std::string_view find_other_header(const seen_attempt& a, const seen_attempt& b) {
    if (a.sent == b.sent) {
        return {};
    }
    const std::string_view others = headers_of(b);
    std::string_view left = others.empty() ? "" : headers_of(a);
    while (!left.empty()) {
        const std::string_view line = take_line(left);
        const std::string_view name = line.substr(0, line.find(':'));
        if (name != request_deadline_header && name != "Content-Length" &&
            !has_line(others, line)) {
            return name;
        }
    }
    return {};
}

}  // namespace onceproof::model::oracle
