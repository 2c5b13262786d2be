// What the command's exit status says. Part of its interface, for scripts; see docs/command.md.
#pragma once

namespace onceproof::cli {

enum exit_status : int {
    held = 0,          // everything that was asked was shown to hold
    violated = 1,      // a finding: a violation, a livelock, a hang
    inconclusive = 2,  // nothing can be said: a plan that no longer applies
    usage = 64,        // the words of the command are wrong
    bad_file = 65,
    no_such_file = 66,
    own_fault = 70,  // a fault of onceproof itself, or nondeterminism
    io_error = 74,
    interrupted = 130,
};

}  // namespace onceproof::cli
