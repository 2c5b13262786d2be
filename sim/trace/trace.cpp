// See trace.hpp.
#include "sim/trace/trace.hpp"

#include <boost/endian/conversion.hpp>
#include <fmt/format.h>

#include <array>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace onceproof::sim {
namespace {

// Encoded little-endian and without padding, whatever the machine.
constexpr std::size_t record_size = 8 + 4 + 8 + 8 + 8 + 4 + 8 + 8 + 8 + 8;

class encoder {
public:
    explicit encoder(unsigned char* to) : to_(to) {}

    void u64(std::uint64_t value) {
        boost::endian::store_little_u64(to_, value);
        to_ += 8;
    }
    void u32(std::uint32_t value) {
        boost::endian::store_little_u32(to_, value);
        to_ += 4;
    }

private:
    unsigned char* to_;
};

void encode(const trace_event& r, const record_ids& names, unsigned char* to) {
    encoder e(to);
    e.u64(static_cast<std::uint64_t>(r.at.time_since_epoch().count()));
    e.u32(static_cast<std::uint32_t>(r.kind));
    e.u64(names.actor);
    e.u64(names.peer);
    e.u64(names.activity);
    e.u32(r.cause);
    e.u64(r.a);
    e.u64(r.b);
    e.u64(r.word.empty() ? 0 : hash_text(r.word));
    e.u64(r.detail.empty() ? 0 : XXH3_64bits(r.detail.data(), r.detail.size()));
}

}  // namespace

// Encoded records wait until there are enough of them: hashing many at once is cheaper.
struct trace::hasher {
    hasher() { XXH3_128bits_reset(&state); }

    XXH3_state_t state;
    std::array<unsigned char, 56 * record_size> waiting;
    std::size_t size = 0;
};

trace::trace(bool keep) : hasher_(std::make_unique<hasher>()), keep_(keep) {}

trace::~trace() = default;

std::uint32_t trace::add(const trace_event& r, const record_ids& names) {
    hasher& h = *hasher_;
    encode(r, names, h.waiting.data() + h.size);
    h.size += record_size;
    if (h.size == h.waiting.size()) {
        XXH3_128bits_update(&h.state, h.waiting.data(), h.size);
        h.size = 0;
    }
    ++count_;
    if (keep_) {
        records_.push_back(r);
        if (!r.detail.empty()) {
            records_.back().detail = details_.emplace_back(r.detail);
        }
    }
    return count_;
}

trace_hash trace::hash() const {
    XXH3_state_t state;
    XXH3_copyState(&state, &hasher_->state);
    XXH3_128bits_update(&state, hasher_->waiting.data(), hasher_->size);
    const XXH128_hash_t digest = XXH3_128bits_digest(&state);
    return {digest.high64, digest.low64};
}

std::string to_text(const trace_hash& hash) {
    return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

}  // namespace onceproof::sim
