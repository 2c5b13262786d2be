// See key_store.hpp.
#include "designs/beside/key_store.hpp"

#include "model/http/problem.hpp"
#include "model/http/request_target.hpp"
#include "sim/hash.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>

namespace onceproof::designs {
namespace {

using boost::asio::awaitable;

constexpr std::string_view keys = "/v1/keys/";

std::optional<std::string> key_of(std::string_view target) {
    const std::string_view path = model::path_of(target);
    if (!path.starts_with(keys) || path.size() == keys.size()) {
        return std::nullopt;
    }
    return model::percent_decoded(path.substr(keys.size()));
}

// Zero if it is missing or malformed.
std::chrono::milliseconds ttl_of(std::string_view target) {
    const std::string text = model::query_value(target, "ttl").value_or("");
    const std::uint64_t number = sim::plain_number(text);
    const auto most = static_cast<std::uint64_t>(longest_ttl.count());
    return std::chrono::milliseconds(number > most ? 0 : number);
}

model::http_response with_etag(model::http_response answer, const std::string& etag) {
    answer.headers.add("ETag", etag);
    return answer;
}

model::http_response not_met() {
    return model::problem(412, "The condition is not met", "Nothing was done.");
}

}  // namespace

template <class Platform>
key_store<Platform>::key_store(const process& self) : base(self, "store") {}

template <class Platform>
http_handler key_store<Platform>::new_connection() {
    return [this](const model::http_request& request) -> awaitable<model::http_response> {
        co_return answer(request);
    };
}

// Nothing is waited for in here, so no two requests get in each other's way.
template <class Platform>
model::http_response key_store<Platform>::answer(const model::http_request& request) {
    const std::optional<std::string> key = key_of(request.target);
    if (!key) {
        return model::problem(404, "There is nothing here", "Keys are at /v1/keys/KEY.");
    }
    forget_the_expired();
    return obey(*key, request);
}

template <class Platform>
model::http_response key_store<Platform>::obey(const std::string& key,
                                               const model::http_request& request) {
    if (request.method == "PUT") {
        return put(key, request);
    }
    const auto found = entries_.find(key);
    if (request.method == "GET") {
        if (found == entries_.end()) {
            return model::problem(404, "The key is not there", "It has expired, or never was.");
        }
        return with_etag(model::http_response(200, found->second.value), found->second.etag);
    }
    if (request.method != "DELETE") {
        model::http_response refusal =
            model::problem(405, "The method is not allowed", "Allow says which are.");
        refusal.headers.add("Allow", "DELETE, GET, PUT");
        return refusal;
    }
    const std::string* const if_match = request.headers.find("If-Match");
    if (if_match == nullptr) {
        return model::problem(428, "A condition is missing", "Delete with If-Match.");
    }
    if (!is_met(*if_match, found)) {
        return not_met();
    }
    entries_.erase(found);
    this->self().note("forgets a key", 0, key);
    return model::http_response(204, "");
}

template <class Platform>
model::http_response key_store<Platform>::put(const std::string& key,
                                              const model::http_request& request) {
    const auto found = entries_.find(key);
    if (ttl_of(request.target) == std::chrono::milliseconds::zero()) {
        return model::problem(400, "The time to live is malformed",
                              "`?ttl=` is a number of milliseconds, at most 1000 days.");
    }
    if (const std::string* const if_match = request.headers.find("If-Match")) {
        return is_met(*if_match, found) ? write(key, request, 204) : not_met();
    }
    const std::string* const if_none_match = request.headers.find("If-None-Match");
    if (if_none_match == nullptr) {
        return model::problem(428, "A condition is missing", "Put with If-None-Match or If-Match.");
    }
    if (*if_none_match != "*") {
        return model::problem(400, "The condition is malformed", "If-None-Match must be `*`.");
    }
    return found == entries_.end() ? write(key, request, 201) : not_met();
}

template <class Platform>
model::http_response key_store<Platform>::write(const std::string& key,
                                                const model::http_request& request,
                                                unsigned status) {
    const std::string etag = fmt::format("\"{}-{}\"", this->self().incarnation(), ++versions_);
    entry& there = entries_[key];
    there.value = request.body;
    there.etag = etag;
    there.expires = this->deadline_after(ttl_of(request.target));
    this->self().note(status == 201 ? sim::literal("keeps a key") : sim::literal("changes a key"),
                      versions_, key);
    return with_etag(model::http_response(status, ""), etag);
}

template <class Platform>
bool key_store<Platform>::is_met(const std::string& if_match, entries::const_iterator found) const {
    return found != entries_.end() && found->second.etag == if_match;
}

template <class Platform>
void key_store<Platform>::forget_the_expired() {
    std::erase_if(entries_, [&](const auto& e) {
        return this->left_until(e.second.expires) <= sim::duration::zero();
    });
}

template class key_store<model::simulated>;
template class key_store<model::real>;

}  // namespace onceproof::designs
