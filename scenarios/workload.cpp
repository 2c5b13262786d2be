// See workload.hpp.
#include "scenarios/workload.hpp"

#include <algorithm>

namespace onceproof::scenarios {

const errand* errand_of(const workload& work, std::uint64_t intent) {
    const errand* best = nullptr;
    for (const client_work& c : work.clients) {
        for (const errand& e : c.errands) {
            if (e.intent == intent && (best == nullptr || (best->other_body && !e.other_body))) {
                best = &e;
            }
        }
    }
    return best;
}

}  // namespace onceproof::scenarios
