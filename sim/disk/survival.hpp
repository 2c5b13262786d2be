// What becomes of changes to a disk that were not synced yet when the power goes. A disk may write
// them down in any order and stop anywhere, so each choice here is one that a real disk can make.
//
// Changes are writes, cuts and names (created, removed, renamed). They are numbered over all files
// of the disk from 1, the oldest first; -1 is the newest, -2 the one before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::sim {

enum class survivors : std::uint8_t {
    nothing,
    everything,
    names,     // all names, and nothing that was written to files
    contents,  // all that was written, and no name
    only,      // change NUMBER alone, without those before it
    all_but,   // all but change NUMBER
    torn,      // all before change NUMBER; of it the first half of its sectors; nothing after it
    some,      // each with a chance of one half, drawn from NUMBER
};

// A change that is not there is no exception: `only` keeps nothing then, the others all.
struct survival {
    constexpr survival() = default;
    constexpr explicit survival(survivors s, std::int64_t n = 0) : kept(s), number(n) {}

    friend bool operator==(const survival&, const survival&) = default;

    survivors kept = survivors::nothing;
    std::int64_t number = 0;
};

// Of a write that is torn, whole sectors are there or not; SQLite counts on no less
// (SQLITE_IOCAP_POWERSAFE_OVERWRITE).
inline constexpr std::uint64_t torn_sector = 512;

// Whether it takes a number: "only 3" does, "names" does not.
constexpr bool takes_number(survivors s) {
    return s >= survivors::only;
}

// "nothing", "all but -1", ...
std::string to_text(const survival& s);

// The inverse. Nothing if TEXT is none, or its number is 0 where changes are counted.
std::optional<survival> survival_from(std::string_view text);

}  // namespace onceproof::sim
