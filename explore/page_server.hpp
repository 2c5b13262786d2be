// Serves the site of `onceproof explore` on the loopback, in one thread, until it is stopped.
#pragma once

#include "explore/api.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace onceproof::explore {

class page_server {
public:
    // PORT 0: one that is free. Throws std::system_error if the port cannot be had.
    // Requires: ANSWERS outlives it.
    page_server(api& answers, std::uint16_t port);
    ~page_server();

    std::string url() const;

    // Until stop(), SIGINT or SIGTERM.
    void run();
    void stop();

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

}  // namespace onceproof::explore
