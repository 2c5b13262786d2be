// See client.hpp. The clients' part of a workload is in client_part.cpp.
#include "scenarios/roles/client.hpp"

#include "scenarios/asking.hpp"
#include "scenarios/environment.hpp"
#include "scenarios/roles/client_part.hpp"
#include "sim/channel.hpp"
#include "sim/executor.hpp"
#include "sim/process.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <optional>
#include <utility>

namespace onceproof::scenarios {
namespace {

namespace asio = boost::asio;
using asio::awaitable;

// Sees what a client shows, for the watcher.
struct observer final : designs::client_observer {
    observer(watcher& w, const sim::incarnation& self, std::string_view of_server,
             const std::vector<submission>& of)
        : seen(w),
          client(self.owner().name()),
          run(self.number()),
          server(of_server),
          submissions(of) {}

    void attempt_begins(const designs::client_attempt& a) override {
        seen.attempt_begins(client, run, server, a, submissions.at(a.submission));
    }
    void attempt_sends(const designs::client_attempt& a, const model::http_request& r) override {
        seen.attempt_sends(client, run, a, r);
    }
    void attempt_ends(const designs::client_attempt& a,
                      const std::optional<model::http_response>& answer) override {
        seen.attempt_ends(client, run, a, answer);
    }
    void intent_settles(const designs::client_intent& i,
                        const std::optional<model::http_response>& told) override {
        seen.settles(client, run, i, told);
    }

    watcher& seen;
    std::string client;
    std::uint32_t run;
    std::string server;
    const std::vector<submission>& submissions;
};

}  // namespace

// What a client process has while it runs.
struct asking_participant::running {
    running(sim::incarnation& s, client_work w, const model::retry_policy& p,
            make_client_function m, designs::key_book& k)
        : self(s), work(std::move(w)), policy(p), make(m), keys(&k) {}

    // For one server: a budget and a breaker are those of all submissions there.
    struct client_at {
        client_at(watcher& w, const sim::incarnation& self, std::string_view server,
                  const std::vector<submission>& submissions)
            : sees(w, self, server, submissions) {}

        observer sees;
        std::unique_ptr<designs::role_factories::client> asks{};
    };

    sim::incarnation& self;
    client_work work;
    model::retry_policy policy;
    make_client_function make;
    designs::key_book* keys;
    std::unique_ptr<designs::key_book> on_disk{};
    std::map<std::string, client_at> clients{};
};

asking_participant::asking_participant(environment& in) : participant(in) {}

asking_participant::~asking_participant() = default;

bool asking_participant::is_one(sim::name_index who) const {
    return std::ranges::find(processes_, who) != processes_.end();
}

std::vector<sim::event_kind> asking_participant::events() {
    return {sim::event_kind::paused, sim::event_kind::sent, sim::event_kind::lost,
            sim::event_kind::delivered};
}

void asking_participant::saw(const sim::trace_event& r) {
    watcher& seen = in().watches();
    const bool sends = r.kind == sim::event_kind::sent || r.kind == sim::event_kind::lost;
    if (is_one(r.actor)) {
        if (sends) {
            seen.client_sent(r);
        } else if (r.kind == sim::event_kind::delivered) {
            seen.client_got(r);
        } else {
            seen.client_stood_still();
        }
    } else if (r.kind == sim::event_kind::sent && is_one(r.peer)) {
        seen.client_is_sent(r);
    }
}

void asking_participant::add_client(const client_work& work, const model::retry_policy& policy,
                                    make_client_function make) {
    sim::host& home = add_host(fmt::format("{}'s host", work.name));
    if (work.on_disk) {
        in().keep(home, fmt::format("keys-{}.db", on_disk_++), designs::key_book_schema);
    }
    for (const submission& e : work.submissions) {
        if (!e.key.empty()) {
            keys_.remember(e.intent, e.key);
        }
    }
    sim::process& added =
        home.add_process(work.name, [this, work, policy, make](sim::incarnation& self) {
            asio::co_spawn(self, run(self, work, policy, make), asio::detached);
        });
    processes_.push_back(added.name_at());
    if (work.start > sim::duration::zero()) {
        added.start_after(work.start);
    } else {
        added.start();
    }
}

awaitable<void> asking_participant::run(sim::incarnation& self, client_work work,
                                        model::retry_policy policy, make_client_function make) {
    const auto client = std::make_shared<running>(self, std::move(work), policy, make, keys_);
    if (client->work.on_disk) {
        client->on_disk = std::make_unique<designs::stored_keys<designs::platform>>(self);
        client->keys = client->on_disk.get();
    }
    const std::size_t submissions = client->work.submissions.size();
    if (!client->work.at_once) {
        for (std::size_t i = 0; i < submissions; ++i) {
            co_await submit(client, i);
        }
        co_return;
    }
    sim::channel<void> done(self.get_executor(), submissions);
    for (std::size_t i = 0; i < submissions; ++i) {
        asio::co_spawn(self, submit(client, i), [&done](const std::exception_ptr& failure) {
            if (failure) {
                std::rethrow_exception(failure);
            }
            done.try_send({});
        });
    }
    for (std::size_t i = 0; i < submissions; ++i) {
        co_await done.async_receive(asio::use_awaitable);
    }
}

// Owns the client as well: of a process that dies, the frames go in any order.
awaitable<void> asking_participant::submit(std::shared_ptr<running> client, std::size_t which) {
    const submission& e = client->work.submissions[which];
    auto& there =
        client->clients
            .try_emplace(e.at, in().watches(), client->self, e.at, client->work.submissions)
            .first->second;
    if (there.asks == nullptr) {
        there.asks = client->make(client->self, in().address_of(e.at), client->policy, &there.sees,
                                  client->keys);
    }
    if (!e.keyed && client->self.number() > 1) {
        co_return;  // whether it was sent before is not known, and nothing would tell it apart
    }
    designs::client_intent intent(e.intent, e.tenant, request_of(*in().under_test().design, e));
    intent.keyed = e.keyed;
    intent.submission = which;
    co_await there.asks->settle(std::move(intent));
}

namespace {

class client_participant final : public asking_participant {
public:
    using asking_participant::asking_participant;

    void start() override {
        model::retry_policy policy = in().under_test().design->promised->retry;
        policy.attempts_max = std::min(policy.attempts_max, in().work().attempts_max);
        for (const client_work& c : in().work().clients) {
            add_client(c, policy, in().under_test().factories().make_client);
        }
    }
};

class client final : public role {
public:
    std::string_view name() const override { return client_name; }

    std::unique_ptr<participant> enter(environment& in) const override {
        return std::make_unique<client_participant>(in);
    }

    std::vector<sim::event_kind> sees() const override { return asking_participant::events(); }

    std::vector<std::string_view> members() const override { return {"clients"}; }

    void read(const base::node& n, workload& to, actor_names& taken) const override {
        read_clients(n, to, taken);
    }

    std::string write(const workload& work) const override { return write_clients(work.clients); }

    void add_smaller(const workload& whole, std::vector<workload>& to) const override {
        add_with_fewer_submissions(whole, to);
    }
};

}  // namespace

const role& client_role() {
    static const client one;
    return one;
}

}  // namespace onceproof::scenarios
