// See page.hpp. Markdown as GitHub reads it, since a job summary is where it is read most.
#include "base/markup.hpp"
#include "reports/formats/page.hpp"

#include <algorithm>
#include <string_view>

namespace onceproof::reports {
namespace {

// What could begin or end markup stands behind a backslash; a newline would end the block.
std::string escaped(std::string_view text) {
    constexpr std::string_view special = "\\`*_[]<>|#~&!$@";
    std::string safe;
    for (const char c : base::harmless(text)) {
        if (special.find(c) != std::string_view::npos) {
            safe += '\\';
        }
        safe += c == '\n' ? ' ' : c;
    }
    return safe;
}

std::size_t longest_row_of_ticks(std::string_view text) {
    std::size_t longest = 0;
    std::size_t now = 0;
    for (const char c : text) {
        now = c == '`' ? now + 1 : 0;
        longest = std::max(longest, now);
    }
    return longest;
}

// Within ticks nothing is markup but more ticks, and in a table the bar.
std::string in_ticks(const std::string& text, bool in_table) {
    const std::string safe = base::harmless(text);
    const std::string ticks(longest_row_of_ticks(safe) + 1, '`');
    std::string inner;
    for (const char c : safe) {
        if (c == '|' && in_table) {
            inner += '\\';
        }
        inner += c == '\n' ? ' ' : c;
    }
    const bool needs_room = inner.starts_with('`') || inner.ends_with('`');
    return ticks + (needs_room ? " " : "") + inner + (needs_room ? " " : "") + ticks;
}

std::string markdown_of(const words& all, bool in_table = false) {
    std::string text;
    for (const span& s : all) {
        if (s.is_code && !s.text.empty()) {
            text += in_ticks(s.text, in_table);
        } else {
            text += s.how == mood::bad ? "**" + escaped(s.text) + "**" : escaped(s.text);
        }
    }
    return text;
}

struct markdown {
    std::string operator()(const heading& h) const {
        return std::string(static_cast<std::size_t>(h.level), '#') + ' ' + escaped(h.text) + '\n';
    }
    std::string operator()(const paragraph& p) const { return markdown_of(p.text) + '\n'; }
    std::string operator()(const bullets& list) const {
        std::string text;
        for (const words& item : list.items) {
            text += "- " + markdown_of(item) + '\n';
        }
        return text;
    }
    std::string operator()(const table& t) const {
        std::string text = escaped(t.caption) + "\n\n|";
        for (const std::string& name : t.head) {
            text += ' ' + escaped(name) + " |";
        }
        text += "\n|";
        for (std::size_t i = 0; i < t.head.size(); ++i) {
            text += "---|";
        }
        text += '\n';
        for (const std::vector<words>& row : t.rows) {
            text += '|';
            for (const words& cell : row) {
                text += ' ' + markdown_of(cell, true) + " |";
            }
            text += '\n';
        }
        return text;
    }
    std::string operator()(const quote& q) const {
        const std::string lines = base::harmless(q.lines);
        const std::string fence(std::max<std::size_t>(3, longest_row_of_ticks(lines) + 1), '`');
        return escaped(q.caption) + "\n\n" + fence + "text\n" + lines +
               (lines.ends_with('\n') ? "" : "\n") + fence + '\n';
    }
    std::string operator()(const figure&) const { return {}; }
};

}  // namespace

std::string to_markdown(const page& p) {
    std::string text = "# " + escaped(p.title) + '\n';
    for (const block& b : p.blocks) {
        const std::string next = std::visit(markdown(), b);
        text += next.empty() ? "" : '\n' + next;
    }
    return text;
}

}  // namespace onceproof::reports
