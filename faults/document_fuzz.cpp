// A libFuzzer program: whatever the bytes, a file is read or refused in one sentence.
#include "faults/document.hpp"

#include <algorithm>
#include <cstdlib>

namespace onceproof::faults {
namespace {

void read(std::string_view text) {
    read_document(text);
}

void demand(bool condition) {
    if (!condition) {
        std::abort();  // which libFuzzer takes for a finding
    }
}

// Anything else that is thrown ends the program, and so is a finding too.
void read_or_refuse(std::string_view text) {
    try {
        read(text);
    } catch (const bad_document& refused) {
        const std::string_view sentence = refused.what();
        demand(!sentence.empty() && sentence.find('\n') == std::string_view::npos);
        const auto breaks = std::count(text.begin(), text.end(), '\n');
        demand(refused.line() >= 1 && refused.line() - 1 <= static_cast<std::size_t>(breaks));
        demand(refused.column() >= 1 && refused.column() - 1 <= text.size());
    }
}

}  // namespace
}  // namespace onceproof::faults

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    onceproof::faults::read_or_refuse({reinterpret_cast<const char*>(data), size});
    return 0;
}
