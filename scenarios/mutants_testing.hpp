// For tests: implementations that each lack one guard, named for the mistake.
#pragma once

#include "scenarios/charge_world.hpp"

namespace onceproof::scenarios::mutants {

using platform = cast::platform;
using database = platform::database;
using boost::asio::awaitable;
using model::charge_request;

// Looks whether the key is there, works, and notes the key with the answer: nothing arbitrates.
class check_then_act final : public cast::server {
public:
    using cast::server::charge_server;

protected:
    awaitable<model::claim_outcome> claim(database& db, const charge_request& c) override;
    awaitable<std::optional<model::http_response>> record(database& db, const charge_request& c,
                                                          std::int64_t epoch) override;
};

// The effect is committed, the answer to it is not kept.
class answer_not_stored final : public cast::server {
public:
    using cast::server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> record(database& db, const charge_request& c,
                                                          std::int64_t epoch) override;
};

// The effect and the record of it are two commits.
class two_commits final : public cast::server {
public:
    using cast::server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> record(database& db, const charge_request& c,
                                                          std::int64_t epoch) override;
};

// A key stands for whatever request it comes with.
class no_fingerprint final : public cast::server {
public:
    using cast::server::charge_server;

protected:
    bool is_same_request(const charge_request&, const model::charge_record&) const override {
        return true;
    }
};

// The key is made inside the retry loop.
class key_per_attempt final : public cast::client {
public:
    using cast::client::charge_client;

protected:
    std::string key_for_attempt(const std::string&, std::uint32_t) override { return new_key(); }
};

template <class Server>
cast with_server() {
    cast c = reference_cast();
    c.make_server = [](const platform::process& self) -> std::unique_ptr<cast::server> {
        return std::make_unique<Server>(self,
                                        model::charge_server_options(std::chrono::seconds(2)));
    };
    return c;
}

template <class Client>
cast with_client() {
    cast c = reference_cast();
    c.make_client = [](const platform::process& self, sim::endpoint server,
                       const model::retry_policy& policy,
                       model::client_observer* observer) -> std::unique_ptr<cast::client> {
        return std::make_unique<Client>(self, std::move(server), policy, observer);
    };
    return c;
}

}  // namespace onceproof::scenarios::mutants
