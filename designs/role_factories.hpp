// The code of a server and of its clients, and code that differs from the reference implementation
// in one of both.
#pragma once

#include "designs/claim_lease/charge_server.hpp"
#include "designs/client/retrying_client.hpp"

#include <memory>
#include <utility>

namespace onceproof::designs {

using platform = model::simulated;

// The code of a server and of its clients.
struct role_factories {
    using server = designs::service<platform>;
    using client = designs::retrying_client<platform>;

    std::unique_ptr<server> (*make_server)(const platform::process& self,
                                           const designs::server_setting<platform>& setting);
    std::unique_ptr<client> (*make_client)(const platform::process& self, sim::endpoint server,
                                           const model::retry_policy& policy,
                                           designs::client_observer* observer,
                                           designs::key_book* keys);
};

template <class Client>
std::unique_ptr<role_factories::client> make_client(const platform::process& self,
                                                    sim::endpoint server,
                                                    const model::retry_policy& policy,
                                                    designs::client_observer* observer,
                                                    designs::key_book* keys) {
    return std::make_unique<Client>(self, std::move(server), policy, observer, keys);
}

inline std::unique_ptr<role_factories::client> make_reference_client(
    const platform::process& self, sim::endpoint server, const model::retry_policy& policy,
    designs::client_observer* observer, designs::key_book* keys) {
    return make_client<role_factories::client>(self, std::move(server), policy, observer, keys);
}

template <class Server>
std::unique_ptr<role_factories::server> make_server(
    const platform::process& self, const designs::server_setting<platform>& setting) {
    return std::make_unique<Server>(self, setting);
}

// A server of that class, with the reference client.
template <class Server>
const role_factories* with_server() {
    static constexpr role_factories who{make_server<Server>, make_reference_client};
    return &who;
}

// A client of that class, with the reference server.
template <class Client>
const role_factories* with_client() {
    static constexpr role_factories who{make_server<charge_server<platform>>, make_client<Client>};
    return &who;
}

}  // namespace onceproof::designs
