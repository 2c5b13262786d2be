// See document_members.hpp.
#include "base/document_members.hpp"

#include "base/span.hpp"
#include "base/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace onceproof::base {
namespace {

// The sentence may quote what the file says: nothing of it may break the line or flood it.
[[noreturn]] void refuse_at(std::size_t line, std::size_t column, std::string sentence) {
    std::size_t longest = 300;
    std::replace_if(
        sentence.begin(), sentence.end(), [](unsigned char c) { return c < ' ' || c == 127; }, '?');
    if (sentence.size() > longest) {
        while ((static_cast<unsigned char>(sentence[longest]) & 0xC0U) == 0x80U) {
            --longest;  // not within a character
        }
        sentence = sentence.substr(0, longest) + "...";
    }
    throw bad_document(line, column, sentence);
}

}  // namespace

const std::string& text_of(const node& n, std::string_view what) {
    if (n.type != node::kind::text) {
        refuse(n, fmt::format("{} is a string", what));
    }
    return n.text;
}

std::uint64_t number_of(const node& n, std::string_view what, std::uint64_t most) {
    if (n.type != node::kind::number || n.number < 0 ||
        static_cast<std::uint64_t>(n.number) > most) {
        refuse(n, fmt::format("{} is a number from 0 to {}", what, most));
    }
    return static_cast<std::uint64_t>(n.number);
}

const std::vector<node>& items_of(const node& n, std::string_view what) {
    if (n.type != node::kind::list) {
        refuse(n, fmt::format("{} are a list", what));
    }
    return n.items;
}

void expect_members(const node& n, std::string_view what,
                    const std::vector<std::string_view>& known) {
    if (n.type != node::kind::object) {
        refuse(n, fmt::format("{} is an object", what));
    }
    for (const node::member& m : n.members) {
        if (std::find(known.begin(), known.end(), m.name) == known.end()) {
            refuse_at(m.line, m.column,
                      fmt::format("{} has no member '{}'{}", what, m.name,
                                  did_you_mean(m.name, {known.begin(), known.end()})));
        }
    }
}

const node& need(const node& n, std::string_view what, std::string_view member) {
    const node* const found = n.find(member);
    if (found == nullptr) {
        refuse(n, fmt::format("{} has a member '{}', which is missing here", what, member));
    }
    return *found;
}

std::chrono::nanoseconds span_of(const node& n, std::string_view what) {
    const std::optional<std::chrono::nanoseconds> span = parse_span(text_of(n, what));
    if (!span) {
        refuse(n, fmt::format("{} is a number with a unit, such as \"20ms\" or \"1h\", at most "
                              "1000 days; not '{}'",
                              what, n.text));
    }
    return *span;
}

void refuse(const node& at, const std::string& sentence) {
    refuse_at(at.line, at.column, sentence);
}

}  // namespace onceproof::base
