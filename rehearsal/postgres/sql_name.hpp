// What a statement is called in the name of a point.
#pragma once

#include <string>
#include <string_view>

namespace onceproof::rehearsal {

// Its verb and its table, in small letters: "insert charges", "commit", "select". Comments at the
// start, schemas and quotes are passed over. Empty: it says nothing.
std::string name_of_statement(std::string_view sql);

}  // namespace onceproof::rehearsal
