// See server.hpp. What servers do and say is here; their part of a workload is in server_part.cpp.
#include "scenarios/roles/server.hpp"

#include "model/oracle/marks.hpp"
#include "scenarios/environment.hpp"
#include "scenarios/roles/downstream.hpp"
#include "scenarios/roles/key_store.hpp"
#include "scenarios/roles/server_part.hpp"
#include "scenarios/roles/wire.hpp"
#include "sim/process.hpp"
#include "sim/time/timer.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

namespace onceproof::scenarios {
namespace {

namespace asio = boost::asio;
namespace marks = model::marks;
using asio::awaitable;
using model::mark;

// Of one that was told to stop.
constexpr std::chrono::seconds restart(1);

struct word_of_mark {
    sim::literal word;
    mark kind;
};

constexpr std::array<word_of_mark, 8> words_of_marks{{{marks::claims, mark::claims},
                                                      {marks::takes_over, mark::takes_over},
                                                      {marks::completes, mark::completes},
                                                      {marks::releases, mark::releases},
                                                      {marks::rests, mark::rests},
                                                      {marks::replays, mark::suppresses},
                                                      {marks::refuses_in_flight, mark::suppresses},
                                                      {marks::rejects, mark::rejects}}};

awaitable<void> stop_at(sim::incarnation& self,
                        std::shared_ptr<designs::role_factories::server> server,
                        sim::duration since_begin) {
    sim::timer due(self.get_executor(), sim::time_point(since_begin));
    co_await due.async_wait(asio::use_awaitable);
    server->stop();
}

class server_participant final : public participant {
public:
    using participant::participant;

    void set_up() override;
    void start() override;
    void saw(const sim::trace_event& r) override;
    bool add_effects(std::vector<model::seen_effect>& to) override {
        return in().add_effects_of(server_name, *disk_, to);
    }

private:
    awaitable<void> run(sim::incarnation& self, sim::port_number port, server_work work);
    bool is_one(sim::name_index who) const { return std::ranges::find(all_, who) != all_.end(); }
    void saw_note(const sim::trace_event& r);
    void saw_call(const sim::trace_event& r);
    void saw_message(const sim::trace_event& r);
    void saw_death(sim::name_index who, const sim::trace_event& r);

    sim::host* home_ = nullptr;
    sim::storage* disk_ = nullptr;
    std::vector<sim::name_index> all_;
};

void server_participant::set_up() {
    home_ = &add_host(servers_host);
    const designs::subject& as = *in().under_test().design;
    disk_ = &in().keep(*home_, as.database, as.schema(), in().under_test().storage());
}

void server_participant::start() {
    sim::port_number port = first_port;
    for (const server_work& work : in().work().servers) {
        in().add_address(work.name, {servers_host, port});
        sim::process& added =
            home_->add_process(work.name, [this, port, work](sim::incarnation& self) {
                asio::co_spawn(self, run(self, port, work), asio::detached);
            });
        all_.push_back(added.name_at());
        in().watches().ignore_words_of(added.name_at());
        if (in().under_test().design->is_silent) {
            added.keep_silent();
        }
        added.start();
        ++port;
    }
}

// Its first incarnation alone is of the former version, or stops: the next one is the newer.
awaitable<void> server_participant::run(sim::incarnation& self, sim::port_number port,
                                        server_work work) {
    const bool first = self.number() == 1;
    const designs::implementation& who = in().under_test();
    designs::server_setting<designs::platform> setting(*who.design->promised,
                                                       in().find_address(downstream_host),
                                                       in().find_address(key_store_host));
    setting.writes_former_fingerprints = work.former && first;
    const std::shared_ptr<designs::role_factories::server> server =
        who.factories().make_server(self, setting);
    if (work.stops_at > sim::duration::zero() && first) {
        asio::co_spawn(self, stop_at(self, server, work.stops_at), asio::detached);
    }
    co_await server->serve(port);
    self.owner().kill();
    self.owner().start_after(restart);
}

void server_participant::saw(const sim::trace_event& r) {
    run_facts& happened = in().watches().facts();
    if (r.kind == sim::event_kind::powered_off && r.actor == home_->name_at()) {
        for (const sim::name_index server : all_) {
            saw_death(server, r);
        }
    } else if (!is_one(r.actor)) {
        return;
    } else if (r.kind == sim::event_kind::note) {
        saw_note(r);
    } else if (r.kind == sim::event_kind::lost) {
        // Whoever answers so says that the effect is there.
        happened.lost_answer_after_effect |= is_success(r.detail);
    } else if (r.kind == sim::event_kind::killed) {
        saw_death(r.actor, r);
    } else if (r.kind == sim::event_kind::paused) {
        happened.interruptions.push_back(
            {std::string(in().world().name(r.actor)), r.at.time_since_epoch(), false});
    } else {
        saw_message(r);
    }
}

void server_participant::saw_death(sim::name_index who, const sim::trace_event& r) {
    run_facts& happened = in().watches().facts();
    happened.server_died = true;
    happened.interruptions.push_back(
        {std::string(in().world().name(who)), r.at.time_since_epoch(), true});
    in().watches().add_mark(mark::dies, who, r);
}

// What servers ask of others, and that they are told something.
void server_participant::saw_message(const sim::trace_event& r) {
    run_facts& happened = in().watches().facts();
    if (r.kind == sim::event_kind::connecting) {
        happened.call_begins(r.a);
    } else if (!happened.is_call(r.a)) {
        return;
    } else if (r.kind == sim::event_kind::delivered) {
        happened.call_is_answered(r.a);
    } else if (r.kind == sim::event_kind::sent) {
        happened.looked_up |= r.detail.starts_with("GET ");
    } else {
        happened.call_ends(r.a);
    }
}

void server_participant::saw_note(const sim::trace_event& r) {
    for (const word_of_mark& m : words_of_marks) {
        if (r.word == m.word.text()) {
            in().watches().add_mark(m.kind, r.actor, r);
            return;
        }
    }
    saw_call(r);
}

void server_participant::saw_call(const sim::trace_event& r) {
    watcher& seen = in().watches();
    if (r.word == marks::looks_up.text()) {
        seen.call(r, model::seen_call::purpose::look_up);
    } else if (r.word == marks::calls.text()) {
        model::seen_call& made = seen.call(r, model::seen_call::purpose::effect);
        const std::size_t blank = r.detail.find(' ');
        made.key = r.detail.substr(blank + 1);
        made.request = fmt::format("POST /v1/{}", r.detail.substr(0, blank));
    } else if (r.word == marks::is_told.text()) {
        seen.call_ends(r, static_cast<unsigned>(r.a));
    }
}

class server final : public role {
public:
    std::string_view name() const override { return server_name; }

    std::unique_ptr<participant> enter(environment& in) const override {
        return std::make_unique<server_participant>(in);
    }

    std::vector<sim::event_kind> sees() const override {
        using sim::event_kind;
        return {event_kind::note,        event_kind::lost,      event_kind::killed,
                event_kind::powered_off, event_kind::paused,    event_kind::connecting,
                event_kind::sent,        event_kind::delivered, event_kind::saw_end,
                event_kind::finished,    event_kind::reset,     event_kind::refused,
                event_kind::saw_reset};
    }

    std::vector<std::string_view> own_names() const override { return {servers_host}; }

    std::vector<std::string> addresses(const workload& work) const override {
        return servers_by_name(work);
    }

    std::vector<std::string_view> members() const override { return {"servers"}; }

    void read(const base::node& n, workload& to, actor_names& taken) const override {
        to.servers = read_servers(n, taken);
    }

    std::string write(const workload& work) const override { return write_servers(work.servers); }

    void add_smaller(const workload& whole, std::vector<workload>& to) const override {
        add_with_fewer_servers(whole, to);
        add_with_plain_servers(whole, to);
    }
};

}  // namespace

const role& server_role() {
    static const server one;
    return one;
}

}  // namespace onceproof::scenarios
