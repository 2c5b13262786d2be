// See trace.hpp.
#include "sim/trace.hpp"

#include <boost/endian/conversion.hpp>
#include <fmt/format.h>

#include <array>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace onceproof::sim {
namespace {

// The encoding that is hashed. Little-endian and without padding, whatever the machine.
class encoder {
public:
    void u64(std::uint64_t value) {
        boost::endian::store_little_u64(bytes_.data() + size_, value);
        size_ += 8;
    }
    void u32(std::uint32_t value) {
        boost::endian::store_little_u32(bytes_.data() + size_, value);
        size_ += 4;
    }
    const unsigned char* data() const { return bytes_.data(); }
    std::size_t size() const { return size_; }

private:
    std::array<unsigned char, 64> bytes_;
    std::size_t size_ = 0;
};

}  // namespace

struct trace::hasher {
    hasher() { XXH3_128bits_reset(&state); }
    XXH3_state_t state;
};

trace::trace(bool keep) : hasher_(std::make_unique<hasher>()), keep_(keep) {}

trace::~trace() = default;

std::uint32_t trace::add(const record& r, std::uint64_t activity_id) {
    encoder e;
    e.u64(static_cast<std::uint64_t>(r.at.time_since_epoch().count()));
    e.u32(static_cast<std::uint32_t>(r.what));
    e.u32(static_cast<std::uint32_t>(r.who) << 16U | r.whom);
    e.u64(activity_id);
    e.u32(r.cause);
    e.u64(r.a);
    e.u64(r.b);
    e.u64(r.word.empty() ? 0 : hash_text(r.word));
    e.u64(r.detail.empty() ? 0 : XXH3_64bits(r.detail.data(), r.detail.size()));
    XXH3_128bits_update(&hasher_->state, e.data(), e.size());
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
    const XXH128_hash_t digest = XXH3_128bits_digest(&hasher_->state);
    return {digest.high64, digest.low64};
}

std::string to_text(const trace_hash& hash) {
    return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

}  // namespace onceproof::sim
