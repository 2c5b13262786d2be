// See sqlite_template.hpp. File offsets are those of sqlite.org, "Database File Format", 1.3.
#include "sim/sqlite/sqlite_template.hpp"

#include "sim/assert.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <utility>

namespace onceproof::sim {

namespace {

constexpr std::size_t header_bytes = 100;
constexpr std::size_t write_version_at = 18;  // 1: rollback journal, 2: WAL
constexpr std::size_t change_counter_at = 24;
constexpr std::size_t version_valid_for_at = 92;

bool is_database(std::span<const std::byte> content) {
    return content.size() >= header_bytes &&
           std::memcmp(content.data(), "SQLite format 3", 16) == 0;
}

bool uses_wal(std::span<const std::byte> content) {
    return is_database(content) && content[write_version_at] == std::byte{2};
}

std::uint32_t counter_in(std::span<const std::byte> content) {
    std::uint32_t value = 0;
    for (const auto part : content.subspan(change_counter_at, 4)) {
        value = value << 8U | std::to_integer<std::uint32_t>(part);
    }
    return value;
}

std::array<std::byte, 4> big_endian(std::uint32_t value) {
    return {std::byte(value >> 24U), std::byte(value >> 16U), std::byte(value >> 8U),
            std::byte(value)};
}

// Ends whatever the connection has open.
void settle(sqlite3* connection) {
    sqlite3_set_last_insert_rowid(connection, 0);
    if (sqlite3_txn_state(connection, nullptr) == SQLITE_TXN_NONE &&
        sqlite3_get_autocommit(connection) != 0) {
        return;
    }
    for (auto* s = sqlite3_next_stmt(connection, nullptr); s != nullptr;
         s = sqlite3_next_stmt(connection, s)) {
        sqlite3_reset(s);
    }
    if (sqlite3_get_autocommit(connection) == 0) {
        sqlite3_exec(connection, "ROLLBACK", nullptr, nullptr, nullptr);
    }
}

}  // namespace

database_template::database_template(sqlite_host& host, std::uint32_t stride)
    : host_(host), stride_(stride) {
    ONCEPROOF_ASSERT(stride > 0, "the change counter has to move");
    ONCEPROOF_ASSERT(host.idle(), "finish the transactions before the picture is taken");
    auto& storage = host.storage();
    for (const auto& name : storage.names()) {
        std::array<std::byte, header_bytes> header{};
        storage.read(storage.open(name), 0, header);
        if (uses_wal(header)) {
            // Or each run would create it anew, and those who still have the last run's log open
            // would write to a file that nobody else can see.
            storage.open_or_create(name + "-wal");
        }
    }
    image_ = storage.snapshot();
    for (const auto& name : image_.names()) {
        const auto content = image_.content(name);
        if (is_database(content) && !uses_wal(content)) {
            counted_.push_back({name, counter_in(content)});
        }
    }
}

void database_template::keep(database& kept) {
    ONCEPROOF_ASSERT(kept.is_open() && &kept.on().on() == &host_, "a connection on this host");
    if (!keeps(kept)) {
        kept_.push_back(&kept);
    }
}

void database_template::forget(const database& kept) {
    std::erase(kept_, &kept);
}

bool database_template::keeps(const database& one) const {
    return std::ranges::find(kept_, &one) != kept_.end();
}

bool database_template::restore() {
    for (auto* kept : kept_) {
        if (kept->alive()) {
            settle(kept->handle());
        }
    }
    ONCEPROOF_ASSERT(!host_.has_abandoned(),
                     "close or revive the dead before the disk is put back");
    ONCEPROOF_ASSERT(host_.idle(), "a connection that is not kept has a transaction open");
    // A WAL's readers trust what the shared memory says about the log. Zeros make the first of
    // them recover, that is, look into the log itself.
    host_.wipe_shared_memory();
    host_.storage().restore(image_);
    move_change_counters();
    // Also those that were closed in the meantime.
    const auto lost = std::erase_if(kept_, [](const database* kept) {
        return !kept->is_open() || !kept->on().reusable(kept->handle());
    });
    return lost == 0;
}

// A rollback journal's reader believes its cache as long as the change counter is what it saw
// last. What it saw may be any value that the runs before have reached, those of lost transactions
// too, so each run counts in a stretch of its own.
void database_template::move_change_counters() {
    ++moved_;
    if ((std::uint64_t{moved_} * stride_) >> 32U != 0) {
        // Around once: values come again, so whoever remembers one must forget.
        moved_ = 1;
        for (auto* kept : kept_) {
            if (kept->alive()) {
                sqlite3_db_release_memory(kept->handle());
            }
        }
    }
    auto& storage = host_.storage();
    for (const auto& [name, first] : counted_) {
        const auto file = storage.open(name);
        const auto counter = big_endian(first + (moved_ * stride_));
        storage.write(file, change_counter_at, counter);
        storage.write(file, version_valid_for_at, counter);
        storage.sync(file);
    }
}

}  // namespace onceproof::sim
