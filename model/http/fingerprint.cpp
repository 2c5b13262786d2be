// See fingerprint.hpp. SHA-256 is libsodium's; it needs no sodium_init(), which would open the
// system's random source.
#include "model/http/fingerprint.hpp"

#include <sodium.h>

#include <array>

namespace onceproof::model {
namespace {

void add(crypto_hash_sha256_state& hash, std::string_view text) {
    // The bytes of a text, which C calls unsigned.
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    crypto_hash_sha256_update(&hash, bytes, text.size());
}

}  // namespace

std::string fingerprint(std::string_view method, std::string_view target,
                        std::string_view canonical_body) {
    crypto_hash_sha256_state hash;
    crypto_hash_sha256_init(&hash);
    add(hash, method);
    add(hash, "\n");
    add(hash, target);
    add(hash, "\n");
    add(hash, canonical_body);
    std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
    crypto_hash_sha256_final(&hash, digest.data());

    std::array<char, 2 * crypto_hash_sha256_BYTES + 1> text{};
    return sodium_bin2hex(text.data(), text.size(), digest.data(), digest.size());
}

}  // namespace onceproof::model
