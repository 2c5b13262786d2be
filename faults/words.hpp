// Faults in words, for people: the sentence of the fault's kind (faults/kinds.cpp), in which stand
// for
//   {who}           who acts at the point; of a response that is the side that answers
//   {it}            what it does there: "the response to attempt 1 of intent-1", "its 'db commit'"
//   {this}          the same where a sentence begins with it: "api-1: its 'db commit'"
//   {opener}        who opened the connection, and
//   {other}         to whom
//   {span}          of the fault
//   {ends}          ", until POINT", ", for SPAN", ", from then on", or nothing
//   {survivors}     ", of what was not synced survives: ...", or nothing
//   {starts_again}  ", and starts again after 20 ms", or nothing
//   {has_it_again}  the same of power
#pragma once

#include "faults/plan.hpp"

#include <string>

namespace onceproof::faults {

// "the response to attempt 1 of intent-1 is lost", "api-1 is killed after its 'db commit' (2) for
// attempt 1 of intent-1, and starts again after 20 ms".
std::string in_words(const planned_fault& f);

}  // namespace onceproof::faults
