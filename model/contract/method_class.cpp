// See method_class.hpp.
#include "model/contract/method_class.hpp"

#include <algorithm>
#include <array>

namespace onceproof::model {
namespace {

constexpr std::array<std::string_view, 4> read_only{"GET", "HEAD", "OPTIONS", "TRACE"};
constexpr std::array<std::string_view, 2> idempotent{"PUT", "DELETE"};

}  // namespace

method_class class_of(std::string_view operation) {
    const std::string_view method = operation.substr(0, operation.find(' '));
    if (std::find(read_only.begin(), read_only.end(), method) != read_only.end()) {
        return method_class::read_only;
    }
    if (std::find(idempotent.begin(), idempotent.end(), method) != idempotent.end()) {
        return method_class::idempotent;
    }
    return method_class::repeat_unsafe;
}

}  // namespace onceproof::model
