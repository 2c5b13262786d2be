// The row of messages. See message_server.hpp.
#include "designs/design_list.hpp"
#include "designs/messages/message_operation.hpp"
#include "designs/messages/message_server.hpp"
#include "designs/role_factories.hpp"
#include "designs/role_names.hpp"
#include "designs/service_faults.hpp"
#include "model/contract/contracts.hpp"

namespace onceproof::designs {

namespace mutants {
std::span<const mutant> message_mutants();
}  // namespace mutants

namespace {

// Columns as the oracle wants them: everything but the operation is what was asked for.
constexpr sim::literal messages_query(
    "SELECT tenant, 'POST /v1/messages', reference, 'msg_' || id, recipient, text FROM messages "
    "ORDER BY id");

subject messages() {
    subject s;
    s.name = "messages";
    s.summary =
        "Takes messages: the key, the message and the answer are one commit; a duplicate waits "
        "for its lock.";
    s.promised = model::find_contract("strict");
    s.operations = {&message_operation()};
    s.schema = [] { return std::string(message_schema); };
    s.arbiter = "a unique insert, in one commit with the message and the answer";
    s.keeps_key_in = "the servers' database, with its answer";
    s.database = "messages.db";
    s.features = {"local-effect"};
    s.records = {{server_name, messages_query}};
    s.space = &service_faults();
    s.factories = with_server<message_server<platform>>();
    return s;
}

}  // namespace

void add_messages(design_list& to) {
    to.add(90, messages());
    to.add_mutants(130, mutants::message_mutants());
}

}  // namespace onceproof::designs
