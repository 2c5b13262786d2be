// See charge_subject.hpp.
#include "designs/parts/charge_subject.hpp"

#include "designs/claim_lease/charge_server.hpp"
#include "designs/parts/charge_operations.hpp"
#include "designs/role_names.hpp"
#include "designs/service_faults.hpp"
#include "model/contract/contracts.hpp"

namespace onceproof::designs {
namespace {

constexpr sim::literal ledger_query(
    "SELECT tenant, operation, reference, "
    "CASE operation WHEN 'POST /v1/refunds' THEN 're_' ELSE 'ch_' END || id, amount, currency "
    "FROM ledger ORDER BY id");
// Whole resources that are put: what is there now.
constexpr sim::literal orders_query(
    "SELECT tenant, 'PUT /v1/orders/' || reference, json_extract(body, '$.reference'), '', "
    "json_extract(body, '$.amount') AS amount, json_extract(body, '$.currency') AS currency "
    "FROM orders ORDER BY tenant, reference");
constexpr sim::literal payments_query(
    "SELECT tenant, 'POST /v1/charges', reference, 'ch_' || id, amount, currency FROM payments "
    "WHERE kind = 'capture' ORDER BY id");

}  // namespace

subject charge_subject() {
    subject s;
    s.promised = model::find_contract("strict");
    s.schema = [] { return charge_schema; };
    s.operations = {&charge_operation(), &refund_operation(), &order_operation()};
    s.records = {{server_name, ledger_query}, {server_name, orders_query}};
    s.space = &service_faults();
    return s;
}

subject downstream_charge_subject() {
    subject s = charge_subject();
    s.operations = {&charge_operation(), &order_operation()};
    s.roles = {downstream_name};
    s.records.push_back({downstream_name, payments_query});
    return s;
}

}  // namespace onceproof::designs
