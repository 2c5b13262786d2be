// Casts that differ from the reference implementation in their server or in their client.
#pragma once

#include "scenarios/subject.hpp"

#include <memory>
#include <utility>

namespace onceproof::scenarios {

template <class Server>
cast with_server() {
    return {[](const platform::process& self, const model::server_setting<platform>& setting)
                -> std::unique_ptr<cast::server> {
                return std::make_unique<Server>(self, setting);
            },
            [](const platform::process& self, sim::endpoint server,
               const model::retry_policy& policy, model::client_observer* observer,
               model::key_book* keys) {
                return std::make_unique<cast::client>(self, std::move(server), policy, observer,
                                                      keys);
            }};
}

// The rest as OF has it.
template <class Client>
cast with_client(cast of) {
    of.make_client = [](const platform::process& self, sim::endpoint server,
                        const model::retry_policy& policy, model::client_observer* observer,
                        model::key_book* keys) -> std::unique_ptr<cast::client> {
        return std::make_unique<Client>(self, std::move(server), policy, observer, keys);
    };
    return of;
}

}  // namespace onceproof::scenarios
