// What is asked of an implementation in a run, as data: who is there, and what they want done.
//
// Servers and clients are in each workload. What other roles (scenarios/roles) have to do is a part
// of a type of their own, which nobody else has to know:
//
//     work.set(sweep_work{24h});
//     work.get<proxy_work>().stands_there
#pragma once

#include "sim/time/time.hpp"

#include <any>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

namespace onceproof::scenarios {

// Something that a client wants done.
struct submission {
    explicit submission(std::uint64_t intent_number) : intent(intent_number) {}

    std::uint64_t intent;  // two submissions with one number are one intent
    std::string at = "api-1";
    std::string key{};  // made by somebody above the client, a form say; empty: by the client
    // Asks for something else under the key of that intent: by the number of what the operation has
    // of that, counted from 1; 0: for no other.
    std::size_t other_body = 0;
    std::string tenant = "shop";
    // By its class, as model::find_operation has it; or by method and target, as older plan files
    // do.
    std::string operation = "unsafe";
    std::int64_t amount = 0;  // 0: as the operation has it
    bool declined = false;    // asks for what is refused for good
    bool keyed = true;        // false: sends no key, though it asks for what is unsafe to repeat
    bool respelled = false;   // the same request, its body spelled otherwise
    bool minimal = false;     // wants an answer without a body
    std::size_t extra = 0;    // so many bytes of description, which the answer repeats

    friend bool operator==(const submission&, const submission&) = default;
};

// A client process on a host of its own, which makes its submissions one after the other. One that
// starts again does all of them again, with the keys that it had.
struct client_work {
    client_work(std::string_view n, std::vector<submission> todo, sim::duration at = {})
        : name(n), submissions(std::move(todo)), start(at) {}

    std::string name;
    std::vector<submission> submissions;
    sim::duration start;   // since the begin of the run
    bool at_once = false;  // makes its submissions all at the same time
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

// Parts of a workload, one of each type. A part that is as its type makes it by default is not
// kept.
class role_parts {
public:
    template <class Part>
    const Part& get() const {
        static const Part plain{};
        const auto found = parts_.find(typeid(Part));
        return found == parts_.end() ? plain : *std::any_cast<Part>(&found->second.value);
    }

    // Requires: parts of that type can be copied and compared.
    template <class Part>
    void set(Part p) {
        if (p == Part{}) {
            parts_.erase(typeid(Part));
        } else {
            parts_.insert_or_assign(typeid(Part), kept{std::move(p), &are_equal<Part>});
        }
    }

    friend bool operator==(const role_parts&, const role_parts&) = default;

private:
    struct kept {
        std::any value;
        bool (*equal)(const std::any&, const std::any&);

        friend bool operator==(const kept& a, const kept& b) { return a.equal(a.value, b.value); }
    };

    template <class Part>
    static bool are_equal(const std::any& a, const std::any& b) {
        return *std::any_cast<Part>(&a) == *std::any_cast<Part>(&b);
    }

    std::map<std::type_index, kept> parts_;
};

struct workload {
    std::vector<server_work> servers;  // on one host, sharing a database
    std::vector<client_work> clients;
    std::uint32_t attempts_max = 8;  // of each intent, if the contract does not say less
    role_parts others{};             // what other roles have to do

    template <class Part>
    const Part& get() const {
        return others.get<Part>();
    }
    template <class Part>
    void set(Part p) {
        others.set(std::move(p));
    }

    friend bool operator==(const workload&, const workload&) = default;
};

// The first submission about that intent which asks for no other body, or else the first; nullptr
// if there is none.
const submission* submission_of(const workload& work, std::uint64_t intent);

// The largest number of an intent; 0 if there is none.
std::uint64_t largest_intent(const workload& work);

// Returns whether a submission is to be done there.
bool is_asked(const workload& work, std::string_view server);

}  // namespace onceproof::scenarios
