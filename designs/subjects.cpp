// The designs that can be put to the test. See subject.hpp.
#include "designs/cache_marker/cache_marker_server.hpp"
#include "designs/casting.hpp"
#include "designs/charge_faults.hpp"
#include "designs/downstream/downstream_servers.hpp"
#include "designs/messages/message_operation.hpp"
#include "designs/messages/message_server.hpp"
#include "designs/parts/charge_operations.hpp"
#include "designs/role_names.hpp"
#include "designs/subject.hpp"
#include "designs/variants/variants.hpp"
#include "model/contract/contracts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace onceproof::designs {
namespace {

using model::find_contract;

constexpr sim::literal ledger_query(
    "SELECT tenant, operation, reference, amount, currency FROM ledger ORDER BY id");
// Of whole resources that are put: what is there now.
constexpr sim::literal orders_query(
    "SELECT tenant, 'PUT /v1/orders/' || reference, json_extract(body, '$.reference'), "
    "json_extract(body, '$.amount') AS amount, json_extract(body, '$.currency') AS currency "
    "FROM orders ORDER BY tenant, reference");
constexpr sim::literal payments_query(
    "SELECT tenant, 'POST /v1/charges', reference, amount, currency FROM payments "
    "WHERE kind = 'capture' ORDER BY id");

void add_downstream(subject& s) {
    s.operations = {&designs::charge_operation(), &designs::order_operation()};
    s.roles = {downstream_name};
    s.records.push_back({downstream_name, payments_query});
}

subject claim_lease() {
    subject s;
    s.name = "claim-lease";
    s.summary =
        "Claims the key in a commit of its own, under a lease; the effect and the answer are the "
        "next commit.";
    s.promised = find_contract("strict");
    s.schema = [] { return designs::charge_schema; };
    s.arbiter = "a unique insert, in a commit of its own";
    s.keeps_key_in = "the servers' database, with its lease and then its answer";
    s.operations = {&designs::charge_operation(), &designs::refund_operation(),
                    &designs::order_operation()};
    s.features = {"claims-first", "keeps-keys", "marks", "local-effect", "sweep"};
    s.records = {{server_name, ledger_query}, {server_name, orders_query}};
    s.space = &charge_faults();
    s.who = with_server<designs::charge_server<platform>>();
    return s;
}

subject local_transaction() {
    subject s = claim_lease();
    s.name = "local-transaction";
    s.summary =
        "The key, the effect and the answer are one commit; a duplicate waits for its lock.";
    s.arbiter = "a unique insert, in one commit with the effect and the answer";
    s.keeps_key_in = "the servers' database, with its answer";
    s.features = {"keeps-keys", "marks", "local-effect", "sweep"};
    s.who = with_server<designs::local_transaction_server<platform>>();
    return s;
}

subject waiting() {
    subject s = claim_lease();
    s.name = "waiting";
    s.summary =
        "As claim-lease, but a duplicate that arrives in flight waits for the outcome of the "
        "attempt under way.";
    s.promised = find_contract("strict-waiting");
    return s;
}

subject write_ahead_log() {
    subject s = claim_lease();
    s.name = "write-ahead-log";
    s.summary =
        "As claim-lease, on a database with a write-ahead log that is synced at each commit.";
    s.storage = sim::database_options(sim::journal_mode::wal, sim::synchronous::full);
    return s;
}

subject natural_key() {
    subject s = claim_lease();
    s.name = "natural-key";
    s.summary =
        "Keeps nothing of keys: a unique constraint on the reference arbitrates, and a duplicate "
        "gets the row that is there.";
    s.promised = find_contract("natural-key");
    s.arbiter = "a unique constraint on the reference of the charge";
    s.keeps_key_in = "nowhere: the reference of the charge stands for it";
    s.schema = [] {
        return designs::charge_schema + std::string(designs::ledger_schema_with_natural_key);
    };
    s.who = with_server<designs::natural_key_server<platform>>();
    s.features = {"local-effect", "sweep"};
    return s;
}

subject recovery_points() {
    subject s = claim_lease();
    s.name = "recovery-points";
    s.summary =
        "The effect is at a system downstream that takes keys; how far the work has come is "
        "written down before each foreign call.";
    s.features = {"claims-first", "keeps-keys", "marks", "downstream", "keyed-downstream", "sweep"};
    add_downstream(s);
    s.who = with_server<designs::recovery_point_server<platform>>();
    return s;
}

subject look_up() {
    subject s = claim_lease();
    s.name = "look-up";
    s.summary =
        "The effect is at a system downstream that takes no keys: it is looked up by reference "
        "before it is tried again.";
    s.features = {"claims-first", "keeps-keys",         "marks",
                  "downstream",   "keyless-downstream", "sweep"};
    add_downstream(s);
    s.weakness =
        "What reaches the system downstream more than 16 s late, or while clocks jump or gain more "
        "than 250 ms in a second, is charged twice.";
    s.space = &punctual_faults();
    s.who = with_server<designs::look_up_server<platform>>();
    return s;
}

subject cache_marker() {
    subject s = claim_lease();
    s.name = "cache-marker";
    s.summary =
        "The key is a marker with a time to live in a cache; once the effect is committed, the "
        "answer takes its place.";
    // No marks: a marker in the cache has no epochs to tell its owners apart by.
    s.features = {"keeps-keys", "key-store", "local-effect", "sweep"};
    s.roles = {key_store_name};
    s.arbiter = "an insert into the key store that fails if the key is there";
    s.keeps_key_in = "a key store beside the database, as a marker with a time to live";
    s.weakness =
        "What ends the attempt between the effect and its record, or makes the cache forget, is "
        "charged twice.";
    s.space = &gentle_faults();
    s.who = with_server<designs::cache_marker_server<platform>>();
    s.exactly_once = false;
    return s;
}

subject silent() {
    subject s = claim_lease();
    s.name = "silent";
    s.summary =
        "claim-lease as foreign code is seen: it says nothing of what it does, and no step of it "
        "has a name.";
    std::erase(s.features, "marks");
    s.is_silent = true;
    return s;
}

// Columns as the oracle wants them: everything but the operation is what was asked for.
constexpr sim::literal messages_query(
    "SELECT tenant, 'POST /v1/messages', reference, recipient, text FROM messages ORDER BY id");

subject messages() {
    subject s;
    s.name = "messages";
    s.summary =
        "Takes messages: the key, the message and the answer are one commit; a "
        "duplicate "
        "waits for its lock.";
    s.promised = find_contract("strict");
    s.operations = {&designs::message_operation()};
    s.schema = [] { return std::string(designs::message_schema); };
    s.arbiter = "a unique insert, in one commit with the message and the answer";
    s.keeps_key_in = "the servers' database, with its answer";
    s.database = "messages.db";
    s.features = {"local-effect"};
    s.records = {{server_name, messages_query}};
    s.space = &charge_faults();
    s.who = with_server<designs::message_server<platform>>();
    return s;
}

}  // namespace

std::span<const subject> subjects() {
    static const std::vector<subject> all{
        claim_lease(), local_transaction(), waiting(),         natural_key(), recovery_points(),
        look_up(),     cache_marker(),      write_ahead_log(), messages(),    silent()};
    return all;
}

bool subject::may_lack(const mutant& m) const {
    return m.subject == name || (is_silent && m.subject == reference().name);
}

const subject* find_subject(std::string_view name) {
    const auto all = subjects();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const subject& s) { return s.name == name; });
    return found == all.end() ? nullptr : &*found;
}

namespace {

// Until faults stop: who has given up by then, and is not asked for by the prober, never settles.
bool outlasts_retries(const faults::alternative& a) {
    return faults::lasts_for_good(a.what);
}

void add_disk_faults(faults::fault_space& all) {
    for (faults::kind& k : faults::disk_faults()) {
        std::erase_if(k.alternatives, outlasts_retries);
        all.push_back(std::move(k));
    }
}

}  // namespace

faults::fault_space performer::space() const {
    faults::fault_space all = *as->space;
    if (disk_faults && as->exactly_once) {
        add_disk_faults(all);
    }
    return only.is_empty() ? all : faults::only(all, only);
}

std::string performer::choice_of_faults() const {
    std::vector<std::string_view> words;
    for (const faults::kind& k : known_faults()) {
        if (only.has(k.what)) {
            words.push_back(k.name());
        }
    }
    return fmt::format("{}{}{}{}", disk_faults ? "with disk faults" : "",
                       disk_faults && !words.empty() ? ", " : "", words.empty() ? "" : "only ",
                       fmt::join(words, ", "));
}

const subject& reference() {
    return subjects().front();
}

}  // namespace onceproof::designs
