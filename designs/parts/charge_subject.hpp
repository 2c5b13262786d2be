// What the rows of subjects that take charges have in common.
#pragma once

#include "designs/subject.hpp"

namespace onceproof::designs {

// Effects are in the ledger of the servers' database; the contract is `strict`. Without what tells
// a design from others: its name, its summary, what arbitrates, where the key is kept, its features
// and its code.
subject charge_subject();

// Effects are at the system downstream, too.
subject downstream_charge_subject();

}  // namespace onceproof::designs
