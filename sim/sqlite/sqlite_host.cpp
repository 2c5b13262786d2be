// See sqlite_host.hpp.
#include "sim/sqlite/sqlite_host.hpp"

#include "sim/assert.hpp"

#include <sqlite3.h>

#include <algorithm>

namespace onceproof::sim {

int sqlite_file_state::lock(sqlite_locks& mine, int level) {
    if (mine.level >= level) {
        return SQLITE_OK;
    }
    if (level == SQLITE_LOCK_EXCLUSIVE) {
        return lock_exclusively(mine);
    }
    if (level == SQLITE_LOCK_SHARED) {
        if (writer_ != nullptr && writer_->level >= SQLITE_LOCK_PENDING) {
            return SQLITE_BUSY;
        }
        ++readers_;
    } else {
        ONCEPROOF_ASSERT(mine.level == SQLITE_LOCK_SHARED, "RESERVED is reached from SHARED");
        if (writer_ != nullptr) {
            return SQLITE_BUSY;
        }
        writer_ = &mine;
    }
    mine.level = level;
    return SQLITE_OK;
}

int sqlite_file_state::lock_exclusively(sqlite_locks& mine) {
    ONCEPROOF_ASSERT(mine.level >= SQLITE_LOCK_SHARED, "EXCLUSIVE is reached from SHARED");
    if (writer_ != nullptr && writer_ != &mine) {
        return SQLITE_BUSY;
    }
    writer_ = &mine;
    mine.level = readers_ > 1 ? SQLITE_LOCK_PENDING : SQLITE_LOCK_EXCLUSIVE;
    return mine.level == SQLITE_LOCK_EXCLUSIVE ? SQLITE_OK : SQLITE_BUSY;
}

int sqlite_file_state::unlock(sqlite_locks& mine, int level) {
    if (mine.level <= level) {
        return SQLITE_OK;
    }
    if (writer_ == &mine) {
        writer_ = nullptr;
    }
    if (level == SQLITE_LOCK_NONE) {
        --readers_;
    }
    mine.level = level;
    return SQLITE_OK;
}

int sqlite_file_state::lock_wal(sqlite_locks& mine, int first, int count, int flags) {
    const bool exclusive = (flags & SQLITE_SHM_EXCLUSIVE) != 0;
    const auto begin = static_cast<std::size_t>(first);
    const auto end = begin + static_cast<std::size_t>(count);
    ONCEPROOF_ASSERT(end <= wal_shared_.size(), "the wal-index has eight locks");
    const auto bit = [](std::size_t slot) { return static_cast<std::uint8_t>(1U << slot); };

    if ((flags & SQLITE_SHM_UNLOCK) != 0) {
        for (auto slot = begin; slot < end; ++slot) {
            wal_shared_[slot] -= (mine.shared & bit(slot)) != 0 ? 1 : 0;
            wal_exclusive_[slot] = wal_exclusive_[slot] && (mine.exclusive & bit(slot)) == 0;
            mine.shared &= static_cast<std::uint8_t>(~bit(slot));
            mine.exclusive &= static_cast<std::uint8_t>(~bit(slot));
        }
        return SQLITE_OK;
    }
    for (auto slot = begin; slot < end; ++slot) {
        const int others = wal_shared_[slot] - ((mine.shared & bit(slot)) != 0 ? 1 : 0);
        const bool taken = wal_exclusive_[slot] && (mine.exclusive & bit(slot)) == 0;
        if (taken || (exclusive && others > 0)) {
            return SQLITE_BUSY;
        }
    }
    for (auto slot = begin; slot < end; ++slot) {
        if (exclusive) {
            wal_exclusive_[slot] = true;
            mine.exclusive |= bit(slot);
        } else if ((mine.shared & bit(slot)) == 0) {
            ++wal_shared_[slot];
            mine.shared |= bit(slot);
        }
    }
    return SQLITE_OK;
}

void* sqlite_file_state::map(sqlite_locks& mine, std::size_t piece, bool extend) {
    if (!mine.mapped) {
        mine.mapped = true;
        ++mapped_;
    }
    while (extend && memory_->size() <= piece) {
        memory_->push_back(std::make_unique<wal_index::value_type::element_type>());
    }
    return piece < memory_->size() ? (*memory_)[piece]->data() : nullptr;
}

void sqlite_file_state::unmap(sqlite_locks& mine) {
    if (mine.mapped) {
        mine.mapped = false;
        if (--mapped_ == 0) {
            // Not cleared: dead connections may still point into the old one.
            memory_ = std::make_shared<wal_index>();
        }
    }
}

void sqlite_file_state::release(sqlite_locks& mine) {
    unlock(mine, SQLITE_LOCK_NONE);
    lock_wal(mine, 0, static_cast<int>(wal_shared_.size()), SQLITE_SHM_UNLOCK);
    unmap(mine);
}

void sqlite_file_state::abandon(sqlite_locks& mine) {
    release(mine);
    ++abandoned_;
}

bool sqlite_file_state::idle() const {
    // A WAL's connections keep SHARED from their first transaction to the end.
    return writer_ == nullptr && readers_ == mapped_ &&
           std::ranges::count(wal_exclusive_, true) == 0 &&
           std::ranges::count(wal_shared_, 0) == static_cast<std::ptrdiff_t>(wal_shared_.size());
}

void sqlite_file_state::wipe_memory() {
    ONCEPROOF_ASSERT(idle(), "somebody still uses this database");
    for (const auto& piece : *memory_) {
        piece->fill(std::byte{0});
    }
}

std::shared_ptr<sqlite_file_state> sqlite_host::state_of(const disk::file& f) {
    forget_the_lost();
    auto& known = states_[f.id()];
    auto state = known.lock();
    if (state == nullptr) {
        state = std::make_shared<sqlite_file_state>();
        known = state;
    }
    return state;
}

bool sqlite_host::idle() {
    forget_the_lost();
    return std::ranges::all_of(states_, [](const auto& entry) {
        const auto state = entry.second.lock();
        return state == nullptr || state->idle();
    });
}

bool sqlite_host::has_abandoned() {
    forget_the_lost();
    return std::ranges::any_of(states_, [](const auto& entry) {
        const auto state = entry.second.lock();
        return state != nullptr && state->has_abandoned();
    });
}

void sqlite_host::wipe_shared_memory() {
    forget_the_lost();
    for (const auto& [number, known] : states_) {
        if (const auto state = known.lock()) {
            state->wipe_memory();
        }
    }
}

// Kernel memory does not survive a power-off, and a closed file needs no state.
void sqlite_host::forget_the_lost() {
    if (generation_ != disk_.generation()) {
        generation_ = disk_.generation();
        states_.clear();
    }
    std::erase_if(states_, [](const auto& entry) { return entry.second.expired(); });
}

}  // namespace onceproof::sim
