// A report as a list of blocks, which is written as Markdown or as HTML.
//
// Texts are printable ASCII with what base::escape leaves, and newlines in quotes: whatever else
// is in them is made harmless by the writers. None of it is markup, except for the picture of a
// figure.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace onceproof::reports {

enum class mood : std::uint8_t { none, good, bad, unsure };

struct span {
    std::string text;
    bool is_code = false;
    mood how = mood::none;
};

using words = std::vector<span>;

inline words plain(std::string text, mood how = mood::none) {
    return {{std::move(text), false, how}};
}
inline words code(std::string text) {
    return {{std::move(text), true, mood::none}};
}

struct heading {
    int level;  // 2 or 3; the title of the page is 1
    std::string text;
};

struct paragraph {
    words text;
};

struct bullets {
    std::vector<words> items;
};

struct table {
    std::string caption;
    std::vector<std::string> head;
    std::vector<std::vector<words>> rows;  // each as long as the head; the first cell names the row
};

// Lines that are quoted as they stand.
struct quote {
    std::string caption;
    std::string lines;
};

// HTML only; what it shows is said beside it in words.
struct figure {
    std::string caption;
    std::string svg;  // a whole element that needs nothing from elsewhere
};

using block = std::variant<heading, paragraph, bullets, table, quote, figure>;

struct page {
    std::string title;
    std::vector<block> blocks;
};

std::string to_markdown(const page& p);

// One file that asks for nothing from elsewhere, for light, dark and paper.
std::string to_html(const page& p);

}  // namespace onceproof::reports
