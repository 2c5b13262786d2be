// See environment.hpp.
#include "scenarios/environment.hpp"

#include "sim/assert.hpp"
#include "sim/host.hpp"
#include "sim/net/network.hpp"

#include <fmt/format.h>

#include <utility>

namespace onceproof::scenarios {

using namespace std::chrono_literals;

environment::environment(const designs::implementation& who, disks& on, const workload& work)
    : under_test_(who), disks_(on), work_(work), watcher_(work_, *who.design) {}

environment::~environment() = default;

void environment::begin(sim::world& w, bool nominal) {
    world_ = &w;
    w.net().set_default_link(sim::link(1ms, nominal ? 0ms : 1ms));
    watcher_.begin(w);
    for (const role* r : roles()) {
        if (std::unique_ptr<participant> entered = r->enter(*this)) {
            watcher_.tell(*entered, r->sees());
            there_.push_back(std::move(entered));
        }
    }
    for (const auto& p : there_) {
        p->set_up();
    }
}

void environment::set_to_work() {
    for (const auto& p : there_) {
        p->start();
    }
}

sim::host& environment::host(std::string_view name) {
    std::size_t at = 0;
    while (at < world_->hosts() && world_->host_at(at).name() != name) {
        ++at;
    }
    ONCEPROOF_ASSERT(at < world_->hosts(), "there is a host of that name");
    return world_->host_at(at);
}

sim::storage& environment::keep(sim::host& on, std::string_view file, std::string_view schema,
                                sim::database_options options) {
    auto found = disks_.find(file);
    if (found == disks_.end()) {
        found = disks_.try_emplace(std::string(file), file, schema, options).first;
    }
    found->second.begin_run(on);
    storages_.push_back({std::string(on.name()), &found->second});
    return found->second;
}

void environment::add_address(std::string_view name, const sim::endpoint& where) {
    addresses_.emplace(name, where);
}

std::optional<sim::endpoint> environment::find_address(std::string_view name) const {
    const auto found = addresses_.find(name);
    return found == addresses_.end() ? std::nullopt : std::optional(found->second);
}

sim::endpoint environment::address_of(std::string_view name) const {
    const auto found = addresses_.find(name);
    ONCEPROOF_ASSERT(found != addresses_.end(), "whom a submission asks is there");
    return found->second;
}

std::string environment::look_for_damage() const {
    std::string found;
    for (const kept& k : storages_) {
        const int code = k.storage->query("PRAGMA integrity_check", [&](const sim::statement& row) {
            if (found.empty() && row.text(0) != "ok") {
                found = fmt::format("a database is damaged: {}", row.text(0));
            }
        });
        if (found.empty() && code != SQLITE_OK) {
            found = fmt::format("a database cannot be read: {}", sqlite3_errstr(code));
        }
    }
    return found;
}

void environment::heal(std::span<const std::string_view> lost) {
    world_->net().heal();
    for (const auto& p : there_) {
        p->heal(lost);
    }
}

void environment::ask_again(std::span<const std::string_view> lost) {
    if (may_have_lost()) {
        watcher_.rests_with(effects());
    }
    watcher_.probing_begins();
    for (const auto& p : there_) {
        p->ask_again(lost);
    }
}

void environment::cut_power() {
    for (std::size_t i = 0; i < world_->hosts(); ++i) {
        world_->host_at(i).power_off();
    }
}

void environment::end() {
    for (const kept& k : storages_) {
        k.storage->end_run();
    }
    if (world_->asks_files()) {
        damage_ = look_for_damage();
    }
    watcher_.add_effects(effects().value_or(std::vector<model::seen_effect>()));
    for (const auto& p : there_) {
        p->end();
    }
    watcher_.end();
}

// Whether the power went somewhere, or a disk could fail: otherwise what is there once is there.
bool environment::may_have_lost() const {
    bool may = world_->asks_files();
    for (std::size_t i = 0; i < world_->hosts(); ++i) {
        may = may || world_->host_at(i).boots() > 1;
    }
    return may;
}

bool environment::add_effects_of(std::string_view role, sim::storage& disk,
                                 std::vector<model::seen_effect>& to) {
    const auto add = [&](const sim::statement& row) {
        model::seen_effect& effect = to.emplace_back();
        effect.tenant = row.text(0);
        effect.operation = row.text(1);
        effect.reference = row.text(2);
        effect.id = row.text(3);
        for (int i = 4; i < row.columns(); ++i) {
            effect.details.push_back({std::string(row.column_name(i)), std::string(row.text(i))});
        }
    };
    for (const designs::system_of_record& s : under_test_.design->records) {
        if (s.role == role && disk.query(s.query, add) != SQLITE_OK) {
            return false;
        }
    }
    return true;
}

// Nothing if they cannot be read.
std::optional<std::vector<model::seen_effect>> environment::effects() {
    std::vector<model::seen_effect> all;
    for (const auto& p : there_) {
        if (!p->add_effects(all)) {
            return std::nullopt;
        }
    }
    return all;
}

}  // namespace onceproof::scenarios
