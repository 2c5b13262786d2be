// See adversary.hpp.
#include "sim/adversary.hpp"

#include <array>

namespace onceproof::sim {

std::string_view to_text(harm h) {
    constexpr std::array<std::string_view, harms> names{"none",
                                                        "silence",
                                                        "delay",
                                                        "overtaken",
                                                        "refuse",
                                                        "reset before",
                                                        "reset within",
                                                        "reset after",
                                                        "trickle",
                                                        "partition",
                                                        "kill before",
                                                        "kill after",
                                                        "power off before",
                                                        "power off after",
                                                        "pause",
                                                        "clock jump",
                                                        "clock drift",
                                                        "too busy",
                                                        "fail before",
                                                        "fail after",
                                                        "power cut",
                                                        "I/O error",
                                                        "disk full",
                                                        "read only",
                                                        "false sync",
                                                        "lost file"};
    return names[static_cast<std::size_t>(h)];
}

}  // namespace onceproof::sim
