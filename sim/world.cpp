// See world.hpp.
#include "sim/world.hpp"

#include "sim/assert.hpp"
#include "sim/host.hpp"
#include "sim/net/network.hpp"
#include "sim/process.hpp"
#include "sim/traps/traps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace onceproof::sim {

// A line of the scenario's own script. Removes itself when it has run.
struct world::script_line : event {
    script_line(world& w, std::function<void()> what)
        : event(&run_line), owner(w), action(std::move(what)) {}

    static void run_line(event& e) {
        auto& self = static_cast<script_line&>(e);
        self.owner.resume({});
        const std::function<void()> action = std::move(self.action);
        std::erase_if(self.owner.script_, [&](const auto& line) { return line.get() == &self; });
        action();
    }

    world& owner;
    std::function<void()> action;
};

world* world::running_ = nullptr;
std::uint64_t world::made_ = 0;

std::string_view to_text(run_end how) {
    constexpr std::array<std::string_view, 6> names{"",         "quiescent", "stopped",
                                                    "livelock", "horizon",   "paused"};
    return names[static_cast<std::size_t>(how)];
}

world::world(world_options options)
    : options_(options),
      trace_(options.keep_trace),
      names_(1),
      network_(std::make_unique<network>(*this)) {}

// Everything is powered off first, so that nothing that is destroyed can act.
world::~world() {
    for (const auto& h : hosts_) {
        for (const auto& p : h->processes()) {
            p->kill();
        }
    }
    hosts_.clear();
}

host& world::add_host(std::string_view name) {
    host& added =
        *hosts_.emplace_back(std::make_unique<host>(*this, add_name(name), hosts_.size()));
    network_->add_host();
    return added;
}

host* world::find_host(std::string_view name) {
    for (const auto& h : hosts_) {
        if (h->name() == name) {
            return h.get();
        }
    }
    return nullptr;
}

name_index world::add_name(std::string_view name) {
    ONCEPROOF_ASSERT(!name.empty() && name.find_first_of("/>#") == std::string_view::npos,
                     "a name is not empty and has none of the signs '/', '>', '#'");
    ONCEPROOF_ASSERT(names_.size() < UINT16_MAX, "too many hosts and processes");
    const std::uint64_t id = hash_text(name);
    for (const known_name& known : names_) {
        ONCEPROOF_ASSERT(known.id != id, "hosts and processes have names of their own");
    }
    names_.push_back({texts_.emplace_back(name), id});
    return static_cast<name_index>(names_.size() - 1);
}

std::string world::name(const point& where) const {
    std::string text = activities_.name(where.activity);
    if (!text.empty()) {
        text += '/';
    }
    text += name(where.where.actor);
    if (where.where.peer != 0) {
        text += '>';
        text += name(where.where.peer);
    }
    text += '/';
    text += where.where.action.text();
    return where.ordinal == 1 ? text : fmt::format("{}#{}", text, where.ordinal);
}

run_result world::run(time_point until) {
    stopping_ = false;
    while (steps_ < options_.bounds.steps) {
        if (trace_.size() >= options_.bounds.events) {
            return {run_end::paused, steps_, now_, trace_.hash()};
        }
        if (!step()) {
            return finish(run_end::quiescent);
        }
        if (stopping_) {
            return finish(run_end::stopped);
        }
        if (now_.time_since_epoch() > options_.bounds.horizon) {
            return finish(run_end::horizon);
        }
        if (now_ > until) {
            return finish(run_end::stopped);
        }
    }
    return finish(queue_.empty() ? run_end::quiescent : run_end::livelock);
}

run_result world::finish(run_end how) {
    current_ = {};
    record(event_kind::ended, 0, 0, static_cast<std::uint64_t>(how), steps_);
    return {how, steps_, now_, trace_.hash()};
}

bool world::step() {
    event* e = queue_.pop(now_);
    if (e == nullptr) {
        return false;
    }
    ++steps_;
    world* const outer = running_;
    running_ = this;
    traps::inside_step = true;
    e->run();
    if (!dying_.empty() || !at_step_end_.empty()) {
        end_step();
    }
    traps::inside_step = outer != nullptr;
    running_ = outer;
    current_ = {};
    return true;
}

// Who was to die after this step dies; then the frames of the dead are destroyed, now that none
// of them is on the stack.
void world::end_step() {
    for (const auto& action : std::exchange(at_step_end_, {})) {
        action();
    }
    while (!dying_.empty()) {
        incarnation* dead = dying_.back();
        dying_.pop_back();
        dead->destroy_frames();
    }
}

void world::destroy_when_step_ends(incarnation& dead) {
    if (running_ == this) {
        dying_.push_back(&dead);
    } else {
        dead.destroy_frames();
    }
}

std::vector<armed_timer> world::armed_timers() const {
    std::vector<armed_timer> all;
    for (const auto& machine : hosts_) {
        for (const auto& p : machine->processes()) {
            if (const incarnation* living = p->alive()) {
                for (const operation& op : living->pending()) {
                    if (const auto due = queue_.due(op)) {
                        all.push_back({p->name_at(), op.origin.activity, *due});
                    }
                }
            }
        }
    }
    std::ranges::sort(all, {},
                      [](const armed_timer& t) { return std::tuple(t.due, t.owner, t.activity); });
    return all;
}

void world::at(time_point when, std::function<void()> action) {
    ONCEPROOF_ASSERT(when >= now_, "the past can't be changed");
    schedule(*script_.emplace_back(std::make_unique<script_line>(*this, std::move(action))), when);
}

point world::next_point(point_kind kind, const place& where) {
    const std::uint64_t place = place_id(activities_.id(current_.activity), names_[where.actor].id,
                                         names_[where.peer].id, where.action.id());
    const std::uint32_t ordinal = points_.next(place);
    return {mix(place, ordinal), kind, current_.activity, where, ordinal};
}

draws world::draws_at(literal purpose, const place& where) {
    const std::uint64_t place =
        mix(place_id(activities_.id(current_.activity), names_[where.actor].id,
                     names_[where.peer].id, where.action.id()),
            purpose.id());
    return {options_.seed, purpose, mix(place, points_.next(place))};
}

void world::record(event_kind what, name_index who, name_index whom, std::uint64_t a,
                   std::uint64_t b, std::string_view detail, std::string_view word) {
    const std::uint32_t cause = running_ == this ? current_.cause : 0;
    const sim::trace_event r{now_, what, who, whom, current_.activity, cause, a, b, word, detail};
    current_.cause =
        trace_.add(r, {names_[who].id, names_[whom].id, activities_.id(current_.activity)});
    if (options_.watcher != nullptr) {
        options_.watcher->saw(r);
    }
}

void world::adopt(const context& from) {
    current_.cause = from.cause;
    if (from.activity != current_.activity) {
        current_.activity = from.activity;
        current_.adopted_from = current_.adoption;
        current_.adoption = ++adoptions_;
    }
}

}  // namespace onceproof::sim
