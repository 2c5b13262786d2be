// A libFuzzer program: whatever the bytes, a scenario is read or refused in one sentence.
#include "faults/document_testing.hpp"
#include "scenarios/scenario_toml.hpp"

#include <cstdint>

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace onceproof;
    faults::read_or_refuse({reinterpret_cast<const char*>(data), size}, [](std::string_view text) {
        scenarios::read_scenario("any", scenarios::tier::slow, text);
    });
    return 0;
}
