// An asynchronous operation: something that an incarnation waits for, with the handler to call.
//
// The incarnation owns each of its pending operations, once; the device that will complete one
// (a timer, a socket) only lists it as waiting. So killing the incarnation destroys them all.
#pragma once

#include "sim/event_queue.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_allocator.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/error.hpp>
#include <boost/intrusive/list.hpp>
#include <boost/intrusive/list_hook.hpp>

#include <memory>
#include <type_traits>
#include <utility>

namespace onceproof::sim {

class incarnation;

using boost::system::error_code;

class operation : public event {
public:
    using hook = boost::intrusive::list_member_hook<
        boost::intrusive::link_mode<boost::intrusive::auto_unlink>>;

    incarnation& owner() const { return *owner_; }

    // Ends the waiting with `operation_aborted`. Nothing happens if it is on its way already.
    // BY_SLOT: through the operation's cancellation slot (see rule 4 of sim/trace/activity.hpp).
    void abort(bool by_slot);

    hook owned;    // in the owner's list, from start to end
    hook waiting;  // in a device's list, while nothing has happened yet

    error_code error;

protected:
    // Either calls the handler, or only destroys it; the operation is gone afterwards.
    using finish_function = void (*)(operation&, bool call);

    // Captures the current activity.
    operation(incarnation& owner, finish_function finish);
    ~operation() = default;

private:
    friend class incarnation;
    static void run_in_process(event& e);

    incarnation* owner_;
    finish_function finish_;
};

using operation_list = boost::intrusive::list<
    operation, boost::intrusive::member_hook<operation, operation::hook, &operation::owned>,
    boost::intrusive::constant_time_size<false>>;
using waiting_list = boost::intrusive::list<
    operation, boost::intrusive::member_hook<operation, operation::hook, &operation::waiting>,
    boost::intrusive::constant_time_size<false>>;

// Cancels an operation through the slot of its handler. It may outlive the operation only in a
// dead incarnation, where it does nothing.
class slot_cancellation {
public:
    explicit slot_cancellation(operation& op) : owner_(&op.owner()), op_(&op) {}
    void operator()(boost::asio::cancellation_type) const;

private:
    incarnation* owner_;
    operation* op_;
};

}  // namespace onceproof::sim
