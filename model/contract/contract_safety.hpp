// What is wrong with a contract in itself, before anything runs: an implementation that keeps it to
// the letter still fails its clients.
#pragma once

#include "model/contract/contract.hpp"

#include <string>
#include <vector>

namespace onceproof::model {

// Each way in which, by the contract alone, an intent can take effect twice, a caller be told
// another's answer, or a client never learn what came of its intent. A sentence each, with the
// numbers, without its full stop.
std::vector<std::string> dangers(const contract& c);

// What is weak or worth knowing, but loses nothing.
std::vector<std::string> remarks(const contract& c);

}  // namespace onceproof::model
