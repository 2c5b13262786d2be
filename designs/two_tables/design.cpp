// The row of two-tables. See two_tables_server.hpp.
#include "designs/design_list.hpp"
#include "designs/parts/charge_subject.hpp"
#include "designs/role_factories.hpp"
#include "designs/two_tables/two_tables_server.hpp"

#include <string>

namespace onceproof::designs {
namespace {

subject two_tables() {
    subject s = charge_subject();
    s.name = "two-tables";
    s.summary =
        "Keeps claims and outcomes in two tables, in one commit with the effect; a duplicate waits "
        "for its lock.";
    s.arbiter = "a unique insert into a table of claims, in one commit with the effect";
    s.keeps_key_in = "the servers' database, its answer in another table";
    s.schema = [] { return charge_schema + std::string(two_tables_schema); };
    s.features = {"keeps-keys", "local-effect"};
    s.factories = with_server<two_tables_server<platform>>();
    return s;
}

}  // namespace

void add_two_tables(design_list& to) {
    to.add(82, two_tables());
}

}  // namespace onceproof::designs
