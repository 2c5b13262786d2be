// Mixing of 64-bit values, and text whose hash is known when the program is compiled.
//
// These values reach traces and plans, so they must never change between releases without a new
// trace format version; `hash_test.cpp` pins them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace onceproof::sim {

// The finaliser of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
// generators", OOPSLA 2014): a bijection in which each input bit moves half of the output bits.
constexpr std::uint64_t scramble(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

// Joins two values into one. The order counts: mix(a, b) differs from mix(b, a).
constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    return scramble(scramble(a) ^ b);
}

// FNV-1a, scrambled. For names and other short text; long text is hashed with XXH3.
constexpr std::uint64_t hash_text(std::string_view text) {
    std::uint64_t h = 0xcbf29ce484222325U;
    for (const char c : text) {
        h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
    return scramble(h);
}

// The number that TEXT is, written as we write them: digits alone, none of them a leading zero. 0
// if it is anything else, so that a name which is only nearly right stands for nothing.
constexpr std::uint64_t plain_number(std::string_view text) {
    std::uint64_t number = 0;
    for (const char c : text) {
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (c < '0' || c > '9' || (digit == 0 && number == 0) ||
            number > (UINT64_MAX - digit) / 10) {
            return 0;
        }
        number = number * 10 + digit;
    }
    return number;
}

// A string literal and its hash. It lives as long as the program, so that labels, places and
// trace records can keep it without a copy, and hashing it costs nothing at run time.
class literal {
public:
    consteval literal(const char* text) : text_(text), id_(hash_text(text)) {}  // NOLINT: implicit

    constexpr std::string_view text() const { return text_; }
    constexpr std::uint64_t id() const { return id_; }

    friend constexpr bool operator==(literal a, literal b) { return a.id_ == b.id_; }

private:
    std::string_view text_;
    std::uint64_t id_;
};

}  // namespace onceproof::sim
