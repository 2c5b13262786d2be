// Ends what this program has started, also when this program is killed outright.
//
// It is a small process of its own that waits for the other end of a pipe to close, which the
// kernel does however this program ends, and then kills all groups of processes that it was told of
// and that have not ended. (A parent-death signal reaches only children, not what they start.)
#pragma once

#include <sys/types.h>

namespace onceproof::rehearsal {

class keeper {
public:
    // Throws std::system_error.
    keeper();
    // Kills what is left.
    ~keeper();
    keeper(const keeper&) = delete;

    void watch(pid_t group);
    void forget(pid_t group);

private:
    int pipe_ = -1;
    pid_t process_ = -1;
};

}  // namespace onceproof::rehearsal
