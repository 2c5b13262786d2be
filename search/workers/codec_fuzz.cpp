// A libFuzzer program: whatever the bytes, they are a job, an outcome or neither; and what they are
// is the same when it is encoded and decoded again.
#include "search/workers/codec.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

template <class Value, class Decode>
void expect_the_same_again(const Value& v, Decode decode) {
    if (v && decode(onceproof::search::encode(*v)) != v) {
        std::abort();
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace onceproof::search;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    expect_the_same_again(decode_job(bytes), &decode_job);
    expect_the_same_again(decode_outcome(bytes), &decode_outcome);
    return 0;
}
