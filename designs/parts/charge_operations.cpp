// See charge_operations.hpp.
#include "designs/parts/charge_operations.hpp"

#include "designs/parts/ledger.hpp"

#include <string>
#include <string_view>

namespace onceproof::designs {
namespace {

model::operation purchase(std::string_view name, std::string_view request) {
    model::operation op;
    op.name = name;
    op.request = request;
    op.asks_for = {{"amount", "1250"}, {"currency", "EUR"}, {"reference", "order-{serial}"}};
    op.headers = {{"Content-Type", "application/json"}};
    op.body = R"({"amount":{amount},"currency":"{currency}","reference":"{reference}"})";
    op.described = "'{reference}' of {tenant} over {amount}";
    op.limits = {{"amount", std::to_string(largest_amount)}};
    op.others.resize(2);
    op.others[0].changes = {{"amount", "+1"}};
    op.others[1].changes = {{"currency", "USD"}};
    op.declined.emplace().changes = {{"amount", "2000000"}};
    op.respelled.emplace().body =
        R"({ "reference": "{reference}", "currency": "{currency}", "amount": {amount}.0 })";
    op.minimal.emplace().headers = {{"Prefer", "return=minimal"}};
    op.large.emplace().body =
        R"({"amount":{amount},"currency":"{currency}","reference":"{reference}",)"
        R"("description":"{extra}"})";
    return op;
}

}  // namespace

const model::operation& charge_operation() {
    static const model::operation one = purchase("charge", "POST /v1/charges");
    return one;
}

const model::operation& refund_operation() {
    static const model::operation one = purchase("refund", "POST /v1/refunds");
    return one;
}

const model::operation& order_operation() {
    static const model::operation one = [] {
        model::operation op = purchase("order", "PUT /v1/orders/order-1");
        op.limits.clear();  // it charges nobody
        op.declined.reset();
        return op;
    }();
    return one;
}

}  // namespace onceproof::designs
