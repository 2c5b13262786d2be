// What the message server can be asked for (message_server.hpp), as data.
#pragma once

#include "model/operation.hpp"

namespace onceproof::model {

const operation& message_operation();

}  // namespace onceproof::model
