// A libFuzzer program: whatever the bytes, a plan file is read or refused in one sentence; and what
// is read means the same when it is written and read again.
#include "base/document_testing.hpp"
#include "search/plan_file/trial_json.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace onceproof::search;
    std::string written;
    onceproof::base::read_or_refuse(
        {reinterpret_cast<const char*>(data), size},
        [&](std::string_view text) { written = to_json(read_trial(text)); });
    if (!written.empty() && to_json(read_trial(written)) != written) {
        std::abort();
    }
    return 0;
}
