// An always-on check for states that only a bug in onceproof, or a broken caller, can cause.
//
// What the outside world can cause (bad input, a closed connection) is an error value instead.
#pragma once

namespace onceproof::sim {

// Prints the expression, the place and what the running world was doing, then aborts.
[[noreturn]] void assertion_failed(const char* expression, const char* why, const char* file,
                                   int line);

}  // namespace onceproof::sim

#define ONCEPROOF_ASSERT(condition, why) \
    ((condition) ? static_cast<void>(0)  \
                 : ::onceproof::sim::assertion_failed(#condition, why, __FILE__, __LINE__))
