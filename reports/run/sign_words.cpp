// See sign_words.hpp.
#include "reports/run/sign_words.hpp"

#include "base/escape.hpp"
#include "model/oracle/marks.hpp"
#include "reports/run/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace onceproof::reports {
namespace {

namespace marks = model::marks;

constexpr std::size_t longest_label = 60;

// What a word of the code under test is to the picture. Without a label: nothing, since what it
// says is there to see.
struct known_word {
    std::string_view word;
    sign_kind kind;
    std::string_view label;
    bool has_number = false;
};

constexpr std::array<known_word, 13> known_words{{
    {marks::claims.text(), sign_kind::keeps, "claims the key"},
    {marks::takes_over.text(), sign_kind::takes_over, "takes over the dead claim"},
    {marks::completes.text(), sign_kind::keeps, "records the outcome"},
    {marks::releases.text(), sign_kind::keeps, "gives the claim up"},
    {marks::rests.text(), sign_kind::word, ""},
    {marks::replays.text(), sign_kind::suppresses, "replays", true},
    {"replays the stored answer", sign_kind::suppresses, "replays", true},
    {marks::refuses_in_flight.text(), sign_kind::suppresses, "refuses: in flight"},
    {marks::rejects.text(), sign_kind::suppresses, "refuses: another request"},
    {marks::calls.text(), sign_kind::word, ""},
    {marks::looks_up.text(), sign_kind::word, ""},
    {marks::is_told.text(), sign_kind::word, ""},
    {"is answered", sign_kind::answered, "is answered", true},
}};

const known_word* find_known(std::string_view word) {
    const auto found = std::find_if(known_words.begin(), known_words.end(),
                                    [&](const known_word& k) { return k.word == word; });
    return found == known_words.end() ? nullptr : &*found;
}

// By our custom: a word in capitals is one about an effect.
bool is_about_an_effect(std::string_view word) {
    const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
    return !word.empty() && std::all_of(word.begin(), word.end(), is_capital);
}

std::string lower(std::string_view word) {
    std::string text(word);
    for (char& c : text) {
        c = static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

}  // namespace

std::optional<sign_word> word_of(const sim::trace_event& note, const sim::world& of) {
    const known_word* const known = find_known(note.word);
    if (known == nullptr && is_about_an_effect(note.word)) {
        const std::string deed = lower(note.word);
        return sign_word{
            sign_kind::effect,
            note.detail.empty()
                ? deed
                : fmt::format("{} {}", deed, base::escape(note.detail, longest_label))};
    }
    if (known == nullptr) {
        return sign_word{sign_kind::word, in_words(note, of)};
    }
    if (known->label.empty()) {
        return std::nullopt;
    }
    return sign_word{known->kind, known->has_number ? fmt::format("{} {}", known->label, note.a)
                                                    : std::string(known->label)};
}

std::string label_of_message(std::string_view bytes, bool goes_on) {
    constexpr std::string_view version = "HTTP/1.1";
    std::string_view line = bytes.substr(0, bytes.find_first_of("\r\n"));
    if (line.starts_with(version)) {
        line.remove_prefix(std::min(version.size() + 1, line.size()));
    } else if (line.ends_with(version)) {
        line.remove_suffix(std::min(version.size() + 1, line.size()));
    } else if (goes_on) {
        return "more of it";
    }
    return base::escape(line, longest_label);
}

}  // namespace onceproof::reports
