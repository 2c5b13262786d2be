// The canonical form of a JSON text: two texts that say the same become the same bytes.
//
// RFC 8785 (JSON Canonicalization Scheme): no blanks, members sorted by the UTF-16 code units of
// their names, the shortest escapes. Narrower than the RFC in one respect: a number must be an
// integer that a double holds exactly (I-JSON, RFC 7493, section 2.2), because amounts of money
// are counted in minor units and printing other doubles is where implementations differ. `1.0`
// and `1` are one number, as in the RFC, and so are `-0` and `0`.
//
// Repeated member names are refused, as RFC 7493 demands: readers differ in which one they keep.
#pragma once

#include "model/http/parsed.hpp"

#include <string>
#include <string_view>

namespace onceproof::model {

// An error if TEXT is not JSON, not UTF-8, or has what is named above. At most 32 levels deep.
parsed<std::string> canonical_json(std::string_view text);

}  // namespace onceproof::model
