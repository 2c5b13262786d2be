// A small reader of JSON whose values know where they stand, for files that people edit by hand.
//
// What is wrong with such a file is said in one sentence, and with the place: who wrote the file
// sees it in an editor, not in a debugger. Beside JSON (RFC 8259) it may have // and /* */
// comments; numbers are whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::base {

// What is wrong with a file, and where. what() is the sentence alone: "expected a list of faults".
class bad_document : public std::runtime_error {
public:
    bad_document(std::size_t line, std::size_t column, const std::string& sentence)
        : std::runtime_error(sentence), line_(line), column_(column) {}

    // Both from 1. Columns count bytes, as compilers do; a byte-order mark is not counted.
    std::size_t line() const { return line_; }
    std::size_t column() const { return column_; }

private:
    std::size_t line_;
    std::size_t column_;
};

// "FILE:LINE:COLUMN: what is wrong", as people are told.
std::string complain_of(std::string_view file, const bad_document& bad);

// A JSON value.
struct node {
    enum class kind : std::uint8_t { null, boolean, number, text, list, object };
    struct member;

    kind type = kind::null;
    std::size_t line = 1;  // of its first byte, as in bad_document
    std::size_t column = 1;

    // Of these only the one that `what` names means anything.
    bool boolean = false;
    std::int64_t number = 0;
    std::string text;             // without quotes and escapes; UTF-8, and may hold NUL
    std::vector<node> items;      // of a list
    std::vector<member> members;  // of an object, in the order of the text; no name twice

    // The value of the object's member of that name. nullptr: there is none, or this is no object.
    const node* find(std::string_view name) const;
};

// `"name": value`; it stands where its name does.
struct node::member {
    std::string name;
    std::size_t line = 1;
    std::size_t column = 1;
    node value;
};

// The one value in TEXT.
//
// Throws bad_document if TEXT is not UTF-8, is over 1 MiB, is not one whole JSON value and nothing
// else (no comma after the last of a list either), is nested more than 32 levels deep, has an
// object with two members of one name, or has a number with a point or an exponent, or one that 64
// bits with a sign do not hold. A byte-order mark at the start is passed over.
node read_document(std::string_view text);

}  // namespace onceproof::base
