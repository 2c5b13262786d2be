// What is asked of an implementation in a run, as data: who is there, and what they want done.
#pragma once

#include "sim/time/time.hpp"

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
    std::string operation = "POST /v1/charges";
    std::int64_t amount = 1250;
    bool keyed = true;       // false: sends no key, though it asks for what is unsafe to repeat
    bool respelled = false;  // the same request, its body spelled otherwise
    bool minimal = false;    // wants an answer without a body
    std::size_t extra = 0;   // so many bytes of description, which the answer repeats

    friend bool operator==(const errand&, const errand&) = default;
};

// A client process on a host of its own, which does its errands one after the other. One that
// starts again does all of them again, with the keys that it had.
struct client_work {
    client_work(std::string_view n, std::vector<errand> todo, sim::duration at = {})
        : name(n), errands(std::move(todo)), start(at) {}

    std::string name;
    std::vector<errand> errands;
    sim::duration start;   // since the begin of the run
    bool at_once = false;  // does its errands all at the same time
    bool on_disk =
        false;  // keeps its keys in a database of its own; otherwise somebody does for it

    friend bool operator==(const client_work&, const client_work&) = default;
};

// A server process.
struct server_work {
    server_work(std::string_view n) : name(n) {}    // NOLINT: implicit, most have only a name
    server_work(const char* n) : name(n) {}         // NOLINT: implicit, likewise
    server_work(const std::string& n) : name(n) {}  // NOLINT: implicit, likewise

    std::string name;
    bool former = false;  // of the version before, whose records the others understand
    // When it is told to stop, once, since the begin of the run; 0: never. It answers what has come
    // and ends; a second later it starts again, as the newer version.
    sim::duration stops_at{};

    friend bool operator==(const server_work&, const server_work&) = default;
};

// The system downstream, if the subject has one.
struct downstream_work {
    sim::duration lag{};   // a look-up does not see what is younger
    sim::duration span{};  // how long it takes for what it is asked

    friend bool operator==(const downstream_work&, const downstream_work&) = default;
};

struct workload {
    std::vector<server_work> servers;  // on one host, sharing a database
    std::vector<client_work> clients;
    std::uint32_t attempts_max = 8;  // of each intent, if the contract does not say less
    downstream_work downstream{};
    bool proxy = false;  // "proxy" stands before the servers, and sends again what is not answered
    sim::duration sweep_at{};  // when old records are swept; 0: never

    friend bool operator==(const workload&, const workload&) = default;
};

// The first errand about that intent which asks for no other body, or else the first; nullptr if
// there is none.
const errand* errand_of(const workload& work, std::uint64_t intent);

}  // namespace onceproof::scenarios
