// Whole files: plans, scenarios, how far a search has come.
#pragma once

#include <stdexcept>
#include <string>

namespace onceproof::base {

// A file that cannot be read: its name, and why.
class unreadable_file : public std::runtime_error {
public:
    unreadable_file(const std::string& sentence, bool missing)
        : runtime_error(sentence), is_missing(missing) {}

    bool is_missing;  // there is none of that name
};

// Returns all that FILE holds. Throws an unreadable_file.
std::string content_of(const std::string& file);

// Writes TEXT to a new or emptied file, whole or not at all. Throws std::system_error.
void write_file(const std::string& file, const std::string& text);

}  // namespace onceproof::base
