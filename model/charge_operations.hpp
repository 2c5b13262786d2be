// What the charge servers can be asked for (charge_server.hpp), as data.
#pragma once

#include "model/operation.hpp"

namespace onceproof::model {

const operation& charge_operation();
const operation& refund_operation();
const operation& order_operation();  // a whole resource that is put

}  // namespace onceproof::model
