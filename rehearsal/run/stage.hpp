// A service with all that stands behind it, set up once, for many runs one after the other.
#pragma once

#include "rehearsal/run/player.hpp"
#include "rehearsal/service/service_spec.hpp"

#include <memory>
#include <stdexcept>
#include <string>

namespace onceproof::rehearsal {

// It cannot be set up, in one sentence.
class not_staged : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Somebody has sent SIGINT or SIGTERM.
class interrupted : public std::runtime_error {
public:
    interrupted() : runtime_error("interrupted") {}
};

class stage {
public:
    // LOGS: a folder for what processes print. Returns when all processes are ready.
    // Throws not_staged, interrupted and std::system_error. Requires: S outlives it.
    stage(const service_spec& s, std::string logs);
    // Nothing that it has started is left.
    ~stage();

    // Throws interrupted.
    run_result play(const plan& what_goes_wrong);

private:
    struct parts;
    static std::unique_ptr<parts> make_parts(const service_spec& s, std::string logs);

    std::unique_ptr<parts> parts_;
};

}  // namespace onceproof::rehearsal
