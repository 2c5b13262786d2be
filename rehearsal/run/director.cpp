// See director.hpp.
#include "rehearsal/run/director.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <utility>

namespace onceproof::rehearsal {
namespace {

bool acts_before(act a) {
    return a == act::kill_before || a == act::reset_before || a == act::late || a == act::error;
}

// How often a database is asked who waits for whom: it tells nobody.
constexpr std::chrono::milliseconds look_at_locks_again(5);

bool acts_after(act a) {
    return !acts_before(a);
}

}  // namespace

void director::direct(scene& now, fleet& processes, std::chrono::nanoseconds hold_at_most) {
    ++run_;
    scene_ = &now;
    fleet_ = &processes;
    hold_at_most_ = hold_at_most;
}

boost::asio::awaitable<before_action> director::before(const exchange& e) {
    if (scene_ == nullptr || scene_->labels[e.replica].empty()) {
        co_return before_action::pass;
    }
    scene& s = *scene_;
    const std::string label = s.labels[e.replica];
    std::string point = fmt::format("{}/api>{}/{}", label, e.backend, e.action);
    if (const std::uint32_t times = ++s.met[point]; times > 1) {
        point += fmt::format("#{}", times);
    }
    s.points.push_back(point);
    s.story.push_back(point);
    ++s.open;
    under_way_[&e] = {run_, label, point};
    const fault_kind* const fault = s.fire(point, acts_before);
    if (fault == nullptr) {
        co_return before_action::pass;
    }
    switch (fault->does) {
        case act::kill_before:
            co_await kill(e.replica);
            co_return before_action::reset;
        case act::reset_before:
            co_return before_action::reset;
        case act::error:
            co_return before_action::answer_error;
        default:
            co_await hold_exchange(label);
            co_return before_action::pass;
    }
}

boost::asio::awaitable<after_action> director::after(const exchange& e) {
    const auto found = under_way_.find(&e);
    if (found == under_way_.end() || found->second.run != run_) {
        co_return after_action::pass;
    }
    const known here = found->second;
    const fault_kind* const fault = scene_->fire(here.point, acts_after);
    if (fault == nullptr) {
        co_return after_action::pass;
    }
    switch (fault->does) {
        case act::kill_after:
            co_await kill(e.replica);
            co_return after_action::reset;
        case act::lost_answer:
            co_return after_action::reset;
        case act::fail_after:
            co_return after_action::answer_error;
        case act::stop:
            fleet_->signal(e.replica, SIGSTOP);
            co_await hold_exchange(here.label);
            fleet_->signal(e.replica, SIGCONT);
            co_return after_action::pass;
        default:
            co_await hold_exchange(here.label);
            co_return after_action::pass;
    }
}

void director::over(const exchange& e) {
    const auto found = under_way_.find(&e);
    if (found == under_way_.end()) {
        return;
    }
    if (found->second.run == run_) {
        --scene_->open;
    }
    under_way_.erase(found);
    changes_.changed();
}

boost::asio::awaitable<void> director::kill(std::uint32_t replica) {
    forget(replica);
    const std::uint64_t life = fleet_->life(replica);
    fleet_->kill(replica);
    const auto is_gone = [this, replica, life] {
        return !fleet_->is_alive(replica) || fleet_->life(replica) != life;
    };
    co_await changes_.until(is_gone, hold_at_most_);
}

// Whether what is under way elsewhere waits for a lock, as of what is held.
bool director::is_next_blocked(std::uint32_t held) const {
    return std::ranges::any_of(under_way_, [&](const auto& each) {
        const exchange& e = *each.first;
        return e.replica != held && e.backend_pid && is_blocked_(*e.backend_pid);
    });
}

void director::forget(std::uint32_t replica) {
    if (scene_ != nullptr) {
        scene_->labels[replica].clear();
    }
}

boost::asio::awaitable<void> director::hold_exchange(std::string label) {
    const std::uint64_t run = run_;
    ++scene_->held;
    co_await hold(std::move(label));
    if (run_ == run) {
        --scene_->held;
    }
}

boost::asio::awaitable<void> director::hold(std::string label) {
    scene* const s = scene_;
    if (s == nullptr) {  // the run has been left behind
        co_return;
    }
    const std::uint64_t run = run_;
    asking& held = s->find(label);
    const std::uint32_t replica = held.replica;
    held.is_given_up = true;
    ++s->holds;
    changes_.changed();
    const std::uint64_t number = held.seen.number;
    const auto is_let_go = [this, s, run, number] {
        return run_ != run || s->attempts_are_over ||
               std::ranges::any_of(
                   s->asked, [&](const auto& a) { return a->seen.number > number && a->is_over; });
    };
    const std::chrono::nanoseconds bound = condition::now() + hold_at_most_;
    bool in_time = is_let_go();
    while (!in_time && condition::now() < bound) {
        in_time =
            co_await changes_.until(is_let_go, look_at_locks_again) || is_next_blocked(replica);
    }
    if (run_ == run) {
        --s->holds;
        if (!in_time) {
            s->missing.push_back(fmt::format(
                "what was held of {} was let go before the next attempt was answered", label));
        }
    }
}

}  // namespace onceproof::rehearsal
