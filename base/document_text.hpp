// The text of a document before anybody reads it: its lines, its bytes, its comments.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::base {

// Where the lines of a text begin.
class lines {
public:
    explicit lines(std::string_view text);

    // Both from 1; the column counts bytes.
    std::size_t line(std::size_t offset) const;
    std::size_t column(std::size_t offset) const;

    // Throws bad_document with the place of OFFSET.
    [[noreturn]] void refuse(std::size_t offset, std::string_view sentence) const;

private:
    std::vector<std::size_t> begins_{0};
};

// The offset after the quoted text that begins at QUOTE: after its last quote or, if it has none on
// its line, the end of the line.
std::size_t after_quoted(std::string_view text, std::size_t quote);

// Says why Boost did not read the quoted text that begins at QUOTE.
[[noreturn]] void refuse_quoted(std::string_view text, std::size_t quote, const lines& where);

// Refuses what is not UTF-8 (RFC 3629), in comments as well.
void check_utf8(std::string_view text, const lines& where);

// TEXT with blanks in place of its comments, so that all else stays where it is. Refuses a comment
// that does not end.
//
// Boost 1.81 can pass over comments but does not see that `/* this **/` ends, and then reads on
// after the next comment, as if what stands between them were not there.
std::string without_comments(std::string_view text, const lines& where);

}  // namespace onceproof::base
