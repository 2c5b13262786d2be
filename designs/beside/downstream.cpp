// See downstream.hpp.
#include "designs/beside/downstream.hpp"

#include "designs/beside/acquirer.hpp"

namespace onceproof::designs {

const std::string& downstream_schema() {
    return acquirer_schema;
}

sim::literal downstream_effect() {
    return captures;
}

boost::asio::awaitable<void> serve_downstream(sim::incarnation& self, sim::port_number port,
                                              downstream_options options) {
    acquirer<model::simulated> server(self, options);
    co_await server.serve(port);
}

}  // namespace onceproof::designs
