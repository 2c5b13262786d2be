// A client of key_store.hpp: what a server uses that keeps its idempotency keys there.
#pragma once

#include "model/http/http.hpp"
#include "model/platform/platform.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace onceproof::designs {

enum class store_outcome : std::uint8_t {
    done,         // of get: the key is there
    refused,      // the condition was not met, so nothing was done; of get: the key is not there
    unreachable,  // no answer in time, or none that says so: whether it was done is unknown
};

struct store_answer {
    store_outcome outcome = store_outcome::unreachable;
    std::string etag{};   // of the version that is there now, if done; not of erase
    std::string value{};  // of get
};

// Each call is one request over a connection of its own and is never sent twice: after
// `unreachable`, an insert that is refused may have been refused by the first one.
template <class Platform>
class key_store_client {
public:
    using process = typename Platform::process;
    using endpoint = typename Platform::endpoint;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

    // AT_MOST: how long an answer is waited for.
    key_store_client(const process& self, const endpoint& store, std::chrono::nanoseconds at_most);

    // All of these: KEY is not empty and TTL from 1 ms to longest_ttl; this outlives the call.

    // Refused if the key is there.
    awaitable<store_answer> insert(std::string key, std::string value,
                                   std::chrono::milliseconds ttl) const;
    awaitable<store_answer> get(std::string key) const;
    // Refused unless the key is there in the version that has that ETAG.
    awaitable<store_answer> swap(std::string key, std::string etag, std::string value,
                                 std::chrono::milliseconds ttl) const;
    awaitable<store_answer> erase(std::string key, std::string etag) const;

private:
    model::http_request request_for(std::string_view method, const std::string& target) const;
    awaitable<store_answer> ask(model::http_request request, unsigned refusal) const;

    process self_;
    endpoint store_;
    std::chrono::nanoseconds at_most_;
};

extern template class key_store_client<model::simulated>;
extern template class key_store_client<model::real>;

}  // namespace onceproof::designs
