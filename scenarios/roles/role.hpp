// A role: one of those who may be there in a run. A role brings along its hosts, processes and
// disks, mends them when faults stop, tells which effects they hold, sees what happens in the
// run, and has a part of the workload that it reads, writes and makes smaller.
//
// Roles are values in a registry. Nothing else knows a role but who has business with it: a new one
// is a file and its registration.
//
//     class ticker final : public role { ... };
//     const registered_role here(std::make_unique<ticker>());
#pragma once

#include "base/document.hpp"
#include "model/oracle/history.hpp"
#include "scenarios/roles/actor_names.hpp"
#include "scenarios/workload.hpp"
#include "sim/host.hpp"
#include "sim/trace/trace.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {

class environment;

// A role in one run.
class participant {
public:
    // Requires: IN outlives this.
    explicit participant(environment& in) : environment_(in) {}
    virtual ~participant() = default;
    participant(const participant&) = delete;
    participant& operator=(const participant&) = delete;

    // Adds hosts and disks, and starts the processes that servers need to find there.
    virtual void set_up() {}

    // Starts the other processes. The participants of all roles are set up.
    virtual void start() {}

    // Is called for each event of the kinds in role::sees().
    virtual void saw(const sim::trace_event& /*r*/) {}

    // Faults have stopped: switches on the hosts that it added, mends their disks and starts their
    // processes again, but for those that are LOST for good.
    virtual void heal(std::span<const std::string_view> lost);

    // Everything has come to rest, and nothing goes wrong any more. May ask once more, of what is
    // not LOST.
    virtual void ask_again(std::span<const std::string_view> /*lost*/) {}

    // Adds the effects that its systems of record hold. Returns false if they cannot be read.
    virtual bool add_effects(std::vector<model::seen_effect>& /*to*/) { return true; }

    // The run has ended, and its effects are known.
    virtual void end() {}

protected:
    environment& in() { return environment_; }
    const environment& in() const { return environment_; }

    // Requires: as sim::world::add_host.
    sim::host& add_host(std::string_view name);

private:
    environment& environment_;
    std::vector<sim::host*> hosts_;
};

class role {
public:
    virtual ~role() = default;

    virtual std::string_view name() const = 0;  // "proxy"

    // Returns what runs it in a run, or nullptr if that run has no use for it.
    virtual std::unique_ptr<participant> enter(environment& in) const = 0;

    // The kinds of events that its participant sees.
    virtual std::vector<sim::event_kind> sees() const { return {}; }

    // --- Its part of a workload ---

    // The hosts and processes that are its own: no server or client may be called so.
    virtual std::vector<std::string_view> own_names() const { return {}; }

    // Whom clients can ask in runs of WORK.
    virtual std::vector<std::string> addresses(const workload& /*work*/) const { return {}; }

    // The members that it reads of a workload in a plan file.
    virtual std::vector<std::string_view> members() const { return {}; }

    // Reads them from N. Throws base::bad_document.
    virtual void read(const base::node& /*n*/, workload& /*to*/, actor_names& /*taken*/) const {}

    // Returns these members as JSON, each with a comma behind it; nothing for what is as usual.
    virtual std::string write(const workload& /*work*/) const { return {}; }

    // Appends workloads in which its part of WHOLE is smaller by one step, those that help most
    // first.
    virtual void add_smaller(const workload& /*whole*/, std::vector<workload>& /*to*/) const {}
};

// All that are registered: those of this layer, in the order in which they set themselves up, and
// then those that were added.
std::span<const role* const> roles();

// Registers a role for as long as this lives.
class registered_role {
public:
    explicit registered_role(std::unique_ptr<const role> added);
    ~registered_role();
    registered_role(const registered_role&) = delete;
    registered_role& operator=(const registered_role&) = delete;

private:
    std::unique_ptr<const role> role_;
};

}  // namespace onceproof::scenarios
