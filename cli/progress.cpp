// See progress.hpp.
#include "cli/progress.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace onceproof::cli {
namespace {

bool can_go_back(int terminal) {
    const char* const kind = std::getenv("TERM");
    return isatty(terminal) != 0 && kind != nullptr && std::string_view(kind) != "dumb";
}

// To the start of the line, and clear it.
constexpr std::string_view anew = "\r\033[K";

// A terminal that is gone is no reason to stop.
void write_to_terminal(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

progress_line::progress_line(bool wanted) : wanted_(wanted && can_go_back(STDERR_FILENO)) {}

void progress_line::show(std::string_view text) {
    if (wanted_) {
        write_to_terminal(std::string(anew) + std::string(text));
        is_there_ = true;
    }
}

void progress_line::erase() {
    if (is_there_) {
        write_to_terminal(std::string(anew));
        is_there_ = false;
    }
}

}  // namespace onceproof::cli
