// For tests: a real database file. Tests run side by side, so each process has its own.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace onceproof::model::testing {

// Is not there when the test begins, and is gone with this, and what SQLite keeps beside it.
class real_file {
public:
    explicit real_file(std::string_view name)
        : path_(fmt::format("{}onceproof-{}-{}", ::testing::TempDir(), getpid(), name)) {}
    ~real_file() {
        for (const char* suffix : {"", "-journal", "-wal", "-shm"}) {
            std::filesystem::remove(path_ + suffix);
        }
    }
    real_file(const real_file&) = delete;
    real_file& operator=(const real_file&) = delete;

    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace onceproof::model::testing
