// See site.hpp.
#include "explore/site.hpp"

#include "explore/page_files.hpp"
#include "reports/run/space_time_style.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <utility>

namespace onceproof::explore {
namespace {

using model::http_request;
using model::http_response;

constexpr std::string_view plain = "text/plain; charset=utf-8";

constexpr std::string_view policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

http_response respond(unsigned status, std::string_view type, std::string_view body) {
    http_response answer(status, body);
    answer.headers.add("Content-Type", type);
    answer.headers.add("Content-Security-Policy", policy);
    answer.headers.add("X-Content-Type-Options", "nosniff");
    answer.headers.add("Referrer-Policy", "no-referrer");
    answer.headers.add("Cross-Origin-Resource-Policy", "same-origin");
    answer.headers.add("Cache-Control", "no-store");
    return answer;
}

http_response refuse(unsigned status, std::string_view why) {
    return respond(status, plain, why);
}

std::string_view type_of(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> types{
        {{".html", "text/html; charset=utf-8"},
         {".css", "text/css; charset=utf-8"},
         {".js", "text/javascript; charset=utf-8"}}};
    for (const auto& [ending, type] : types) {
        if (name.ends_with(ending)) {
            return type;
        }
    }
    return plain;
}

// The style that pictures have within them, since what stands in a page may not.
std::string_view style_of_pictures() {
    std::string_view style = reports::space_time_style;
    style.remove_prefix(style.find('>') + 1);
    return style.substr(0, style.rfind("</style>"));
}

}  // namespace

std::string new_token() {
    std::array<unsigned char, 16> bits{};
    randombytes_buf(bits.data(), bits.size());
    std::string digits;
    for (const unsigned char b : bits) {
        digits += fmt::format("{:02x}", b);
    }
    return digits;
}

site::site(api& answers, std::string token, std::uint16_t port)
    : answers_(answers), token_(std::move(token)), authority_(fmt::format("127.0.0.1:{}", port)) {}

std::string site::url() const {
    return fmt::format("http://{}/{}/", authority_, token_);
}

bool site::is_for_us(const http_request& request) const {
    const std::string* const host = request.headers.find("Host");
    return host != nullptr && *host == authority_;
}

http_response site::answer(const http_request& request) {
    if (!is_for_us(request)) {
        return refuse(403, "this is not for that host");
    }
    std::string_view path = request.target;
    path = path.substr(0, path.find('?'));
    const std::string ours = fmt::format("/{}/", token_);
    const bool knows =
        path.size() >= ours.size() && sodium_memcmp(path.data(), ours.data(), ours.size()) == 0;
    if (!knows) {
        return refuse(404, "there is nothing here; the address that onceproof printed is longer");
    }
    path.remove_prefix(ours.size());
    if (request.method == "GET") {
        return get(path.empty() ? "index.html" : path);
    }
    if (request.method == "POST") {
        return post(request, path);
    }
    return refuse(405, "only GET and POST");
}

http_response site::get(std::string_view name) const {
    if (name == "space_time.css") {
        return respond(200, type_of(name), style_of_pictures());
    }
    const auto files = page_files();
    const auto found = std::find_if(files.begin(), files.end(),
                                    [&](const page_file& f) { return f.name == name; });
    return found == files.end() ? refuse(404, "there is no such file")
                                : respond(200, type_of(name), found->content);
}

http_response site::post(const http_request& request, std::string_view name) {
    constexpr std::string_view folder = "api/";
    const std::string* const origin = request.headers.find("Origin");
    if (origin == nullptr || *origin != "http://" + authority_) {
        return refuse(403, "only the page itself may ask");
    }
    const std::string* const type = request.headers.find("Content-Type");
    if (type == nullptr || !type->starts_with("application/json")) {
        return refuse(415, "questions are JSON");
    }
    if (!name.starts_with(folder)) {
        return refuse(404, "there is no such question");
    }
    const api::answer told = answers_.ask(name.substr(folder.size()), request.body);
    return respond(told.status, "application/json", told.body);
}

}  // namespace onceproof::explore
