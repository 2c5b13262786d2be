// For the tests and the benchmark of SQLite storage: a host without a world around it.
#pragma once

#include "sim/disk/disk.hpp"
#include "sim/sqlite/sqlite.hpp"
#include "sim/sqlite/sqlite_host.hpp"
#include "sim/sqlite/sqlite_vfs.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace onceproof::sim::testing {

struct test_host {
    disk storage;
    sqlite_host kernel{storage};
    std::uint64_t draws = 0;
    std::chrono::microseconds slept{0};
    std::function<io_answer(const io_operation&)> before_io;  // unset: go on
    int incarnations = 0;

    sqlite_environment environment() {
        return {
            .self = this,
            .random =
                [](void* self) {
                    return ++static_cast<test_host*>(self)->draws * 0x9E3779B97F4A7C15U;
                },
            .unix_time_ns = [](void*) -> std::int64_t { return 1'700'000'000'123'000'000; },
            .slept =
                [](void* self, std::chrono::microseconds span) {
                    static_cast<test_host*>(self)->slept += span;
                },
            .before_io = [](void* self, const io_operation& operation) -> io_answer {
                const auto& asked = static_cast<test_host*>(self)->before_io;
                return asked ? asked(operation) : io_answer{};
            },
        };
    }

    std::unique_ptr<sqlite_vfs> start_process() {
        return std::make_unique<sqlite_vfs>(kernel, "p/" + std::to_string(++incarnations),
                                            environment());
    }

    void start_run() {
        draws = 0;
        start_sqlite_run(environment());
    }
};

// The one number that a query answers; -1 if there is no row, minus the result code on an error.
inline std::int64_t ask(const database& db, std::string_view sql) {
    statement query;
    if (const int code = query.prepare(db, sql); code != SQLITE_OK) {
        return -code;
    }
    const int code = query.step();
    if (code == SQLITE_ROW) {
        return query.integer(0);
    }
    return code == SQLITE_DONE ? -1 : -code;
}

inline std::string name_of_journal(const ::testing::TestParamInfo<journal_mode>& parameter) {
    constexpr std::array names{"remove", "truncate", "persist", "wal"};
    return names.at(static_cast<std::size_t>(parameter.param));
}

}  // namespace onceproof::sim::testing
