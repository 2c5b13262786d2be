// The line on a terminal that tells how far a command has come.
#pragma once

#include <string_view>

namespace onceproof::cli {

// It stands on standard error, changes in place, and is gone when the command has ended. Where
// standard error is no terminal, there is none.
class progress_line {
public:
    explicit progress_line(bool wanted);
    ~progress_line() { erase(); }
    progress_line(const progress_line&) = delete;
    progress_line& operator=(const progress_line&) = delete;

    void show(std::string_view text);

    // Before anything else is printed.
    void erase();

private:
    bool wanted_;
    bool is_there_ = false;
};

}  // namespace onceproof::cli
