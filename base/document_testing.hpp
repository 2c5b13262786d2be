// For tests and fuzzers of what reads files: whatever the bytes, they are read, or refused in one
// sentence that points into them.
#pragma once

#include "base/document.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace onceproof::base {

// What is wrong with that refusal of TEXT; nothing, if it is as document.hpp says.
inline std::string_view flaw_of(const bad_document& refusal, std::string_view text) {
    const std::string_view sentence = refusal.what();
    const auto breaks = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    if (sentence.empty()) {
        return "there is no sentence";
    }
    if (sentence.find('\n') != std::string_view::npos) {
        return "the sentence has more than one line";
    }
    if (refusal.line() < 1 || refusal.line() > breaks + 1) {
        return "there is no such line";
    }
    if (refusal.column() < 1 || refusal.column() > text.size() + 1) {
        return "there is no such column";
    }
    return {};
}

// For fuzzers: anything else that is thrown ends the program, and so does a refusal with a flaw.
template <class Read>
void read_or_refuse(std::string_view text, Read read) {
    try {
        read(text);
    } catch (const bad_document& refusal) {
        if (!flaw_of(refusal, text).empty()) {
            std::abort();  // which libFuzzer takes for a finding
        }
    }
}

}  // namespace onceproof::base
