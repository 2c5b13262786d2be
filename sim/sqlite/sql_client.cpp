// See sql_client.hpp.
#include "sim/sqlite/sql_client.hpp"

#include "sim/assert.hpp"
#include "sim/executor.hpp"
#include "sim/host.hpp"
#include "sim/world.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>

namespace onceproof::sim {

namespace asio = boost::asio;
using asio::awaitable;

namespace {

// Completed at a time, without the timer that async_wait would need: no object, no trace record.
class passing final {
public:
    class operation : public sim::operation {
    public:
        using sim::operation::operation;
        static constexpr bool cancellable = false;
        std::tuple<> result() const { return {}; }
        void before_call() {}
    };

    template <class Handler>
    void operator()(Handler handler, incarnation* self, time_point until) const {
        self->complete_at(start_operation<operation>(*self, std::move(handler)), until);
    }
};

// To be awaited. Deferred, since a frame for each step is a frame too many.
auto pass(incarnation& self, duration span) {
    return asio::async_initiate<const asio::deferred_t, void()>(passing(), asio::deferred, &self,
                                                                self.in().now() + span);
}

constexpr int primary(int code) {
    return code & 0xff;
}

storage& storage_of(const incarnation& self) {
    storage* found = self.on().attached();
    ONCEPROOF_ASSERT(found != nullptr, "a host without a storage has no databases");
    return *found;
}

// Whether trying again can't help: others wait for what this transaction holds, or what it has read
// is no longer the last state of the database.
bool is_stuck(const database& db, int code) {
    return primary(code) == SQLITE_BUSY && db.in_transaction() &&
           db.transaction_state() == SQLITE_TXN_READ;
}

}  // namespace

sql_client::sql_client(incarnation& self)
    : self_(self), storage_(storage_of(self)), connection_(&storage_.take(self.owner().name())) {
    io_answer (*const asked)(void*, const io_operation&) = [](void* me,
                                                              const io_operation& operation) {
        return static_cast<sql_client*>(me)->before_io(operation);
    };
    connection_->user = this;
    connection_->vfs->set_environment({
        .self = this,
        .random =
            [](void* me) { return static_cast<sql_client*>(me)->self_.draws_for("sqlite").next(); },
        .unix_time_ns = [](void* me) -> std::int64_t {
            return static_cast<sql_client*>(me)->self_.wall_now().time_since_epoch().count();
        },
        // Steps are synchronous: what SQLite sleeps passes before the answer comes.
        .slept =
            [](void* me, std::chrono::microseconds span) {
                static_cast<sql_client*>(me)->slept_ += span;
            },
        .before_io = self.in().asks_files() ? asked : nullptr,
    });
    self.attach(*this);
}

sql_client::~sql_client() {
    if (connection_ != nullptr) {
        storage_.give_back(*connection_);
    }
}

void sql_client::owner_died(death) {
    if (connection_ != nullptr) {
        storage_.close_abandoned(*connection_);
    }
}

awaitable<int> sql_client::open() {
    return run([](sql_client& self, statement*) { return self.try_open(); }, nullptr, "db open");
}

statement& sql_client::prepared(literal sql) {
    return connection_->prepared(sql);
}

awaitable<int> sql_client::step(statement& what, literal action) {
    return run([](sql_client& self, statement* s) { return self.try_step(*s); }, &what, action);
}

awaitable<int> sql_client::begin() {
    return step(prepared("BEGIN IMMEDIATE"), "db begin");
}

awaitable<int> sql_client::commit() {
    return step(prepared("COMMIT"), "db commit");
}

awaitable<int> sql_client::rollback() {
    return step(prepared("ROLLBACK"), "db rollback");
}

bool sql_client::in_transaction() const {
    return connection_->db.in_transaction();
}

// The point is asked once, not for each try: a plan speaks of the step.
awaitable<int> sql_client::run(attempt once, statement* what, literal action) {
    ONCEPROOF_ASSERT(!names_service(action.text()), "a step says what with and then what");
    const literal name = self_.owner().is_silent() ? nameless_step : action;
    const place here(self_.owner().name_at(), 0, name);
    const device_fault d = self_.in().ask(self_, point_kind::step, here);
    self_.in().fired(d);
    // Who has been killed never comes back from waiting.
    if (d.delay > duration::zero() || !self_.alive()) {
        co_await pass(self_, d.delay);
    }
    if (d.overtaken) {
        const duration wait = until_next_event();
        co_await pass(self_, wait);
    }
    const bool began = in_transaction();
    for (int tries = 1;; ++tries) {
        const int code = once(*this, what);
        const duration span = step_time + std::exchange(slept_, duration::zero());
        co_await pass(self_, span);
        const bool lost = began && !in_transaction();
        const bool again = primary(code) == SQLITE_BUSY && code != SQLITE_BUSY_SNAPSHOT && !lost;
        if (!again || tries == most_tries) {
            co_return code;
        }
        const duration wait = back_off(tries);
        co_await pass(self_, wait);
    }
}

// Zero if nothing else is to come soon.
duration sql_client::until_next_event() const {
    world& w = self_.in();
    const duration wait = w.next_event().value_or(w.now()) - w.now();
    return wait > overtaking_reach ? duration::zero() : wait;
}

// Grows as SQLite's own busy handler lets it (sqliteDefaultBusyCallback in main.c), but drawn, so
// that two who wait for each other do not come back at the same time again and again.
duration sql_client::back_off(int tries) {
    using std::chrono::milliseconds;
    constexpr std::array<int, 12> most{1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100};
    const auto at = std::min(static_cast<std::size_t>(tries), most.size()) - 1;
    const duration high = milliseconds(most[at]);
    return self_.draws_for("db busy").between(high / 2, high);
}

// A device that is slow lets the whole step take longer.
io_answer sql_client::before_io(const io_operation& operation) {
    const std::optional<literal> action = action_of(operation);
    if (!action) {
        return {};
    }
    world& w = self_.in();
    const name_index me = self_.owner().name_at();
    device_fault d = w.ask(self_, point_kind::file, place(me, 0, *action));
    if (!self_.alive()) {
        return {};  // the VFS knows
    }
    slept_ += d.delay;
    io_answer answer = storage_.answer(operation);
    if (!d.does(primitive::none) && storage_.inject(operation, d)) {
        const io_answer now = answer_under(d.file, operation);
        answer = now.concerns() ? now : answer;
        w.record(event_kind::failed, me, 0, 0, 0, action->text(), d.word.text());
    } else {
        d.kind = primitive::none;
    }
    w.fired(d);
    return answer;
}

int sql_client::try_open() {
    return storage_.open(*connection_);
}

int sql_client::try_step(statement& what) {
    const int code = what.step();
    if (code == SQLITE_ROW) {
        return code;
    }
    what.reset();
    if (is_stuck(connection_->db, code)) {
        connection_->db.execute("ROLLBACK");
    }
    return code;
}

}  // namespace onceproof::sim
