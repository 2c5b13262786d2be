// What is asked of an implementation in a run, as data: who is there, and what they want done.
#pragma once

#include "sim/time.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {

// Something that a client wants done.
struct errand {
    explicit errand(std::uint64_t intent_number) : intent(intent_number) {}

    std::uint64_t intent;  // two errands with one number are one intent
    std::string at = "api-1";
    std::string key{};        // made by somebody above the client, a form say; empty: by the client
    bool other_body = false;  // asks for something else under the key of that intent
    std::string tenant = "shop";

    friend bool operator==(const errand&, const errand&) = default;
};

// A client process on a host of its own, which does its errands one after the other. One that
// starts again does all of them again, with the keys that it had.
struct client_work {
    client_work(std::string_view n, std::vector<errand> todo, sim::duration at = {})
        : name(n), errands(std::move(todo)), start(at) {}

    std::string name;
    std::vector<errand> errands;
    sim::duration start;  // since the begin of the run

    friend bool operator==(const client_work&, const client_work&) = default;
};

struct workload {
    std::vector<std::string> servers;  // processes on one host, which share a database
    std::vector<client_work> clients;
    std::uint32_t attempts_max = 8;  // of each intent

    friend bool operator==(const workload&, const workload&) = default;
};

}  // namespace onceproof::scenarios
