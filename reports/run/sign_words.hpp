// The few words that a picture has room for. Private to the sketch of a run.
#pragma once

#include "reports/run/run_sketch.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace onceproof::reports {

struct sign_word {
    sign_kind kind;
    std::string label;
};

// What a note of the code under test is to the picture: nothing, if what it says is there to see.
std::optional<sign_word> word_of(const sim::trace_event& note, const sim::world& of);

// "POST /v1/charges" and "201 Created" of HTTP, of anything else the first line; escaped. GOES_ON:
// whoever sends it was the last to send.
std::string label_of_message(std::string_view bytes, bool goes_on);

}  // namespace onceproof::reports
