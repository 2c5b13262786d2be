// What service.toml says: a service that runs as real processes, what it is asked for, what stands
// behind it, and where its effects are to be found. docs/rehearsal.md explains each member.
//
// Texts may have names in braces. Environment variables know {port} and, by its name, each backend:
// {db} is the address of the proxy that stands before it, "127.0.0.1:21001". Requests know
// {tenant}, {key}, {reference}, {serial} and the fields that are asked for.
#pragma once

#include "model/contract/contract.hpp"
#include "model/operation/fields.hpp"
#include "model/operation/operation.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::rehearsal {

enum class backend_kind : std::uint8_t {
    played,    // a downstream over HTTP that we play
    postgres,  // a real one
};

std::string_view to_text(backend_kind k);

// How a downstream that we play behaves. What a POST, PUT or PATCH asks for is its effect.
struct played_spec {
    std::string answers;  // the body of a success; knows {serial} and the members of the request
    unsigned status = 201;
    std::string honours{};  // the header of a key that it honours; empty: it knows no keys
};

struct postgres_spec {
    std::string at{};  // "127.0.0.1:5432"; empty: we start one
    std::string database = "app";
    std::string user = "app";
    std::string password{};  // is never printed
    std::string setup{};     // a file of SQL for one that we start; empty: none
};

struct backend_spec {
    std::string name{};
    backend_kind kind = backend_kind::played;
    played_spec played{};
    postgres_spec postgres{};
};

struct process_spec {
    std::vector<std::string> command{};
    std::string folder{};
    model::fields env{};
    std::uint32_t replicas = 2;  // that take requests; one more is started and kept warm
    std::string ready{};  // a target that answers 2xx when it is; empty: when it takes connections
    std::chrono::nanoseconds start_within = std::chrono::seconds(20);
};

struct effects_spec {
    std::string of{};     // the name of a backend
    std::string query{};  // of a database: a row for each effect; $1 is the tenant
};

struct service_spec {
    std::string name{};
    model::contract promised{};
    process_spec process{};
    model::operation asked{};  // headers may have names in braces; the key's is not among them
    std::vector<backend_spec> backends{};
    effects_spec effects{};

    // nullptr if there is none of that name.
    const backend_spec* find_backend(std::string_view backend) const;
};

// Puts values in the place of their names in braces; other braces are text.
std::string fill_names(std::string_view text, const model::fields& values);

}  // namespace onceproof::rehearsal
