// See role.hpp.
#include "scenarios/roles/role.hpp"

#include "scenarios/environment.hpp"
#include "scenarios/roles/client.hpp"
#include "scenarios/roles/downstream.hpp"
#include "scenarios/roles/key_store.hpp"
#include "scenarios/roles/prober.hpp"
#include "scenarios/roles/proxy.hpp"
#include "scenarios/roles/server.hpp"
#include "scenarios/roles/sweep.hpp"
#include "sim/process.hpp"
#include "sim/sqlite/storage.hpp"

#include <algorithm>

namespace onceproof::scenarios {
namespace {

std::vector<const role*>& registry() {
    static std::vector<const role*> all{&server_role(), &downstream_role(), &key_store_role(),
                                        &proxy_role(),  &sweep_role(),      &client_role(),
                                        &prober_role()};
    return all;
}

}  // namespace

std::span<const role* const> roles() {
    return registry();
}

registered_role::registered_role(std::unique_ptr<const role> added) : role_(std::move(added)) {
    registry().push_back(role_.get());
}

registered_role::~registered_role() {
    std::erase(registry(), role_.get());
}

sim::host& participant::add_host(std::string_view name) {
    return *hosts_.emplace_back(&environment_.world().add_host(name));
}

void participant::heal(std::span<const std::string_view> lost) {
    for (sim::host* const machine : hosts_) {
        machine->power_on();
        if (sim::storage* disk = machine->attached()) {
            disk->mend();
        }
        for (const auto& p : machine->processes()) {
            if (std::ranges::find(lost, p->name()) != lost.end()) {
                p->kill();
            } else if (p->alive() == nullptr && p->starts() > 0) {
                p->start();
            }
        }
    }
}

}  // namespace onceproof::scenarios
