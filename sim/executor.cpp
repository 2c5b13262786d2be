// See executor.hpp.
#include "sim/executor.hpp"

#include "sim/assert.hpp"

namespace onceproof::sim {

executor executor::from(const boost::asio::any_io_executor& ex) {
    const executor* inner = ex.target<executor>();
    ONCEPROOF_ASSERT(inner != nullptr, "a simulated device needs an executor of the world");
    return *inner;
}

}  // namespace onceproof::sim
