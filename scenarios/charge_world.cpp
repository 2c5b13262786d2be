// See charge_world.hpp.
#include "scenarios/charge_world.hpp"

#include "model/acquirer.hpp"
#include "model/key_store.hpp"
#include "scenarios/resending_proxy.hpp"
#include "sim/assert.hpp"
#include "sim/channel.hpp"
#include "sim/executor.hpp"
#include "sim/host.hpp"
#include "sim/network.hpp"
#include "sim/timer.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace onceproof::scenarios {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using namespace std::chrono_literals;

constexpr sim::port_number first_port = 80;
constexpr std::string_view prober_name = "prober";

sim::endpoint endpoint_downstream() {
    return {"acquirer", first_port};
}

sim::endpoint endpoint_of_store() {
    return {"store", first_port};
}

model::charge_intent intent_of(const errand& e) {
    const std::int64_t amount = e.amount + (e.other_body ? 1 : 0);
    model::charge_intent intent(e.intent, e.tenant, amount, "EUR",
                                fmt::format("order-{}", e.intent));
    intent.operation = e.operation;
    intent.description = std::string(e.extra, 'x');
    intent.keyed = e.keyed;
    intent.respelled = e.respelled;
    intent.minimal = e.minimal;
    return intent;
}

bool is_among(std::string_view name, std::span<const std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// Of one that was told to stop.
constexpr auto restart_of_server = 1s;

awaitable<void> stop_at(sim::incarnation& self, std::shared_ptr<cast::server> server,
                        sim::duration since_begin) {
    sim::timer due(self.get_executor(), sim::time_point(since_begin));
    co_await due.async_wait(asio::use_awaitable);
    server->stop();
}

bool is_repeat_unsafe(const errand& e) {
    return e.operation.starts_with("POST ");
}

}  // namespace

disks::disks(const performer& by) : servers_("charges.db", by.as->schema(), by.storage()) {
    if (by.as->has_downstream()) {
        downstream_.emplace("payments.db", model::acquirer_schema);
    }
}

sim::storage& disks::client(std::size_t i) {
    while (clients_.size() <= i) {
        clients_.emplace_back(fmt::format("keys-{}.db", clients_.size()), model::key_book_schema);
    }
    return clients_[i];
}

// Sees what a client shows, for the watcher.
struct charge_world::observer final : model::client_observer {
    observer(charge_watcher& w, const sim::incarnation& self, std::string_view of_server)
        : watcher(w), client(self.of().name()), run(self.number()), server(of_server) {}

    void attempt_begins(const model::charge_attempt& a) override {
        watcher.attempt_begins(client, run, server, a);
    }
    void attempt_sends(const model::charge_attempt& a, const model::http_request& r) override {
        watcher.attempt_sends(client, run, a, r);
    }
    void attempt_ends(const model::charge_attempt& a,
                      const std::optional<model::http_response>& answer) override {
        watcher.attempt_ends(client, run, a, answer);
    }
    void intent_settles(const model::charge_intent& i,
                        const std::optional<model::http_response>& told) override {
        watcher.settles(client, i.number, told);
    }

    charge_watcher& watcher;
    std::string client;
    std::uint32_t run;
    std::string server;
};

// What a client process has while it runs.
struct charge_world::client_run {
    client_run(sim::incarnation& s, const model::retry_policy& p) : self(s), policy(p) {}

    // For one server: a budget and a breaker are those of all errands there.
    struct client_at {
        client_at(charge_watcher& w, const sim::incarnation& self, std::string_view server)
            : sees(w, self, server) {}

        observer sees;
        std::unique_ptr<cast::client> pays{};
    };

    sim::incarnation& self;
    model::retry_policy policy;
    model::key_book* keys = nullptr;
    std::unique_ptr<model::key_book> on_disk{};
    std::map<std::string, client_at> clients{};
    bool prober = false;
};

charge_world::charge_world(const performer& who, disks& on, const workload& work)
    : who_(who), disks_(on), work_(work), watcher_(work_, *who.as) {}

void charge_world::begin(sim::world& w, bool nominal) {
    world_ = &w;
    w.net().set_default_link(sim::link(1ms, nominal ? 0ms : 1ms));
    api_ = &w.add_host("api");
    watcher_.begin(w, api_->name_at());
    keep(disks_.servers(), *api_);
}

void charge_world::keep(sim::storage& what, sim::host& on) {
    what.begin_run(on);
    storages_.push_back({std::string(on.name()), &what});
}

std::string charge_world::look_for_damage() const {
    std::string found;
    for (const kept& k : storages_) {
        const int code = k.what->query("PRAGMA integrity_check", [&](const sim::statement& row) {
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

void charge_world::set_to_work() {
    if (who_.as->has_downstream()) {
        add_downstream();
    }
    if (who_.as->needs == requirement::key_store) {
        add_store();
    }
    for (const server_work& server : work_.servers) {
        add_server(server);
    }
    if (work_.proxy) {
        add_proxy();
    }
    if (work_.sweep_at > sim::duration::zero()) {
        add_sweep();
    }
    model::retry_policy policy = who_.as->promised->retry;
    policy.attempts_max = std::min(policy.attempts_max, work_.attempts_max);
    for (const client_work& c : work_.clients) {
        add_client(c, policy, false);
    }
}

void charge_world::add_server(const server_work& work) {
    const auto port = static_cast<sim::port_number>(first_port + ports_.size());
    ports_.emplace(work.name, port);
    sim::process& added = api_->add_process(work.name, [this, port, work](sim::incarnation& self) {
        asio::co_spawn(self, run_server(self, port, work), asio::detached);
    });
    watcher_.add_server(added.name_at());
    if (who_.as->is_silent) {
        added.keep_silent();
    }
    added.start();
}

// Its first incarnation alone is of the former version, or stops: the next one is the newer.
awaitable<void> charge_world::run_server(sim::incarnation& self, sim::port_number port,
                                         server_work work) {
    const bool first = self.number() == 1;
    model::server_setting<platform> setting(*who_.as->promised, endpoint_downstream(),
                                            endpoint_of_store());
    setting.writes_former_fingerprints = work.former && first;
    const std::shared_ptr<cast::server> server = who_.who().make_server(self, setting);
    if (work.stops_at > sim::duration::zero() && first) {
        asio::co_spawn(self, stop_at(self, server, work.stops_at), asio::detached);
    }
    co_await server->serve(port);
    self.of().kill();
    self.of().start_after(restart_of_server);
}

void charge_world::add_downstream() {
    sim::host& home = world_->add_host("acquirer");
    keep(disks_.downstream(), home);
    sim::process& added = home.add_process("acquirer-1", [this](sim::incarnation& self) {
        asio::co_spawn(self, run_downstream(self), asio::detached);
    });
    watcher_.add_downstream(added.name_at());
    added.start();
}

awaitable<void> charge_world::run_downstream(sim::incarnation& self) {
    model::acquirer_options options(who_.as->needs == requirement::keyed_downstream);
    options.visible_after = work_.downstream.lag;
    options.work_time = work_.downstream.span;
    model::acquirer<platform> server(self, options);
    co_await server.serve(first_port);
}

void charge_world::add_store() {
    sim::host& home = world_->add_host("store");
    home.add_process("store-1",
                     [this](sim::incarnation& self) {
                         asio::co_spawn(self, run_store(self), asio::detached);
                     })
        .start();
}

awaitable<void> charge_world::run_store(sim::incarnation& self) {
    model::key_store<platform> store(self);
    co_await store.serve(first_port);
}

void charge_world::add_proxy() {
    std::vector<sim::endpoint> servers;
    for (const auto& [name, port] : ports_) {
        servers.emplace_back("api", port);
    }
    sim::host& home = world_->add_host("proxy");
    home.add_process("proxy-1",
                     [servers](sim::incarnation& self) {
                         asio::co_spawn(self, run_proxy(self, first_port, servers), asio::detached);
                     })
        .start();
}

// A cron job of the servers' host.
void charge_world::add_sweep() {
    const model::contract& promised = *who_.as->promised;
    api_->add_process(sweep_name,
                      [&promised](sim::incarnation& self) {
                          asio::co_spawn(self, model::sweep_records<platform>(self, promised),
                                         asio::detached);
                      })
        .start_after(work_.sweep_at);
}

void charge_world::add_client(const client_work& work, const model::retry_policy& policy,
                              bool prober) {
    sim::host& home = world_->add_host(fmt::format("{}'s host", work.name));
    if (work.on_disk) {
        keep(disks_.client(clients_on_disk_++), home);
    }
    for (const errand& e : work.errands) {
        if (!e.key.empty()) {
            (prober ? prober_keys_ : keys_).remember(e.intent, e.key);
        }
    }
    sim::process& added =
        home.add_process(work.name, [this, work, policy, prober](sim::incarnation& self) {
            asio::co_spawn(self, run_client(self, work, policy, prober), asio::detached);
        });
    if (work.start > sim::duration::zero()) {
        added.start_after(work.start);
    } else {
        added.start();
    }
}

awaitable<void> charge_world::run_client(sim::incarnation& self, client_work work,
                                         model::retry_policy policy, bool prober) {
    const auto run = std::make_shared<client_run>(self, policy);
    run->prober = prober;
    run->keys = prober ? &prober_keys_ : &keys_;
    if (work.on_disk) {
        run->on_disk = std::make_unique<model::stored_keys<platform>>(self);
        run->keys = run->on_disk.get();
    }
    if (!work.at_once) {
        for (const errand& e : work.errands) {
            co_await do_errand(run, e);
        }
        co_return;
    }
    sim::channel<void> done(self.get_executor(), work.errands.size());
    for (const errand& e : work.errands) {
        asio::co_spawn(self, do_errand(run, e), [&done](const std::exception_ptr& failure) {
            if (failure) {
                std::rethrow_exception(failure);
            }
            done.try_send({});
        });
    }
    for (std::size_t i = 0; i < work.errands.size(); ++i) {
        co_await done.async_receive(asio::use_awaitable);
    }
}

// Owns the run as well: of a process that dies, the frames go in any order.
awaitable<void> charge_world::do_errand(std::shared_ptr<client_run> run, errand e) {
    auto& client = run->clients.try_emplace(e.at, watcher_, run->self, e.at).first->second;
    if (client.pays == nullptr) {
        const auto port = ports_.find(e.at);
        const sim::endpoint server = port == ports_.end() ? sim::endpoint("proxy", first_port)
                                                          : sim::endpoint("api", port->second);
        // The prober is whole, whoever plays.
        const auto make = run->prober ? &make_reference_client : who_.who().make_client;
        client.pays = make(run->self, server, run->policy, &client.sees, run->keys);
    }
    if (!e.keyed && run->self.number() > 1) {
        co_return;  // whether it was sent before is not known, and nothing would tell it apart
    }
    co_await client.pays->pay(intent_of(e));
}

void charge_world::heal(std::span<const std::string_view> lost) {
    world_->net().heal();
    for (std::size_t i = 0; i < world_->hosts(); ++i) {
        sim::host& machine = world_->host_at(i);
        machine.power_on();
        if (sim::storage* disk = machine.attached()) {
            disk->mend();
        }
        for (const auto& p : machine.processes()) {
            if (is_among(p->name(), lost)) {
                p->kill();
            } else if (p->alive() == nullptr && p->starts() > 0) {
                p->start();
            }
        }
    }
}

void charge_world::probe(std::span<const std::string_view> lost) {
    if (may_have_lost()) {
        watcher_.rests_with(effects());
    }
    watcher_.probing_begins();
    const auto server = std::find_if(ports_.begin(), ports_.end(), [&](const auto& named) {
        return !is_among(named.first, lost);
    });
    ONCEPROOF_ASSERT(server != ports_.end() || watcher_.seen().intents.empty(),
                     "somebody is left to be asked");
    client_work prober{std::string(prober_name), {}};
    for (const model::seen_intent& i : watcher_.seen().intents) {
        errand again = *errand_of(work_, i.number);
        again.at = server->first;
        again.respelled = false;
        again.key = watcher_.last_key(i.number);
        if (!is_repeat_unsafe(again) || again.key.empty()) {
            continue;
        }
        errand other = again;
        other.other_body = true;
        prober.errands.insert(prober.errands.end(), {again, other, again});
    }
    if (!prober.errands.empty()) {
        model::retry_policy policy = who_.as->promised->retry;
        policy.budget = {};
        policy.breaker = {};
        add_client(prober, policy, true);
    }
}

void charge_world::cut_power() {
    for (std::size_t i = 0; i < world_->hosts(); ++i) {
        world_->host_at(i).power_off();
    }
}

void charge_world::end() {
    for (const kept& k : storages_) {
        k.what->end_run();
    }
    if (world_->asks_files()) {
        damage_ = look_for_damage();
    }
    watcher_.add_effects(effects().value_or(std::vector<model::seen_effect>()));
    watcher_.end();
}

// Whether the power went somewhere, or a disk could fail: otherwise what is there once is there.
bool charge_world::may_have_lost() const {
    bool may = world_->asks_files();
    for (std::size_t i = 0; i < world_->hosts(); ++i) {
        may = may || world_->host_at(i).boots() > 1;
    }
    return may;
}

// Nothing if they cannot be read.
std::optional<std::vector<model::seen_effect>> charge_world::effects() {
    std::vector<model::seen_effect> all;
    const auto add = [&](const sim::statement& row) {
        model::seen_effect& effect = all.emplace_back();
        effect.tenant = row.text(0);
        effect.operation = row.text(1);
        effect.reference = row.text(2);
        effect.amount = row.integer(3);
    };
    int code = disks_.servers().query(
        "SELECT tenant, operation, reference, amount FROM ledger ORDER BY id", add);
    if (code == SQLITE_OK && who_.as->has_downstream()) {
        code = disks_.downstream().query(
            "SELECT tenant, 'POST /v1/charges', reference, amount FROM payments "
            "WHERE kind = 'capture' ORDER BY id",
            add);
    }
    return code == SQLITE_OK ? std::optional(std::move(all)) : std::nullopt;
}

}  // namespace onceproof::scenarios
