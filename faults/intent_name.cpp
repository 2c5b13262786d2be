// See intent_name.hpp.
#include "faults/intent_name.hpp"

#include <fmt/format.h>

namespace onceproof::faults {

std::string intent_name(std::uint64_t number) {
    return fmt::format("{}-{}", intent_word.text(), number);
}

}  // namespace onceproof::faults
