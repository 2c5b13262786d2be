// A libFuzzer program: whatever the bytes, a file is read or refused in one sentence.
#include "base/document_testing.hpp"

#include <cstdint>

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace onceproof::base;
    read_or_refuse({reinterpret_cast<const char*>(data), size},
                   [](std::string_view text) { read_document(text); });
    return 0;
}
