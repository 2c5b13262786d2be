// Plan files of version 1, as plan files of today. The words that changed are in one table, in
// plan_version_1.cpp: docs/glossary.md has those that count now.
#pragma once

#include "base/document.hpp"

namespace onceproof::search {

// Rewrites TOP, a plan file of version 1, in the words of version 2. Does not check it: a reader of
// version 2 does, and says what is wrong in the words of version 2.
void translate_version_1(base::node& top);

}  // namespace onceproof::search
