// What the message server can be asked for (message_server.hpp), as data.
#pragma once

#include "model/operation/operation.hpp"

namespace onceproof::designs {

const model::operation& message_operation();

}  // namespace onceproof::designs
