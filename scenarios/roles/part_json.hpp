// What roles read and write their parts of a workload with, beside base/document_members.hpp.
//
// Each `read` gives back what holds otherwise if there is no such member, and throws
// base::bad_document if it is there and is not as it should be.
#pragma once

#include "base/document.hpp"
#include "sim/time/time.hpp"

#include <string>
#include <string_view>

namespace onceproof::scenarios {

bool read_flag(const base::node& n, std::string_view member, bool otherwise);

// A span of no less than nothing.
sim::duration read_span(const base::node& n, std::string_view member,
                        sim::duration otherwise = sim::duration::zero());

// 1 to 64 visible characters, no quotes.
std::string read_word(const base::node& n, std::string_view member, std::string_view otherwise);

std::string in_quotes(std::string_view text);

// ` "NAME": "20ms",`; nothing for no span.
std::string span_member(std::string_view name, sim::duration span);

// ` "NAME": true,`; nothing if it is not set.
std::string flag_member(std::string_view name, bool set);

template <class Items, class ToText>
std::string joined(const Items& items, std::string_view between, ToText to_text) {
    std::string text;
    for (const auto& item : items) {
        text += text.empty() ? "" : between;
        text += to_text(item);
    }
    return text;
}

}  // namespace onceproof::scenarios
