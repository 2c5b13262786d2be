// See files.hpp.
#include "base/files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace onceproof::base {

std::string content_of(const std::string& file) {
    if (std::filesystem::is_directory(file)) {
        throw unreadable_file(fmt::format("{}: it is a folder", file), false);
    }
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    if (in && in.peek() != std::ifstream::traits_type::eof()) {
        text << in.rdbuf();
    }
    if (!in.is_open() || in.bad() || text.bad()) {
        const int why = errno == 0 ? EIO : errno;
        throw unreadable_file(fmt::format("{}: {}", file, std::generic_category().message(why)),
                              why == ENOENT);
    }
    return text.str();
}

// A file beside it takes its name once it is whole.
void write_file(const std::string& file, const std::string& text) {
    const std::string part = fmt::format("{}.{}.part", file, getpid());
    std::FILE* const out = std::fopen(part.c_str(), "wb");
    const bool opened = out != nullptr;
    bool whole = opened && std::fwrite(text.data(), 1, text.size(), out) == text.size();
    const int why = errno;
    whole = opened && std::fclose(out) == 0 && whole;
    if (!whole || std::rename(part.c_str(), file.c_str()) != 0) {
        const std::system_error error(whole ? errno : why, std::generic_category(), file);
        std::remove(part.c_str());
        throw error;
    }
}

}  // namespace onceproof::base
