// See storm.hpp.
#include "experiments/storm.hpp"

#include "designs/parts/charge_operations.hpp"
#include "designs/role_factories.hpp"
#include "designs/subject.hpp"
#include "model/contract/contracts.hpp"
#include "model/http/http.hpp"
#include "model/http/request_deadline.hpp"
#include "sim/assert.hpp"
#include "sim/host.hpp"
#include "sim/net/acceptor.hpp"
#include "sim/random.hpp"
#include "sim/time/timer.hpp"
#include "sim/world.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace onceproof::experiments {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;
using namespace std::chrono_literals;

constexpr sim::port_number port = 80;

awaitable<void> sleep_until(sim::incarnation& self, sim::time_point when) {
    sim::timer over(self, when);
    co_await over.async_wait(use_awaitable);
}

// As the client said. Requires: it did.
sim::duration patience_of(const model::http_request& request) {
    const auto said = model::read_request_deadline(request);
    ONCEPROOF_ASSERT(said.has_value(), "the reference client tells its deadline");
    return *said;
}

// What becomes of a request.
struct turn {
    bool comes;  // false: it would come too late, and is dropped
    sim::time_point ends;
};

// The service's workers, as the times at which they have done all that they were given. As nothing
// overtakes, no more need be known.
class worker_pool {
public:
    explicit worker_pool(const storm_setting& setting)
        : setting_(setting), free_at_(setting.workers) {}

    // Of a request that comes now, from a client that waits so long.
    turn take(sim::time_point now, sim::duration patience) {
        const auto next = std::min_element(free_at_.begin(), free_at_.end());
        const sim::time_point begin = std::max(now, *next);
        if (setting_.drops_late && begin + 2 * setting_.work > now + patience) {
            return {false, begin};
        }
        *next = begin + (while_failing(begin) ? setting_.slow_work : setting_.work);
        return {true, *next};
    }

    bool is_down(sim::time_point now) const { return setting_.down && while_failing(now); }

private:
    bool while_failing(sim::time_point at) const {
        return at.time_since_epoch() >= setting_.slow_from &&
               at.time_since_epoch() < setting_.slow_until;
    }

    storm_setting setting_;
    std::vector<sim::time_point> free_at_;
};

class storm final : public designs::client_observer {
public:
    storm(const storm_setting& setting, const storm_policy& policy)
        : setting_(setting), policy_(policy), pool_(setting) {
        seen_.setting = setting;
        seen_.bins.resize(static_cast<std::size_t>(setting.lasts / setting.bin));
    }

    storm_run run();

    void intent_begins(const designs::client_intent& i) override;
    void attempt_begins(const designs::client_attempt& a) override;
    void intent_settles(const designs::client_intent& i,
                        const std::optional<model::http_response>& told) override;

private:
    // nullptr: after the time that is looked at.
    storm_bin* bin_of(sim::time_point at);
    void add_client(sim::host& home, std::size_t number);
    void begin_intent(sim::incarnation& self, std::size_t client, std::uint64_t intent);
    awaitable<void> ask_now_and_then(sim::incarnation& self, std::size_t client);
    awaitable<void> serve(sim::incarnation& self);
    awaitable<void> answer(sim::incarnation& self, sim::socket peer);

    storm_setting setting_;
    storm_policy policy_;
    worker_pool pool_;
    storm_run seen_;
    std::map<std::uint64_t, sim::time_point> offered_at_;  // by intent
    std::vector<std::unique_ptr<designs::role_factories::client>> clients_;
};

storm_bin* storm::bin_of(sim::time_point at) {
    const auto i = static_cast<std::size_t>(at.time_since_epoch() / setting_.bin);
    return i < seen_.bins.size() ? &seen_.bins[i] : nullptr;
}

void storm::intent_begins(const designs::client_intent& i) {
    const sim::time_point now = sim::virtual_clock::now();
    offered_at_.emplace(i.number, now);
    ++seen_.offered;
    if (storm_bin* const bin = bin_of(now)) {
        ++bin->offered;
    }
}

void storm::attempt_begins(const designs::client_attempt&) {
    ++seen_.sent;
    if (storm_bin* const bin = bin_of(sim::virtual_clock::now())) {
        ++bin->sent;
    }
}

void storm::intent_settles(const designs::client_intent& i,
                           const std::optional<model::http_response>& told) {
    if (!told) {
        ++seen_.unknown;
        return;
    }
    ++seen_.done;
    const sim::time_point offered = offered_at_.at(i.number);
    storm_bin* const bin = bin_of(offered);
    if (bin != nullptr && sim::virtual_clock::now() - offered <= setting_.of_use) {
        ++bin->good;
    }
}

storm_run storm::run() {
    sim::world w({.seed = setting_.seed});
    w.add_host("api")
        .add_process(
            "api-1",
            [this](sim::incarnation& self) { asio::co_spawn(self, serve(self), asio::detached); })
        .start();
    sim::host& home = w.add_host("shops");
    clients_.resize(setting_.clients);
    for (std::size_t c = 0; c < setting_.clients; ++c) {
        add_client(home, c);
    }
    const sim::run_result ended = w.run();
    ONCEPROOF_ASSERT(ended.end == sim::run_end::quiescent, "a storm ends");
    seen_.steps = ended.steps;
    return std::move(seen_);
}

void storm::add_client(sim::host& home, std::size_t number) {
    home.add_process(fmt::format("client-{}", number + 1),
                     [this, number](sim::incarnation& self) {
                         const sim::endpoint api("api", port);
                         const auto make =
                             policy_.jitter
                                 ? designs::make_reference_client
                                 : designs::find_mutant("no-jitter")->factories->make_client;
                         clients_[number] = make(self, api, policy_.retry, this, nullptr);
                         if (setting_.once) {
                             begin_intent(self, number, number + 1);
                         } else {
                             asio::co_spawn(self, ask_now_and_then(self, number), asio::detached);
                         }
                     })
        .start();
}

void storm::begin_intent(sim::incarnation& self, std::size_t client, std::uint64_t intent) {
    model::occasion when;
    when.serial = intent;
    when.tenant = "shop";
    const designs::client_intent purchase(intent, when.tenant,
                                          fill(designs::charge_operation(), when));
    asio::co_spawn(self, clients_[client]->settle(purchase), asio::detached);
}

// Each millisecond with the same small chance: the pauses are those of a Poisson process, without
// the logarithm that would round differently elsewhere.
awaitable<void> storm::ask_now_and_then(sim::incarnation& self, std::size_t client) {
    sim::draws chance(setting_.seed, "offered", client);
    const sim::ratio each_millisecond(1, static_cast<std::uint32_t>(setting_.every / 1ms));
    std::uint64_t intent = client + 1;
    for (sim::duration at = 0ms; at < setting_.lasts; at += 1ms) {
        if (!chance.chance(each_millisecond)) {
            continue;
        }
        co_await sleep_until(self, sim::time_point(at));
        begin_intent(self, client, intent);
        intent += setting_.clients;
    }
}

awaitable<void> storm::serve(sim::incarnation& self) {
    sim::acceptor listening(self, port);
    while (true) {
        sim::socket peer = co_await listening.async_accept(use_awaitable);
        asio::co_spawn(self, answer(self, std::move(peer)), asio::detached);
    }
}

awaitable<void> storm::answer(sim::incarnation& self, sim::socket peer) {
    model::http_connection<sim::socket> connection(std::move(peer));
    const boost::system::result<model::http_request> request = co_await connection.read_request();
    if (!request) {
        co_return;
    }
    const sim::time_point now = sim::virtual_clock::now();
    if (pool_.is_down(now)) {
        const model::http_response failed(503, "{}");
        co_await connection.write(failed);
        co_return;
    }
    const turn mine = pool_.take(now, patience_of(*request));
    co_await sleep_until(self, mine.ends);
    if (mine.comes) {
        const model::http_response done(201, "{}");
        co_await connection.write(done);
    }
}

}  // namespace

std::vector<storm_policy> storm_policies() {
    const model::retry_policy full = model::find_contract("strict")->retry;
    model::retry_policy without_breaker = full;
    without_breaker.breaker = {};
    model::retry_policy bare = without_breaker;
    bare.budget = {};
    model::retry_policy brief = full;
    brief.elapsed_max = 5s;
    return {{"bare retries", false, bare},
            {"with jitter", true, bare},
            {"with jitter and budget", true, without_breaker},
            {"with jitter, budget and breaker", true, full},
            {"with all three, and 5 s an intent", true, brief}};
}

double storm_setting::capacity() const {
    return static_cast<double>(workers) / std::chrono::duration<double>(work).count();
}

storm_setting common_failure(std::size_t clients) {
    storm_setting s;
    s.clients = clients;
    s.once = true;
    s.lasts = 2s;
    s.down = true;
    s.slow_from = 0s;
    s.slow_until = 1min;
    s.bin = 25ms;
    return s;
}

storm_bin storm_run::between(sim::duration from, sim::duration until) const {
    storm_bin sum;
    const auto end = std::min(bins.size(), static_cast<std::size_t>(until / setting.bin));
    for (auto i = static_cast<std::size_t>(from / setting.bin); i < end; ++i) {
        sum.offered += bins[i].offered;
        sum.sent += bins[i].sent;
        sum.good += bins[i].good;
    }
    return sum;
}

std::optional<sim::duration> storm_run::recovery() const {
    const sim::duration last = setting.bin * static_cast<sim::duration::rep>(bins.size());
    sim::duration well_from = last;
    while (well_from > setting.slow_until) {
        const sim::duration from = well_from - setting.bin;
        const storm_bin second = between(from, from + 1s);
        if (second.good * 100 < second.offered * 95) {
            break;
        }
        well_from = from;
    }
    if (last - well_from < 1s) {
        return std::nullopt;
    }
    return std::max(well_from - setting.slow_until, sim::duration::zero());
}

double amplification(const storm_bin& b) {
    ONCEPROOF_ASSERT(b.offered > 0, "there is no load to amplify");
    return static_cast<double>(b.sent) / static_cast<double>(b.offered);
}

storm_run run_storm(const storm_setting& setting, const storm_policy& policy) {
    return storm(setting, policy).run();
}

}  // namespace onceproof::experiments
