// What a submission asks of a subject: one of the operations that the subject has, filled in.
#pragma once

#include "designs/subject.hpp"
#include "model/operation/operation.hpp"
#include "scenarios/workload.hpp"

#include <string>

namespace onceproof::scenarios {

// Why that subject cannot be asked so, one sentence; empty: it can.
std::string why_not_asked(const designs::subject& by, const submission& e);

// How many other requests its operation has. Requires: it can be asked.
std::size_t count_others(const designs::subject& by, const submission& e);

// What the submission wants by name. Requires: it can be asked.
model::fields fields_of(const designs::subject& by, const submission& e);

// Whether the rules of the business decline what it asks for, those FIELDS. Requires: it can be
// asked.
bool is_declined(const designs::subject& by, const submission& e, const model::fields& asked);

// The whole request. Requires: it can be asked.
model::wanted request_of(const designs::subject& by, const submission& e);

}  // namespace onceproof::scenarios
