// What a server under test is set up with.
#pragma once

#include "model/contract/contract.hpp"

#include <optional>
#include <utility>

namespace onceproof::designs {

// The contract must outlive it.
template <class Platform>
struct server_setting {
    using endpoint = typename Platform::endpoint;

    explicit server_setting(const model::contract& p, std::optional<endpoint> d = std::nullopt,
                            std::optional<endpoint> s = std::nullopt)
        : promised(&p), downstream(std::move(d)), store(std::move(s)) {}

    const model::contract* promised;
    // While servers of the version before are about, which understand no other: see
    // charge_server.hpp, fingerprint_of.
    bool writes_former_fingerprints = false;
    std::optional<endpoint> downstream;  // who holds the effect, if not the server itself
    std::optional<endpoint> store;       // who keeps the keys, if not the server itself
};

}  // namespace onceproof::designs
