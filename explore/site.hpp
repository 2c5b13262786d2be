// The site of `onceproof explore`: its page, and the questions of explore/api.hpp, over HTTP.
// Without sockets: those are explore/page_server.hpp's.
//
// It answers who knows the token, which is in the path of its URL, and no page of another site: the
// Host has to be the loopback, and what is posted has to come from its own page (Origin). GET only
// reads. The page may load nothing from elsewhere and run nothing inline (Content-Security-Policy).
// Why: a page in the same browser can send requests to 127.0.0.1, and a name that it controls can
// be made to lead there (DNS rebinding).
#pragma once

#include "explore/api.hpp"
#include "model/http/http.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace onceproof::explore {

// 128 random bits, in hexadecimal digits.
std::string new_token();

class site {
public:
    // Requires: ANSWERS outlives it.
    site(api& answers, std::string token, std::uint16_t port);

    // "http://127.0.0.1:8080/TOKEN/".
    std::string url() const;

    model::http_response answer(const model::http_request& request);

private:
    bool is_for_us(const model::http_request& request) const;
    model::http_response get(std::string_view name) const;
    model::http_response post(const model::http_request& request, std::string_view name);

    api& answers_;
    std::string token_;
    std::string authority_;  // "127.0.0.1:8080"
};

}  // namespace onceproof::explore
