// The words in which a server says of itself what it does, in the trace of a run. What can only be
// seen from inside is judged from them; a server that uses none is not judged there.
//
// The number of an entry is the epoch of the claim, its text the key. In which word a server says
// that it has made an effect is its own affair.
#pragma once

#include "sim/hash.hpp"

namespace onceproof::model::marks {

inline constexpr sim::literal claims("claims the key");
inline constexpr sim::literal takes_over("takes over a dead claim");
inline constexpr sim::literal completes("records the outcome");
inline constexpr sim::literal releases("releases the claim");
inline constexpr sim::literal rests("ends its work");
inline constexpr sim::literal replays("suppresses a duplicate: replays the stored answer");
inline constexpr sim::literal refuses_in_flight("suppresses a duplicate: in flight");
inline constexpr sim::literal rejects("rejects: the key is that of another request");

// Of a server that is told to stop: whether it has anything to end before.
inline constexpr sim::literal stops("stops: nothing is under way");
inline constexpr sim::literal drains("stops: ends what is under way");

// Of what is asked of the system downstream: the text is the step and the key, or what is looked
// for; the number of the answer is its status, 0 if there is none.
inline constexpr sim::literal calls("calls downstream");
inline constexpr sim::literal looks_up("looks up downstream");
inline constexpr sim::literal is_told("is told by downstream");

}  // namespace onceproof::model::marks
