// See steps.hpp.
#include "explore/steps.hpp"

#include "reports/run/story.hpp"

#include <algorithm>
#include <array>

namespace onceproof::explore {
namespace {

char small(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool holds(std::string_view text, std::string_view part) {
    return !std::ranges::search(text, part, {}, small, small).empty();
}

bool is_it(const recording& r, event_number at, const target& t) {
    switch (t.matches) {
        case target::match::kind:
            return r.kind_of(at) == t.kind;
        case target::match::text: {
            const sim::trace_event& e = r.event(at);
            return holds(words_of(r, at), t.text) || holds(r.world().name(e.actor), t.text) ||
                   holds(r.world().activities().name(e.activity), t.text);
        }
        default:
            return true;
    }
}

std::optional<event_number> next_violation(recording& r, event_number at, bool back) {
    std::optional<event_number> found;
    for (const dated_violation& v : r.violations()) {
        if (back ? v.since < at : v.since > at && !found) {
            found = v.since;
        }
    }
    return found;
}

}  // namespace

std::optional<target> target_named(std::string_view word) {
    if (word == "event") {
        return target{};
    }
    if (word == "violation") {
        return target{target::match::violation};
    }
    for (const row_kind kind : {row_kind::message, row_kind::attempt, row_kind::refusal,
                                row_kind::fault, row_kind::effect}) {
        if (word == to_text(kind)) {
            return target{target::match::kind, kind};
        }
    }
    return std::nullopt;
}

std::optional<event_number> next(recording& r, event_number at, const target& t, bool back) {
    if (t.matches == target::match::violation) {
        return next_violation(r, at, back);
    }
    const std::vector<event_number>& rows = r.rows();
    const auto fits = [&](event_number row) { return is_it(r, row, t); };
    if (!back) {
        const auto from = std::upper_bound(rows.begin(), rows.end(), at);
        const auto found = std::find_if(from, rows.end(), fits);
        return found == rows.end() ? std::nullopt : std::optional(*found);
    }
    auto from = std::lower_bound(rows.begin(), rows.end(), at);
    while (from != rows.begin()) {
        if (fits(*--from)) {
            return *from;
        }
    }
    const bool to_the_beginning = t.matches == target::match::row && at > 0;
    return to_the_beginning ? std::optional<event_number>(0) : std::nullopt;
}

std::string words_of(const recording& r, event_number at) {
    return reports::in_words(r.event(at), r.world());
}

}  // namespace onceproof::explore
