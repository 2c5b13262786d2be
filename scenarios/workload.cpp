// See workload.hpp.
#include "scenarios/workload.hpp"

#include <algorithm>

namespace onceproof::scenarios {

const submission* submission_of(const workload& work, std::uint64_t intent) {
    const submission* best = nullptr;
    for (const client_work& c : work.clients) {
        for (const submission& e : c.submissions) {
            if (e.intent == intent &&
                (best == nullptr || (best->other_body != 0 && e.other_body == 0))) {
                best = &e;
            }
        }
    }
    return best;
}

std::uint64_t largest_intent(const workload& work) {
    std::uint64_t largest = 0;
    for (const client_work& c : work.clients) {
        for (const submission& e : c.submissions) {
            largest = std::max(largest, e.intent);
        }
    }
    return largest;
}

bool is_asked(const workload& work, std::string_view server) {
    return std::ranges::any_of(work.clients, [&](const client_work& c) {
        return std::ranges::any_of(c.submissions,
                                   [&](const submission& e) { return e.at == server; });
    });
}

}  // namespace onceproof::scenarios
