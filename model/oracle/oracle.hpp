// Judges a history: did each intent take effect exactly once, was it answered faithfully, and did
// everybody keep to the contract?
//
// It judges by the boundary, so that it can judge any implementation; the few rules about what can
// only be seen from inside are judged from marks, and not judged where there are none.
// docs/oracle.md says of each rule from what it is judged, and when it is not. The history is that
// of a run whose faults have stopped and whose clients have had time to settle.
//
// Where a history leaves open what happened, as the order of what was under way at the same time,
// the oracle gives the benefit of the doubt: what it reports is wrong in every reading.
#pragma once

#include "model/contract/contract.hpp"
#include "model/oracle/history.hpp"
#include "model/oracle/rule.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace onceproof::model {

struct violation {
    rule broken;
    std::uint64_t intent;  // 0: none in particular
    std::string why;       // one sentence

    friend bool operator==(const violation&, const violation&) = default;
};

struct judgement {
    std::vector<violation> violations;  // by intent, those of none last, then by rule
    std::vector<rule> not_judged;       // for want of marks, of true clocks, or of a promise
};

judgement judge(const history& seen, const contract& promised);

// An answer that a client takes as the end of the matter: a success or a rejection, but not "in
// flight" (409), "too many requests" (429) or a fault of the server (5xx).
bool is_final(const http_response& answer);

}  // namespace onceproof::model
