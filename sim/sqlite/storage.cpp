// See storage.hpp.
#include "sim/sqlite/storage.hpp"

#include "sim/assert.hpp"
#include "sim/host.hpp"
#include "sim/sqlite/sql_client.hpp"
#include "sim/time/wall_clock.hpp"
#include "sim/world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace onceproof::sim {

namespace {

// SQLite finds a VFS by a name that no other in the program has.
std::uint64_t storages_made = 0;

// Like new: nothing is begun, nothing is bound.
void settle_files(const database& db) {
    for (auto* s = sqlite3_next_stmt(db.handle(), nullptr); s != nullptr;
         s = sqlite3_next_stmt(db.handle(), s)) {
        sqlite3_reset(s);
        sqlite3_clear_bindings(s);
    }
    if (db.in_transaction()) {
        sqlite3_exec(db.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
    }
}

std::optional<std::string> cell_of(const statement& row, int column) {
    if (row.is_null(column)) {
        return std::nullopt;
    }
    if (!row.is_blob(column)) {
        return std::string(row.text(column));
    }
    std::string digits;
    for (const std::byte b : row.blob(column)) {
        digits += fmt::format("{:02x}", std::to_integer<unsigned>(b));
    }
    return digits;
}

table::row cells_of(const statement& s) {
    table::row cells;
    for (int i = 0; i < s.columns(); ++i) {
        cells.push_back(cell_of(s, i));
    }
    return cells;
}

}  // namespace

statement& sql_connection::prepared(literal sql) {
    const auto known = std::ranges::find(statements, sql, &kept_statement::sql);
    statement& found =
        known != statements.end() ? known->prepared : statements.emplace_back(sql).prepared;
    if (!found.is_prepared() && db.alive()) {
        const int code = found.prepare(db, sql.text());
        // Who dies while it is compiled may hear anything.
        ONCEPROOF_ASSERT(code != SQLITE_ERROR || !db.alive(), "SQL has to compile");
    }
    return found;
}

storage::storage(std::string_view file, std::string_view schema, database_options options)
    : file_(file), options_(options), serial_(++storages_made) {
    start_sqlite_run(nobody());
    sql_connection& first = take("");
    int code = open(first);
    ONCEPROOF_ASSERT(code == SQLITE_OK, "an empty disk takes a database");
    code = first.db.execute(std::string(schema));
    ONCEPROOF_ASSERT(code == SQLITE_OK, "the schema has to be without error");
    template_.emplace(kernel_);
    template_->keep(first.db);
}

storage::~storage() {
    end_run();
}

void storage::begin_run(host& on) {
    const bool ended = host_ == nullptr && std::ranges::none_of(living_, [](const auto& c) {
                           return c->user != nullptr;
                       });
    ONCEPROOF_ASSERT(ended, "end the run before another begins");
    mend();
    if (on.in().asks_files() || asked_files_) {
        drop_connections();
    }
    asked_files_ = on.in().asks_files();
    raise_the_dead();
    template_->restore();
    std::erase_if(living_, [this](const auto& c) { return !template_->keeps(c->db); });

    draws seeds = on.in().draws_at("sqlite", place(on.name_at(), 0, "sqlite"));
    sqlite_environment seeding = nobody();
    seeding.self = &seeds;
    seeding.random = [](void* self) { return static_cast<draws*>(self)->next(); };
    start_sqlite_run(seeding);

    host_ = &on;
    on.attach(this);
}

void storage::end_run() {
    for (const auto* all : {&living_, &dead_}) {
        for (const auto& c : *all) {
            if (c->user != nullptr) {
                c->user->detach();
                give_back(*c);
            }
        }
    }
    if (host_ != nullptr) {
        host_->attach(nullptr);
        host_ = nullptr;
    }
}

int storage::query(literal sql, const std::function<void(const statement&)>& row) {
    disk_.power_on();
    sql_connection& asking = take("");
    if (const int code = open(asking); code != SQLITE_OK) {
        return code;
    }
    statement& asked = asking.prepared(sql);
    int code = asked.step();
    while (code == SQLITE_ROW) {
        row(asked);
        code = asked.step();
    }
    asked.reset();
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

std::vector<table> storage::tables() {
    std::vector<table> all;
    const int code = query(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
        "ORDER BY name",
        [&](const statement& row) { all.emplace_back().name = row.text(0); });
    if (code != SQLITE_OK) {
        return {};
    }
    for (table& t : all) {
        statement each;
        // In the order in which they were written, where a table has one.
        each.prepare(take("").db, fmt::format("SELECT * FROM \"{}\"", t.name));
        for (int i = 0; i < each.columns(); ++i) {
            t.columns.emplace_back(each.column_name(i));
        }
        while (each.step() == SQLITE_ROW) {
            t.rows.push_back(cells_of(each));
        }
    }
    return all;
}

sql_connection& storage::take(std::string_view process) {
    for (const auto& c : living_) {
        if (c->process == process && c->user == nullptr && c->vfs->alive()) {
            return *c;
        }
    }
    sql_connection& made = *living_.emplace_back(std::make_unique<sql_connection>());
    made.process = process;
    made.vfs = std::make_unique<sqlite_vfs>(kernel_, fmt::format("storage-{}/{}", serial_, ++made_),
                                            nobody());
    return made;
}

int storage::open(sql_connection& taken) {
    if (!taken.db.is_open()) {
        if (const int code = taken.db.open(*taken.vfs, file_, options_); code != SQLITE_OK) {
            return code;
        }
        if (template_) {
            template_->keep(taken.db);
        }
    }
    // What was kept is refused when a new one would be, and looks whether the schema is still the
    // one it knows; a new one reads it, so that preparing needs no locks later.
    statement& look = taken.prepared("SELECT 1 FROM sqlite_schema LIMIT 1");
    const int code = look.step();
    look.reset();
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

void storage::give_back(sql_connection& taken) {
    taken.user = nullptr;
    if (taken.vfs != nullptr) {
        taken.vfs->set_environment(nobody());
    }
    if (taken.db.is_open() && taken.db.alive()) {
        settle_files(taken.db);
    }
}

void storage::close_abandoned(sql_connection& taken) {
    const auto at = std::ranges::find(living_, &taken, [](const auto& c) { return c.get(); });
    ONCEPROOF_ASSERT(at != living_.end(), "only the living die");
    taken.vfs->set_environment(nobody());
    taken.vfs->kill();
    dead_.push_back(std::move(*at));
    living_.erase(at);
}

// Opening a connection and preparing its statements costs as much as a run.
void storage::raise_the_dead() {
    for (auto& c : dead_) {
        if (c->vfs->revivable()) {
            c->vfs->revive();
            living_.push_back(std::move(c));
        } else {
            template_->forget(c->db);
        }
    }
    dead_.clear();
}

void storage::drop_connections() {
    for (auto* all : {&living_, &dead_}) {
        for (const auto& c : *all) {
            template_->forget(c->db);
        }
        all->clear();
    }
}

bool storage::inject(const io_operation& operation, const device_fault& d) {
    if (d.file == file_failure::lost) {
        // Of a database that is gone there is nothing to tell.
        const bool is_lost = operation.kind != io_kind::sync_directory && operation.file != file_ &&
                             disk_.remove(operation.file) == disk_status::ok;
        if (is_lost) {
            disk_.sync_directory(disk::directory_of(operation.file));
        }
        return is_lost;
    }
    const bool concerns = answer_under(d.file, operation).concerns();
    if (concerns && d.span > duration::zero()) {
        failures_.add(d.file);
        host_->in().after(d.span, [this, what = d.file] { failures_.remove(what); });
    } else if (concerns && d.lasting) {
        failures_.add(d.file);
    }
    return concerns;
}

// For connections that no process uses: what they see is the same in every run.
sqlite_environment storage::nobody() {
    return {
        .self = this,
        .random = [](void* self) { return scramble(++static_cast<storage*>(self)->drawn_); },
        .unix_time_ns = [](void*) -> std::int64_t {
            return wall_clock::epoch.time_since_epoch().count();
        },
        .slept = [](void*, std::chrono::microseconds) {},
        .before_io = nullptr,
    };
}

}  // namespace onceproof::sim
