// What is known of a run while it goes on: what was asked, what is under way, what has gone wrong.
#pragma once

#include "model/oracle/history.hpp"
#include "rehearsal/run/condition.hpp"
#include "rehearsal/run/fault_kind.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace onceproof::rehearsal {

// One request of ours to the service.
struct asking {
    std::string label{};  // "intent-1/attempt-1"
    model::seen_attempt seen{};
    std::uint32_t replica = 0;
    bool is_over = false;      // nothing more will come
    bool is_given_up = false;  // the client waits no more: a fault has seen to it
};

struct scene {
    plan what_goes_wrong{};
    std::vector<bool> fired{};  // for each of the plan
    std::vector<std::unique_ptr<asking>> asked{};
    std::vector<std::string> labels{};  // on whose behalf each process works; empty: nobody's
    std::map<std::string, std::uint32_t> met{};  // how often each point was, without its ordinal
    std::vector<std::string> points{};           // in the order in which they were met
    std::vector<std::string> story{};
    std::vector<std::string> unplanned{};  // what went wrong that no fault has caused
    std::vector<std::string> missing{};    // what a verdict lacks
    bool attempts_are_over = false;        // nothing is held any more
    std::size_t open = 0;                  // exchanges that have not ended
    std::size_t held = 0;                  // of them, that a fault holds
    std::size_t holds = 0;                 // all that a fault holds, requests of ours too
    std::chrono::nanoseconds began = condition::now();

    model::moment now() const { return condition::now() - began; }

    // Requires: there is one of that label.
    asking& find(const std::string& label) {
        std::size_t i = asked.size() - 1;
        while (i > 0 && asked[i]->label != label) {
            --i;
        }
        return *asked[i];
    }

    // Returns the fault that is planned there, and that it has fired; nullptr: none.
    const fault_kind* fire(const std::string& point, bool (*suits)(act)) {
        for (std::size_t i = 0; i < what_goes_wrong.size(); ++i) {
            const planned& f = what_goes_wrong[i];
            if (!fired[i] && f.point == point && suits(f.fault->does)) {
                fired[i] = true;
                story.push_back(std::string(f.fault->name) + " at " + point);
                return f.fault;
            }
        }
        return nullptr;
    }
};

}  // namespace onceproof::rehearsal
