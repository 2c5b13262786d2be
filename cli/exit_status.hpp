// What the command's exit status says. Part of its interface, for scripts; see docs/command.md.
#pragma once

namespace onceproof::cli {

enum exit_status : int {
    held = 0,          // everything that was asked was shown to hold
    violated = 1,      // a rule was broken, or a mutant survived
    inconclusive = 2,  // nothing can be said: a plan that no longer applies
    crashed = 3,       // the code under test ended the process, or threw out of one of its own
    hung = 4,          // a step of it never returned, a livelock, a run past its horizon
    usage = 64,        // the words of the command are wrong
    bad_file = 65,
    no_such_file = 66,
    own_fault = 70,  // a fault of onceproof itself, or nondeterminism
    io_error = 74,
    interrupted = 130,
};

}  // namespace onceproof::cli
