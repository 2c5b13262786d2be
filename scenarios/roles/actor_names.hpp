// The names of hosts and processes while a workload is read: no two are the same.
#pragma once

#include "base/document.hpp"

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace onceproof::scenarios {

class actor_names {
public:
    // Reserves a name for a role.
    void reserve(std::string_view name) { taken_.emplace(name); }

    // Reads the name of WHAT, "a server", and takes it, as well as that of a host of its own.
    // Throws base::bad_document if the world allows no such name, or somebody has it already.
    const std::string& read(const base::node& n, std::string_view what);

private:
    std::set<std::string, std::less<>> taken_;
};

}  // namespace onceproof::scenarios
