// What the charge servers can be asked for (charge_server.hpp), as data.
#pragma once

#include "model/operation/operation.hpp"

namespace onceproof::designs {

const model::operation& charge_operation();
const model::operation& refund_operation();
const model::operation& order_operation();  // a whole resource that is put

}  // namespace onceproof::designs
