// See operation.hpp.
#include "sim/operation.hpp"

#include "sim/process.hpp"
#include "sim/world.hpp"

#include <boost/asio/error.hpp>

#include <exception>

namespace onceproof::sim {

operation::operation(incarnation& owner, finish_function finish)
    : event(&run_in_process), owner_(&owner), finish_(finish) {
    origin = owner.in().current();
}

void operation::run_in_process(event& e) {
    auto& op = static_cast<operation&>(e);
    incarnation& owner = *op.owner_;
    world& w = owner.in();
    op.waiting.unlink();
    w.resume(op.origin);
    if (owner.stalled_until_ > w.now()) {
        w.schedule(op, owner.stalled_until_);
        return;
    }
    w.set_running_process(&owner);
    try {
        op.finish_(op, true);
    } catch (const std::exception& problem) {
        owner.crash(problem.what());
    } catch (...) {
        owner.crash("something that is not a std::exception");
    }
    w.set_running_process(nullptr);
}

void operation::abort(bool by_slot) {
    if (!waiting.is_linked()) {
        return;
    }
    waiting.unlink();
    world& w = owner_->in();
    const context& canceller = w.current();
    if (by_slot && canceller.adoption != origin.adoption &&
        canceller.adopted_from == origin.adoption) {
        origin = canceller;
    }
    error = boost::asio::error::operation_aborted;
    w.cancel(*this);
    owner_->complete(*this);
}

void slot_cancellation::operator()(boost::asio::cancellation_type) const {
    if (owner_->alive()) {
        op_->abort(true);
    }
}

}  // namespace onceproof::sim
