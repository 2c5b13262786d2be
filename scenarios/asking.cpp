// See asking.hpp.
#include "scenarios/asking.hpp"

#include <fmt/format.h>

namespace onceproof::scenarios {
namespace {

model::occasion occasion_of(const submission& e) {
    model::occasion when;
    when.serial = e.intent;
    when.tenant = e.tenant;
    when.other = e.other_body;
    when.declined = e.declined;
    when.respelled = e.respelled;
    when.minimal = e.minimal;
    when.extra = e.extra;
    if (e.amount != 0) {
        when.changes = {{"amount", std::to_string(e.amount)}};
    }
    return when;
}

}  // namespace

std::string why_not_asked(const designs::subject& by, const submission& e) {
    const model::operation* const op = find_operation(by.operations, e.operation);
    if (op == nullptr) {
        return fmt::format("'{}' has no operation '{}'", by.name, e.operation);
    }
    return has_variants(*op, occasion_of(e))
               ? ""
               : fmt::format("'{}' has no such variant of '{}'", by.name, op->request);
}

std::size_t count_others(const designs::subject& by, const submission& e) {
    return find_operation(by.operations, e.operation)->others.size();
}

model::fields fields_of(const designs::subject& by, const submission& e) {
    return model::fields_of(*find_operation(by.operations, e.operation), occasion_of(e));
}

bool is_declined(const designs::subject& by, const submission& e, const model::fields& asked) {
    return model::is_declined(*find_operation(by.operations, e.operation), occasion_of(e), asked);
}

model::wanted request_of(const designs::subject& by, const submission& e) {
    model::wanted w = model::fill(*find_operation(by.operations, e.operation), occasion_of(e));
    if (!model::is_class_of_operations(e.operation)) {
        w.operation = e.operation;
    }
    return w;
}

}  // namespace onceproof::scenarios
