// The world: virtual time, one queue of events, and the single source of all nondeterminism.
//
//     sim::world w({.seed = 7});
//     sim::host& shop = w.add_host("shop");
//     sim::process& client = shop.add_process("client", [](sim::incarnation& self) {
//         asio::co_spawn(self, buy(self), asio::detached);
//     });
//     client.start();
//     sim::run_result r = w.run();
//
// It runs one event after the other, in one thread. It schedules what processes do and owns
// nothing of a process. Everything in it must take time, randomness and ids from it alone.
#pragma once

#include "sim/event_queue.hpp"
#include "sim/fault_injector.hpp"
#include "sim/hash.hpp"
#include "sim/random.hpp"
#include "sim/time/time.hpp"
#include "sim/trace/activity.hpp"
#include "sim/trace/point.hpp"
#include "sim/trace/trace.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::sim {

class host;
class incarnation;
class network;
class process;

// How a run ended. Only `quiescent` and `stopped` are ends that a scenario intends.
enum class run_end : std::uint8_t {
    quiescent = 1,  // nothing is left to happen
    stopped = 2,    // somebody called stop()
    livelock = 3,   // more steps than limits::steps
    horizon = 4,    // later than limits::horizon
    paused = 5,     // at limits::events
};

std::string_view to_text(run_end how);

struct run_result {
    run_end end;
    std::uint64_t steps;  // events that ran
    time_point ended;
    trace_hash hash;
};

// Bounds that turn a hang into a verdict. The defaults are far above any scenario's need.
struct limits {
    std::uint64_t steps = 10'000'000;
    duration horizon = std::chrono::hours(24 * 365 * 2);

    // The world stands still when so many events have happened and the step that they are in has
    // ended: for who wants to look at it in the middle of a run.
    std::uint32_t events = UINT32_MAX;
};

// Somebody waits until then, unless it comes otherwise.
struct armed_timer {
    name_index owner;
    std::uint32_t activity;
    time_point due;
};

struct world_options {
    std::uint64_t seed = 0;
    limits bounds{};
    bool keep_trace = false;             // keep events for reading, beside hashing them
    trace_watcher* watcher = nullptr;    // who is told of each event as it happens
    fault_injector* injector = nullptr;  // who decides what goes wrong; nobody: the calm run
};

class world {
public:
    explicit world(world_options options);
    ~world();
    world(const world&) = delete;
    world& operator=(const world&) = delete;

    // Requires: no other host or process of this world is called NAME; NAME is not empty and has
    // none of the signs that separate the parts of a point's name, '/', '>' and '#'.
    host& add_host(std::string_view name);

    // nullptr if there is none of that name.
    host* find_host(std::string_view name);

    host& host_at(std::size_t index) const { return *hosts_[index]; }
    std::size_t hosts() const { return hosts_.size(); }

    network& net() { return *network_; }

    // Runs until nothing is left to happen, stop() or a bound. May be called again after more has
    // been started; steps and time go on from where they were, under the same bounds.
    run_result run() { return run(time_point(options_.bounds.horizon)); }

    // As that, and `stopped` when an event later than UNTIL has run.
    run_result run(time_point until);

    // Runs one event; false if there was none.
    bool step();

    // Ends run() after the current event.
    void stop() { stopping_ = true; }

    // Runs ACTION at that time of the run, as the scenario's own hand: in no process and under no
    // activity. Requires: AT is not in the past.
    void at(time_point when, std::function<void()> action);
    void after(duration span, std::function<void()> action) { at(now_ + span, std::move(action)); }

    time_point now() const { return now_; }
    std::uint64_t seed() const { return options_.seed; }
    std::uint64_t steps() const { return steps_; }

    // Which world of this program it is. For who watches from outside; no run may depend on it.
    std::uint64_t serial() const { return serial_; }

    const trace& events() const { return trace_; }

    // What the living wait for, the soonest first. For who looks at a world that stands still.
    std::vector<armed_timer> armed_timers() const;

    activity_table& activities() { return activities_; }
    const activity_table& activities() const { return activities_; }

    // "client" or "api", of a host or process. Valid as long as the world.
    std::string_view name(name_index who) const { return names_[who].text; }

    // "intent-1/attempt-2/client>api/response", with "#2" behind it from the second on.
    std::string name(const point& where) const;

    // The world that runs an event on this thread, if any, and what it runs.
    static world* running() { return running_; }
    const incarnation* running_process() const { return running_process_; }

    // --- For the devices of sim/ and for layers that add their own ---

    // Asks whether anything goes wrong at the next point of that place in the current activity.
    // What concerns processes, hosts and ways between hosts is carried out here: deaths `before` at
    // once, so that the caller must look whether ACTING is still alive, `after` when the step ends.
    // What is returned is the caller's to carry out, and to say so to fired().
    device_fault ask(incarnation& acting, point_kind kind, const place& where) {
        return options_.injector == nullptr ? device_fault() : ask_injector(acting, kind, where);
    }

    // Whether points of files are worth asking for: without, they are not counted either.
    bool asks_files() const {
        return options_.injector != nullptr && options_.injector->wants_files();
    }

    // What would be on the disk of the host of WHO if its power went now, as one number: equal if
    // the files are (disk::left_by). 0 if it has no disk.
    std::uint64_t left_on_disk(name_index who, const survival& what) const;

    // See fault_injector::saw_deadline.
    void tell_deadline(name_index who, clock_kind by, duration left) const {
        if (options_.injector != nullptr) {
            options_.injector->saw_deadline(who, by, left);
        }
    }

    // The caller carries out all of D.
    void fired(const device_fault& d);

    // When the next event is due; nothing if there is none.
    std::optional<time_point> next_event() { return queue_.next_due(); }

    // The draws of the next point of that place in the current activity, for PURPOSE.
    draws draws_at(literal purpose, const place& where);

    // Adds an event to the trace, caused by what the world is just doing.
    void record(event_kind what, name_index who, name_index whom = 0, std::uint64_t a = 0,
                std::uint64_t b = 0, std::string_view detail = {}, std::string_view word = {});

    // Requires: e is not queued.
    void schedule(event& e, time_point when) {
        e.origin.cause = current_.cause;
        queue_.push(e, when);
    }
    void cancel(event& e) { queue_.cancel(e); }

    // Under which activity, and because of what, the current event runs.
    const context& current() const { return current_; }
    void enter(std::uint32_t activity) { current_.activity = activity; }
    void resume(const context& as) { current_ = as; }

    // A message was read: goes on under its label. FROM is the context of who sent it.
    void adopt(const context& from);

    name_index add_name(std::string_view name);
    std::uint64_t name_id(name_index who) const { return names_[who].id; }
    void destroy_when_step_ends(incarnation& dead);
    void set_running_process(const incarnation* p) { running_process_ = p; }

private:
    struct script_line;
    struct known_name {
        std::string_view text;  // of texts_
        std::uint64_t id;
    };

    struct partition {
        std::uint64_t until;  // id of the point that ends it
        const host* here;
        const host* there;
    };

    device_fault ask_injector(incarnation& acting, point_kind kind, const place& where);
    point next_point(point_kind kind, const place& where);
    bool inject(incarnation& acting, const point& where, const injection& d);
    void end_life(incarnation& acting, const injection& d);
    void end_life(process& victim, const injection& d);
    bool cut_off(const incarnation& acting, const point& where, const injection& d);
    void end_partitions(std::uint64_t met);
    const host* find_host_of(name_index who) const;
    void end_step();
    run_result finish(run_end how);

    static world* running_;
    static std::uint64_t made_;

    const std::uint64_t serial_ = ++made_;
    world_options options_;
    time_point now_{};
    std::uint64_t steps_ = 0;
    bool stopping_ = false;
    context current_;
    std::uint32_t adoptions_ = 0;
    const incarnation* running_process_ = nullptr;
    event_queue queue_;
    trace trace_;
    activity_table activities_;
    point_counter points_;
    std::deque<std::string> texts_;  // a deque, since views of them are given away
    std::vector<known_name> names_;
    std::vector<std::unique_ptr<script_line>> script_;
    std::vector<std::function<void()>> at_step_end_;
    std::vector<partition> partitions_;  // that a point ends
    std::vector<incarnation*> dying_;
    std::vector<std::unique_ptr<host>> hosts_;
    std::unique_ptr<network> network_;
};

}  // namespace onceproof::sim
