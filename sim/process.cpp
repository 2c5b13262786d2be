// See process.hpp.
#include "sim/process.hpp"

#include "sim/assert.hpp"
#include "sim/executor.hpp"
#include "sim/host.hpp"
#include "sim/world.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>

namespace onceproof::sim {

incarnation::incarnation(process& of, std::uint32_t number)
    : process_(of), world_(of.on().in()), number_(number) {}

incarnation::~incarnation() {
    state_ = state::dead;
    destroy_frames();
}

host& incarnation::on() const {
    return process_.on();
}

duration incarnation::left_until(wall_time deadline) const {
    const duration left = deadline - wall_now();
    world_.tell_deadline(process_.name_at(), clock_kind::wall, left);
    return left;
}

duration incarnation::left_until(time_point deadline) const {
    const duration left = deadline - world_.now();
    world_.tell_deadline(process_.name_at(), clock_kind::monotonic, left);
    return left;
}

wall_time incarnation::deadline_after(duration span) const {
    world_.tell_deadline(process_.name_at(), clock_kind::wall, span);
    return wall_now() + span;
}

wall_time incarnation::wall_now() const {
    return on().wall_now();
}

draws incarnation::draws_for(literal purpose) {
    return world_.draws_at(purpose, place(process_.name_at(), 0, purpose));
}

void incarnation::note(literal what, std::uint64_t number, std::string_view text) {
    if (alive() && !process_.is_silent()) {
        world_.record(event_kind::note, process_.name_at(), 0, number, 0, text, what.text());
    }
}

literal incarnation::service_failure_at(literal action) {
    ONCEPROOF_ASSERT(names_service(action.text()), "what a service does is one word");
    const name_index me = process_.name_at();
    const literal name = process_.is_silent() ? nameless_service : action;
    const device_fault d = world_.ask(*this, point_kind::service, place(me, 0, name));
    if (!d.does(primitive::none)) {
        world_.record(event_kind::failed, me, 0, 0, 0, name.text(), d.word.text());
        world_.fired(d);
    }
    return d.word;
}

void incarnation::pause(duration span) {
    stalled_until_ = std::max(stalled_until_, world_.now() + span);
    world_.record(event_kind::paused, process_.name_at(), 0,
                  static_cast<std::uint64_t>(span.count()));
}

void incarnation::own(operation& op) {
    owned_.push_back(op);
}

void incarnation::complete(operation& op) {
    complete_at(op, world_.now());
}

void incarnation::complete_at(operation& op, time_point when) {
    if (alive()) {
        world_.schedule(op, when);
    }
}

void incarnation::crash(std::string_view why) {
    if (alive()) {
        world_.record(event_kind::crashed, process_.name_at(), 0, 0, 0, why);
        die(death::kill);
    }
}

void incarnation::die(death how) {
    state_ = state::dead;
    for (operation& op : owned_) {
        world_.cancel(op);
    }
    while (!devices_.empty()) {
        device& d = devices_.front();
        devices_.pop_front();
        d.owner_died(how);
    }
    world_.destroy_when_step_ends(*this);
}

// Destroys what waits: first our own operations, then Asio's services and what waits in them
// (channels). Destroying a coroutine posts its unwinding to the executor, so the list refills.
void incarnation::destroy_frames() {
    drain();
    shutdown();
    drain();
    state_ = state::destroyed;
}

void incarnation::drain() {
    while (!owned_.empty()) {
        operation& op = owned_.front();
        op.finish_(op, false);
    }
}

process::process(host& on, name_index name, main_function main)
    : host_(on), name_(name), main_(std::move(main)) {}

process::~process() = default;

std::string_view process::name() const {
    return host_.in().name(name_);
}

void process::start() {
    ONCEPROOF_ASSERT(alive() == nullptr, "a process that is alive can't start again");
    if (!host_.powered()) {
        return;
    }
    const auto number = static_cast<std::uint32_t>(incarnations_.size() + 1);
    incarnation& born = *incarnations_.emplace_back(std::make_unique<incarnation>(*this, number));
    host_.in().record(event_kind::started, name_, host_.name_at(), number);
    boost::asio::post(born.get_executor(), [this, &born] { main_(born); });
}

void process::start_after(duration span) {
    host_.in().after(span, [this] {
        if (alive() == nullptr) {
            start();
        }
    });
}

incarnation* process::alive() const {
    const bool any = !incarnations_.empty() && incarnations_.back()->alive();
    return any ? incarnations_.back().get() : nullptr;
}

void process::die(death how) {
    incarnation* living = alive();
    if (living == nullptr) {
        return;
    }
    if (how == death::kill) {
        host_.in().record(event_kind::killed, name_);
    }
    living->die(how);
}

}  // namespace onceproof::sim
