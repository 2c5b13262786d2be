// A libFuzzer program: whatever the bytes, a contract is read or refused in one sentence; and what
// is read means the same when it is written and read again.
#include "base/document_testing.hpp"
#include "model/contract/contract_safety.hpp"
#include "model/contract/contract_toml.hpp"

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace onceproof::model;
    std::optional<contract> read;
    onceproof::base::read_or_refuse({reinterpret_cast<const char*>(data), size},
                                    [&](std::string_view text) { read = read_contract(text); });
    if (read && read_contract(to_toml(*read)) != *read) {
        std::abort();
    }
    if (read) {
        dangers(*read);
        remarks(*read);
    }
    return 0;
}
