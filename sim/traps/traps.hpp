// Traps on what would make a run depend on more than its seed: clocks, randomness, threads, sleep.
//
// The functions of the C and C++ libraries that read them are replaced in this program by ones
// that first look whether a world is just running a step. Outside of a step they do what they
// always do. Inside, they report the name of the function: the code under test has reached for
// the real world instead of the simulated one.
//
// What they can't see: instructions that read a counter (rdtsc), system calls made by hand. Those
// are left to `--check-determinism`, which runs each case twice. Left alone on purpose: functions
// that compute from what the caller hands them (rand_r, erand48), and starting other programs.
#pragma once

#include <string>

namespace onceproof::sim::traps {

enum class mode {
    off,      // let pass
    observe,  // let pass, remember the first
    abort,    // say which and where, and end the program with status 70
};

// Returns the mode that was in force before; `off` at the start of the program.
mode set(mode m);

// "clock_gettime in step 12 at 5.000000 ms, process api-1", the first that was seen since the last
// call; empty if none was. Forgets it.
std::string take_sighting();

inline bool inside_step = false;  // whether a world is just running a step; kept by the world

}  // namespace onceproof::sim::traps
