// Processes, and their incarnations: what runs on a host, dies and starts again.
//
// A `process` is the name and the program; each time it starts, a new `incarnation` of it lives:
// an Asio execution context of its own, whose executors, timers and sockets belong to it.
//
// To die is power off first, destroy second: when an incarnation dies, its sockets, timers and
// files are dead at once, and its coroutine frames are destroyed only after the running step has
// ended. So no destructor can send, write or wait any more, and nothing of an earlier incarnation
// ever runs.
#pragma once

#include "sim/fault_injector.hpp"
#include "sim/operation.hpp"
#include "sim/random.hpp"
#include "sim/time/time.hpp"
#include "sim/trace/point.hpp"

#include <boost/asio/execution_context.hpp>
#include <boost/intrusive/list.hpp>

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace onceproof::sim {

class executor;
class host;
class process;
class world;

enum class death : std::uint8_t {
    kill,       // completed writes survive; peers see the connections end
    power_off,  // unsynced writes are at risk; peers see silence
};

// Something that an incarnation holds and that dies with it: a socket's end, a file.
class device : public boost::intrusive::list_base_hook<
                   boost::intrusive::link_mode<boost::intrusive::auto_unlink>> {
public:
    // The owner has died. From now on this device does nothing, whoever asks.
    virtual void owner_died(death how) = 0;

protected:
    ~device() = default;
};

class incarnation : public boost::asio::execution_context {
public:
    using executor_type = executor;

    // Made by process::start.
    incarnation(process& of, std::uint32_t number);
    ~incarnation();

    executor get_executor() noexcept;
    process& owner() const { return process_; }
    host& on() const;
    world& in() const { return world_; }
    std::uint32_t number() const { return number_; }  // counts from 1
    bool alive() const { return state_ == state::alive; }

    // The host's wall clock, now.
    wall_time wall_now() const;

    // How long until DEADLINE, by that clock or by virtual time; zero or less once it has come. Who
    // judges whether something has run out asks here, so that a search can bring a run to the very
    // moment.
    duration left_until(wall_time deadline) const;
    duration left_until(time_point deadline) const;

    // Sets such a time by the wall clock, for others to judge: so long from now.
    wall_time deadline_after(duration span) const;

    // Draws for PURPOSE ("jitter", "id") at this point of the run: keyed by the seed, the current
    // activity, this process and how often it has asked there.
    draws draws_for(literal purpose);

    // Says something about the run in its trace: WHAT happened ("charged"), with a number and a
    // text if there is more to say. It has no other effect.
    void note(literal what, std::uint64_t number = 0, std::string_view text = {});

    // Asks how its own service fails at this point, "api-1/ACTION": returns a word that says what
    // the caller has to do then, or an empty one. Requires: ACTION is one word.
    literal service_failure_at(literal action);

    // Stalls: from the end of the current step nothing of it runs for SPAN, then all that was due
    // in the meantime, in its order. Its peers see nothing but lateness.
    void pause(duration span);

    // --- For devices ---

    // Takes over an operation until it completes. If this incarnation is dead, it never will.
    void own(operation& op);

    // Completes an operation of this incarnation, as soon as what is due before has run.
    void complete(operation& op);

    // Completes it at that time, unless it is taken back.
    void complete_at(operation& op, time_point when);

    void attach(device& d) { devices_.push_back(d); }

    // All that it waits for.
    const operation_list& pending() const { return owned_; }

private:
    friend class process;
    friend class world;
    friend class executor;
    friend class operation;

    // dead: devices are off, frames still stand. destroyed: frames are gone too.
    enum class state : std::uint8_t { alive, dead, destroyed };

    // An exception left the code of this process: it ends, as a real one would.
    void crash(std::string_view why);
    void die(death how);
    void destroy_frames();
    void drain();

    process& process_;
    world& world_;
    std::uint32_t number_;
    state state_ = state::alive;
    time_point stalled_until_{};
    operation_list owned_;
    boost::intrusive::list<device, boost::intrusive::constant_time_size<false>> devices_;
};

class process {
public:
    using main_function = std::function<void(incarnation&)>;

    // Made by host::add_process.
    process(host& on, name_index name, main_function main);
    ~process();
    process(const process&) = delete;
    process& operator=(const process&) = delete;

    std::string_view name() const;

    // Starts a new incarnation, whose main function runs as its first step.
    // Requires: none is alive. Nothing happens if the host is off.
    void start();

    // Ends the living incarnation, if any.
    void kill() { die(death::kill); }

    // Starts again after that time, unless it has been started otherwise by then.
    void start_after(duration span);

    // nullptr while it is down.
    incarnation* alive() const;

    // From now on it is like foreign code: it says nothing in the trace, and what it does inside
    // has no names but those of point.hpp.
    void keep_silent() { is_silent_ = true; }
    bool is_silent() const { return is_silent_; }

    // How often it has been started.
    std::uint32_t starts() const { return static_cast<std::uint32_t>(incarnations_.size()); }

    host& on() const { return host_; }
    name_index name_at() const { return name_; }

private:
    friend class host;
    void die(death how);

    host& host_;
    name_index name_;
    main_function main_;
    bool is_silent_ = false;
    // The dead stay until the world ends: somebody may still hold an executor of theirs.
    std::vector<std::unique_ptr<incarnation>> incarnations_;
};

}  // namespace onceproof::sim
