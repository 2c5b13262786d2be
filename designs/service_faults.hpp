// What may go wrong in the scenarios about charges: what the world can do, and what the protocol's
// words add to it.
#pragma once

#include "faults/kind.hpp"

namespace onceproof::designs {

// With alternatives past the client's timeout, past the lease, past the retention.
const faults::fault_space& service_faults();

// Whatever a plan may say: those, and what disks do, also what no design stands.
const faults::fault_space& known_faults();

// Those under which clocks do not jump, gain or lose less than 250 ms in a second, and nothing
// comes later than a few seconds: what a design needs that waits for latecomers.
const faults::fault_space& punctual_faults();

// Those by which nobody dies, nothing is lost and what is late is so by some milliseconds: all that
// a design stands in which nothing ties the effect to the record of it.
const faults::fault_space& gentle_faults();

}  // namespace onceproof::designs
