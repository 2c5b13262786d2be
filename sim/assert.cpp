// See assert.hpp.
#include "sim/assert.hpp"

#include "sim/process.hpp"
#include "sim/world.hpp"

#include <fmt/core.h>

#include <cstdlib>

namespace onceproof::sim {

void assertion_failed(const char* expression, const char* why, const char* file, int line) {
    fmt::print(stderr, "onceproof: {}:{}: {} ({})\n", file, line, why, expression);
    if (const world* w = world::running()) {
        const incarnation* p = w->running_process();
        fmt::print(stderr, "onceproof: in step {} of the world at {} ms, seed {}, process {}\n",
                   w->steps(), to_text(w->now()), w->seed(),
                   p == nullptr ? "none" : p->owner().name());
    }
    std::abort();
}

}  // namespace onceproof::sim
