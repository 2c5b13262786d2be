// A mutant is one place: a class, and right below it its row.
//
//     std::vector<mutant> rows;  // of this file, in the order in which they stand here
//
//     class key_without_tenant final : public charge_server {
//         ...
//     };
//     const added key_without_tenant_row(rows, of_server<key_without_tenant>(
//         "key-without-tenant", "scope", "Keys of all tenants are one set: ..."));
//
// They are complete when main() begins: nothing asks for them before.
#pragma once

#include "designs/role_factories.hpp"
#include "designs/subject.hpp"

#include <string_view>
#include <vector>

namespace onceproof::designs {

// Adds a row when it is initialised.
class added {
public:
    added(std::vector<mutant>& to, const mutant& row) { to.push_back(row); }
};

// SUBJECT is what the mutant is otherwise.
template <class Server>
mutant of_server(std::string_view name, std::string_view guard, std::string_view mistake,
                 std::string_view subject = "claim-lease") {
    return {name, guard, mistake, subject, with_server<Server>()};
}

// A client, of the reference server.
template <class Client>
mutant of_client(std::string_view name, std::string_view guard, std::string_view mistake) {
    return {name, guard, mistake, "claim-lease", with_client<Client>()};
}

}  // namespace onceproof::designs
