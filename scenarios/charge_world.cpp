// See charge_world.hpp.
#include "scenarios/charge_world.hpp"

#include "model/oracle.hpp"
#include "scenarios/scenario.hpp"
#include "sim/executor.hpp"
#include "sim/hash.hpp"
#include "sim/host.hpp"
#include "sim/network.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace onceproof::scenarios {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using namespace std::chrono_literals;
using model::charge_attempt;
using model::http_response;
using model::retry_policy;

constexpr sim::port_number first_port = 80;

// Short enough for a run to wait for it, long enough for any charge.
constexpr auto lease = 2s;

constexpr auto timeout = 300ms;

// A client whose key was made by somebody above it: a form that is submitted twice sends one key.
class client_with_key final : public cast::client {
public:
    client_with_key(const cast::platform::process& self, sim::endpoint server,
                    const retry_policy& policy, model::client_observer* observer, std::string key)
        : cast::client(self, std::move(server), policy, observer), key_(std::move(key)) {}

protected:
    std::string key_for_attempt(const std::string&, std::uint32_t) override { return key_; }

private:
    std::string key_;
};

std::string reference_of(std::uint64_t intent) {
    return fmt::format("order-{}", intent);
}

model::charge_intent intent_of(const errand& e) {
    const std::string reference = reference_of(e.intent) + (e.other_body ? "/other" : "");
    return {e.intent, e.tenant, 1250, "EUR", reference};
}

model::seen_attempt::purpose purpose_of(const charge_attempt& a, bool probing) {
    if (a.body.find("/other\"") != std::string::npos) {
        return model::seen_attempt::purpose::other_body;
    }
    return probing ? model::seen_attempt::purpose::probe : model::seen_attempt::purpose::work;
}

}  // namespace

const faults::fault_space& charge_faults() {
    static const faults::fault_space all = [] {
        using sim::disturbance;
        using sim::harm;
        faults::fault_space space = faults::world_faults();
        add(space, {"past the timeout", disturbance(harm::delay, timeout + 100ms)});
        add(space, {"past the timeout", disturbance(harm::partition, timeout + 100ms)});
        add(space, {"past the lease", disturbance(harm::pause, lease + 500ms)});
        return space;
    }();
    return all;
}

const cast& reference_cast() {
    static constexpr cast reference{
        [](const cast::platform::process& self) {
            return std::make_unique<cast::server>(self, model::charge_server_options(lease));
        },
        [](const cast::platform::process& self, sim::endpoint server, const retry_policy& policy,
           model::client_observer* observer) {
            return std::make_unique<cast::client>(self, std::move(server), policy, observer);
        }};
    return reference;
}

void charge_world::begin(sim::world& w, sim::storage& disk, bool nominal) {
    world_ = &w;
    w.net().set_default_link(sim::link(1ms, nominal ? 0ms : 1ms));
    api_ = &w.add_host("api");
    disk.begin_run(*api_);
}

void charge_world::set_to_work(const workload& work) {
    for (const std::string& name : work.servers) {
        add_server(name);
    }
    for (const client_work& c : work.clients) {
        add_client(c, retry_policy(timeout, work.attempts_max, 30s, 50ms, 1s));
    }
}

void charge_world::add_server(std::string_view name) {
    const auto port = static_cast<sim::port_number>(first_port + ports_.size());
    ports_.emplace(name, port);
    sim::process& added = api_->add_process(name, [this, port](sim::incarnation& self) {
        asio::co_spawn(self, run_server(self, port), asio::detached);
    });
    servers_.push_back(added.name_at());
    added.start();
}

awaitable<void> charge_world::run_server(sim::incarnation& self, sim::port_number port) {
    const std::unique_ptr<cast::server> server = cast_.make_server(self);
    co_await server->serve(port);
}

void charge_world::add_client(const client_work& work, const retry_policy& policy) {
    sim::host& home = world_->add_host(fmt::format("{}'s host", work.name));
    sim::process& added =
        home.add_process(work.name, [this, errands = work.errands, policy](sim::incarnation& self) {
            asio::co_spawn(self, run_client(self, errands, policy), asio::detached);
        });
    if (work.start > sim::duration::zero()) {
        added.start_after(work.start);
    } else {
        added.start();
    }
}

awaitable<void> charge_world::run_client(sim::incarnation& self, std::vector<errand> errands,
                                         retry_policy policy) {
    for (const errand& e : errands) {
        const std::unique_ptr<cast::client> client = client_for(self, e, policy);
        co_await client->pay(intent_of(e));
    }
}

std::unique_ptr<cast::client> charge_world::client_for(sim::incarnation& self, const errand& e,
                                                       const retry_policy& policy) {
    const sim::endpoint server("api", ports_.find(e.at)->second);
    const bool known = e.key.empty() && keys_.contains(e.intent);
    const std::string key = known ? keys_[e.intent] : e.key;
    if (key.empty()) {
        return cast_.make_client(self, server, policy, this);
    }
    return std::make_unique<client_with_key>(self, server, policy, this, key);
}

void charge_world::heal() {
    probing_ = true;
    world_->net().heal();
    for (std::size_t i = 0; i < world_->hosts(); ++i) {
        sim::host& machine = world_->host_at(i);
        machine.power_on();
        for (const auto& p : machine.processes()) {
            if (p->alive() == nullptr && p->starts() > 0) {
                p->start();
            }
        }
    }
}

void charge_world::probe() {
    std::vector<errand> errands;
    for (const model::seen_intent& i : seen_.intents) {
        errand again(i.number);
        again.at = ports_.begin()->first;
        again.tenant = i.tenant;
        errand other = again;
        other.other_body = true;
        errands.push_back(again);
        errands.push_back(other);
    }
    if (!errands.empty()) {
        add_client({"prober", std::move(errands)}, retry_policy(timeout, 8, 30s, 50ms, 1s));
    }
}

void charge_world::read_effects(sim::storage& disk) {
    disk.query("SELECT tenant, reference, amount FROM ledger ORDER BY id",
               [&](const sim::statement& row) {
                   seen_.effects.push_back(
                       {std::string(row.text(0)), std::string(row.text(1)), row.integer(2)});
               });
    happened_.killed_between_effect_and_answer =
        kills_ > 0 && charges_noted_ == 0 && !seen_.effects.empty();
}

model::seen_intent& charge_world::intent(const charge_attempt& a) {
    const auto known = std::find_if(seen_.intents.begin(), seen_.intents.end(),
                                    [&](const auto& i) { return i.number == a.intent; });
    if (known != seen_.intents.end()) {
        return *known;
    }
    return seen_.intents.emplace_back(
        model::seen_intent{a.intent, a.tenant, reference_of(a.intent), false});
}

void charge_world::attempt_begins(const charge_attempt& a) {
    intent(a);
    keys_.insert_or_assign(a.intent, a.key);
}

void charge_world::attempt_ends(const charge_attempt& a,
                                const std::optional<http_response>& answer) {
    const auto why = purpose_of(a, probing_);
    seen_.attempts.push_back({a.intent, a.number, why, answer});
    if (answer && model::is_final(*answer) && why != model::seen_attempt::purpose::other_body) {
        intent(a).settled = true;
    }
}

std::string charge_world::what_holds_up(std::uint64_t intent) const {
    std::string text = "it was never asked for";
    for (const model::seen_attempt& a : seen_.attempts) {
        if (a.intent == intent && a.why != model::seen_attempt::purpose::other_body) {
            text = a.answer ? fmt::format("its last answer was {}", a.answer->status)
                            : "its last attempt had no answer";
        }
    }
    const std::string label = fmt::format("pay-{}/", intent);
    for (const seen_claim& c : claims_) {
        const auto died = std::find_if(deaths_.begin(), deaths_.end(), [&](const auto& d) {
            return d.first == c.by && d.second >= c.at;
        });
        if (world_->activities().name(c.activity).starts_with(label) && died != deaths_.end()) {
            text += fmt::format("; {} claimed its key at {} ms and died at {} ms",
                                world_->name(c.by), sim::to_text(c.at), sim::to_text(died->second));
        }
    }
    return text;
}

bool charge_world::is_server(sim::name_index who) const {
    return std::find(servers_.begin(), servers_.end(), who) != servers_.end();
}

// Called for every event of every run: looks at what it must and no more.
void charge_world::saw(const sim::record& r) {
    switch (r.what) {
        case sim::happening::note:
            note_behaviour(r);
            saw_note(r);
            break;
        case sim::happening::lost:
            if (is_server(r.who) && charged_under_ != 0 && r.activity == charged_under_) {
                happened_.lost_answer_after_effect = true;
            }
            break;
        case sim::happening::started:
        case sim::happening::refused:
        case sim::happening::saw_reset:
            note_behaviour(r);
            break;
        case sim::happening::killed:
            note_behaviour(r);
            if (is_server(r.who)) {
                ++kills_;
                deaths_.emplace_back(r.who, r.at);
            }
            break;
        case sim::happening::powered_off:
            note_behaviour(r);
            for (const sim::name_index server : servers_) {
                if (r.who == api_->name_at()) {
                    deaths_.emplace_back(server, r.at);
                }
            }
            break;
        case sim::happening::crashed:
            happened_.crash = fmt::format("{} crashed: {}", world_->name(r.who), r.detail);
            break;
        default:
            break;
    }
}

void charge_world::note_behaviour(const sim::record& r) {
    const std::uint64_t what = sim::mix(static_cast<std::uint64_t>(r.what), sim::hash_text(r.word));
    const std::uint64_t who = sim::mix(world_->name_id(r.who), world_->activities().id(r.activity));
    behaviour_ = sim::mix(behaviour_, sim::mix(sim::mix(what, who), r.a));
}

void charge_world::saw_note(const sim::record& r) {
    if (r.word == "claims the key") {
        claims_.push_back({r.activity, r.who, r.at});
    } else if (r.word == "CHARGES") {
        ++charges_noted_;
        charged_under_ = r.activity;
    } else if (r.word == "replays the stored answer") {
        happened_.replayed |= !probing_;
    } else if (r.word == "refuses: in flight") {
        happened_.refused_in_flight = true;
    } else if (r.word == "refuses: another request") {
        happened_.refused_other_request |= !probing_;
    }
}

}  // namespace onceproof::scenarios
