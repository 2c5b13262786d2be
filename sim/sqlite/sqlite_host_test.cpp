// SQLite's lock states, step by step; each test names who holds what.
#include "sim/sqlite/sqlite_host.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

namespace onceproof::sim {
namespace {

TEST(sqlite_locks, readers_share_and_one_may_prepare_to_write) {
    sqlite_file_state file;
    sqlite_locks a;
    sqlite_locks b;
    EXPECT_EQ(file.lock(a, SQLITE_LOCK_SHARED), SQLITE_OK);
    EXPECT_EQ(file.lock(b, SQLITE_LOCK_SHARED), SQLITE_OK);
    EXPECT_FALSE(file.reserved());
    EXPECT_EQ(file.lock(a, SQLITE_LOCK_RESERVED), SQLITE_OK);
    EXPECT_TRUE(file.reserved());
    EXPECT_EQ(file.lock(b, SQLITE_LOCK_RESERVED), SQLITE_BUSY);
    EXPECT_EQ(b.level, SQLITE_LOCK_SHARED);
}

TEST(sqlite_locks, a_waiting_writer_lets_no_new_reader_in) {
    sqlite_file_state file;
    sqlite_locks writer;
    sqlite_locks reader;
    sqlite_locks late;
    file.lock(reader, SQLITE_LOCK_SHARED);
    file.lock(writer, SQLITE_LOCK_SHARED);
    file.lock(writer, SQLITE_LOCK_RESERVED);
    EXPECT_EQ(file.lock(late, SQLITE_LOCK_SHARED), SQLITE_OK);
    file.unlock(late, SQLITE_LOCK_NONE);

    EXPECT_EQ(file.lock(writer, SQLITE_LOCK_EXCLUSIVE), SQLITE_BUSY);
    EXPECT_EQ(writer.level, SQLITE_LOCK_PENDING);
    EXPECT_EQ(file.lock(late, SQLITE_LOCK_SHARED), SQLITE_BUSY);
    file.unlock(reader, SQLITE_LOCK_NONE);
    EXPECT_EQ(file.lock(writer, SQLITE_LOCK_EXCLUSIVE), SQLITE_OK);
    EXPECT_EQ(file.lock(late, SQLITE_LOCK_SHARED), SQLITE_BUSY);
    file.unlock(writer, SQLITE_LOCK_SHARED);
    EXPECT_EQ(file.lock(late, SQLITE_LOCK_SHARED), SQLITE_OK);
    EXPECT_FALSE(file.reserved());
}

TEST(sqlite_locks, the_dead_hold_nothing) {
    sqlite_file_state file;
    sqlite_locks dead;
    sqlite_locks other;
    file.lock(dead, SQLITE_LOCK_SHARED);
    file.lock(dead, SQLITE_LOCK_EXCLUSIVE);
    file.lock_wal(dead, 0, 1, SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE);
    file.lock_wal(dead, 3, 1, SQLITE_SHM_LOCK | SQLITE_SHM_SHARED);
    EXPECT_FALSE(file.idle());
    file.abandon(dead);
    EXPECT_TRUE(file.idle());
    EXPECT_TRUE(file.has_abandoned());
    EXPECT_EQ(file.lock(other, SQLITE_LOCK_SHARED), SQLITE_OK);
    EXPECT_EQ(file.lock(other, SQLITE_LOCK_EXCLUSIVE), SQLITE_OK);
    EXPECT_EQ(file.lock_wal(other, 0, 8, SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE), SQLITE_OK);
    file.close_abandoned();
    EXPECT_FALSE(file.has_abandoned());
}

TEST(sqlite_locks, locks_of_the_wal_index_are_shared_or_exclusive) {
    sqlite_file_state file;
    sqlite_locks a;
    sqlite_locks b;
    const int share = SQLITE_SHM_LOCK | SQLITE_SHM_SHARED;
    const int exclude = SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE;
    EXPECT_EQ(file.lock_wal(a, 4, 1, share), SQLITE_OK);
    EXPECT_EQ(file.lock_wal(b, 4, 1, share), SQLITE_OK);
    EXPECT_EQ(file.lock_wal(b, 4, 1, exclude), SQLITE_BUSY);
    EXPECT_EQ(file.lock_wal(b, 3, 5, exclude), SQLITE_BUSY);
    EXPECT_EQ(b.exclusive, 0);  // all or none
    EXPECT_EQ(file.lock_wal(a, 4, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_SHARED), SQLITE_OK);
    EXPECT_EQ(file.lock_wal(b, 4, 1, exclude), SQLITE_OK);
    EXPECT_EQ(file.lock_wal(a, 4, 1, share), SQLITE_BUSY);
    EXPECT_EQ(file.lock_wal(a, 5, 1, exclude), SQLITE_OK);
}

TEST(sqlite_locks, shared_memory_lives_as_long_as_somebody_maps_it) {
    sqlite_file_state file;
    sqlite_locks a;
    sqlite_locks b;
    EXPECT_EQ(file.map(a, 0, false), nullptr);
    auto* piece = static_cast<std::byte*>(file.map(a, 1, true));
    ASSERT_NE(piece, nullptr);
    piece[7] = std::byte{7};
    EXPECT_EQ(file.map(b, 1, false), piece);
    file.unmap(a);
    EXPECT_EQ(static_cast<std::byte*>(file.map(b, 1, false))[7], std::byte{7});
    file.unmap(b);
    EXPECT_EQ(file.map(b, 0, false), nullptr);
    EXPECT_EQ(static_cast<std::byte*>(file.map(b, 1, true))[7], std::byte{0});
}

TEST(sqlite_host, all_who_open_a_file_share_its_state_until_the_power_fails) {
    disk storage;
    sqlite_host host{storage};
    const auto file = storage.open_or_create("f");
    const auto state = host.state_of(file);
    EXPECT_EQ(state, host.state_of(storage.open("f")));
    EXPECT_NE(state, host.state_of(storage.open_or_create("g")));
    sqlite_locks a;
    state->lock(a, SQLITE_LOCK_SHARED);
    EXPECT_FALSE(host.idle());
    storage.power_off();
    EXPECT_TRUE(host.idle());
    storage.power_on();
    EXPECT_NE(state, host.state_of(storage.open_or_create("f")));
}

}  // namespace
}  // namespace onceproof::sim
