// See key_store_client.hpp.
#include "designs/parts/key_store_client.hpp"

#include "model/http/http_call.hpp"
#include "model/http/request_target.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace onceproof::designs {
namespace {

using boost::asio::awaitable;

std::string target_of(const std::string& key) {
    return "/v1/keys/" + model::percent_encoded(key);
}

std::string target_of(const std::string& key, std::chrono::milliseconds ttl) {
    return fmt::format("{}?ttl={}", target_of(key), ttl.count());
}

}  // namespace

template <class Platform>
key_store_client<Platform>::key_store_client(const process& self, const endpoint& store,
                                             std::chrono::nanoseconds at_most)
    : self_(self), store_(store), at_most_(at_most) {}

template <class Platform>
awaitable<store_answer> key_store_client<Platform>::insert(std::string key, std::string value,
                                                           std::chrono::milliseconds ttl) const {
    model::http_request request = request_for("PUT", target_of(key, ttl));
    request.headers.add("If-None-Match", "*");
    request.body = std::move(value);
    return ask(std::move(request), 412);
}

template <class Platform>
awaitable<store_answer> key_store_client<Platform>::get(std::string key) const {
    return ask(request_for("GET", target_of(key)), 404);
}

template <class Platform>
awaitable<store_answer> key_store_client<Platform>::swap(std::string key, std::string etag,
                                                         std::string value,
                                                         std::chrono::milliseconds ttl) const {
    model::http_request request = request_for("PUT", target_of(key, ttl));
    request.headers.add("If-Match", etag);
    request.body = std::move(value);
    return ask(std::move(request), 412);
}

template <class Platform>
awaitable<store_answer> key_store_client<Platform>::erase(std::string key, std::string etag) const {
    model::http_request request = request_for("DELETE", target_of(key));
    request.headers.add("If-Match", etag);
    return ask(std::move(request), 412);
}

template <class Platform>
model::http_request key_store_client<Platform>::request_for(std::string_view method,
                                                            const std::string& target) const {
    model::http_request request(method, target, "");
    request.headers.add("Host", Platform::host_of(store_));
    return request;
}

// REFUSAL: the status that says that nothing was done.
template <class Platform>
awaitable<store_answer> key_store_client<Platform>::ask(model::http_request request,
                                                        unsigned refusal) const {
    std::optional<model::http_response> answer =
        co_await http_call<Platform>(self_, store_, request, at_most_);
    store_answer told;
    if (answer && answer->status == refusal) {
        told.outcome = store_outcome::refused;
    } else if (answer && answer->status / 100 == 2) {
        told.outcome = store_outcome::done;
        const std::string* etag = answer->headers.find("ETag");
        told.etag = etag == nullptr ? std::string() : *etag;
        told.value = std::move(answer->body);
    }
    co_return told;
}

template class key_store_client<model::simulated>;
template class key_store_client<model::real>;

}  // namespace onceproof::designs
