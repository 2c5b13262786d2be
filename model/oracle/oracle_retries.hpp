// What the rules about a client's retries share: the attempts of each client, in a row. For
// oracle*.cpp only.
#pragma once

#include "model/oracle/oracle_case.hpp"

#include <span>

namespace onceproof::model::oracle {

// An attempt of a client, and whether the client went on to another one of that intent.
struct sent {
    const seen_attempt* attempt;
    bool retried = false;
    bool gave_up_early = false;  // unless its budget was spent
};

// A token bucket and a breaker belong to one start of a client process and to one server, over all
// intents. ALL is sorted by client, start of it, and server. Of no tokens, retries cost nothing.
void judge_budget(std::span<sent> all, const contract& promised, findings& found);
void judge_breaker(std::span<const sent> all, const contract& promised, findings& found);

}  // namespace onceproof::model::oracle
