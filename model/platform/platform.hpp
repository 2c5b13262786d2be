// Where protocol code runs: in the simulated world, or on real sockets, timers and files.
//
// Protocol code is a template over a Platform and names nothing else of either side, so that what
// is proved in the world is what runs outside. A Platform has the member types
//
//     socket, acceptor, timer   with Asio's interfaces
//     endpoint                  where a server listens, for socket::async_connect
//     database                  as sim::sql_client; made from a `process`
//     activity                  as sim::activity
//     process                   who runs the code: see below; a handle, cheap to copy
//
// and the functions listen() and host_of().
#pragma once

#include "model/platform/real_database.hpp"
#include "sim/fault_injector.hpp"
#include "sim/host.hpp"
#include "sim/net/acceptor.hpp"
#include "sim/net/socket.hpp"
#include "sim/process.hpp"
#include "sim/random.hpp"
#include "sim/sqlite/sql_client.hpp"
#include "sim/time/time.hpp"
#include "sim/time/timer.hpp"
#include "sim/trace/activity.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace onceproof::model {

// The words by which a service is told how it is to fail (sim::primitive::fail_service): the code
// that serves does what they say.
namespace service_failure {
inline constexpr sim::literal too_busy = "too busy";        // turns away, before any work
inline constexpr sim::literal fail_before = "fail before";  // fails before any work
inline constexpr sim::literal fail_after = "fail after";  // does it, then fails to tell its outcome
}  // namespace service_failure

struct simulated {
    using socket = sim::socket;
    using acceptor = sim::acceptor;
    using timer = sim::timer;
    using endpoint = sim::endpoint;
    using database = sim::sql_client;
    using activity = sim::activity;

    class process {
    public:
        process(sim::incarnation& self) : self_(&self) {}  // NOLINT: implicit, it is the same

        sim::executor get_executor() const { return self_->get_executor(); }
        operator sim::incarnation&() const { return *self_; }  // NOLINT: implicit, likewise

        std::string_view name() const { return self_->owner().name(); }
        // How often the process has been started.
        std::uint32_t incarnation() const { return self_->number(); }

        // Says something in the trace of the run.
        void note(sim::literal what, std::uint64_t number = 0, std::string_view text = {}) const {
            self_->note(what, number, text);
        }
        // Random bits, for keys and jitter; other ones at each call.
        sim::draws draws_for(sim::literal purpose) const { return self_->draws_for(purpose); }
        sim::wall_time wall_now() const { return self_->wall_now(); }
        // How long until DEADLINE by that clock, or by that of timers; zero or less once it has
        // come.
        sim::duration left_until(sim::wall_time deadline) const {
            return self_->left_until(deadline);
        }
        sim::duration left_until(timer::time_point deadline) const {
            return self_->left_until(deadline);
        }
        // A time for others to judge by: so long from now by the wall clock.
        sim::wall_time deadline_after(sim::duration span) const {
            return self_->deadline_after(span);
        }
        // How the service of this process fails at the point "api-1/ACTION": a word of
        // service_failure, or an empty one if it does not. Requires: ACTION is one word.
        sim::literal service_failure_at(sim::literal action) const {
            return self_->service_failure_at(action);
        }
        activity root_activity() const { return activity::root(get_executor()); }

    private:
        sim::incarnation* self_;
    };

    static acceptor listen(const process& p, std::uint16_t port) {
        return acceptor(p.get_executor(), port);
    }
    // For the Host header.
    static std::string host_of(const endpoint& where) { return where.host; }
};

struct real {
    // tidy: allow asio::ip::tcp: this is the arm that runs on real sockets
    using socket = boost::asio::ip::tcp::socket;
    // tidy: allow asio::ip::tcp: likewise
    using acceptor = boost::asio::ip::tcp::acceptor;
    // tidy: allow asio::ip::tcp: likewise
    using endpoint = boost::asio::ip::tcp::endpoint;
    // tidy: allow asio::steady_timer: likewise
    using timer = boost::asio::steady_timer;

    // There is no trace whose entries could be labelled.
    struct activity {
        activity open(sim::literal, std::uint64_t) const { return {}; }
        void enter() const {}
    };

    class process {
    public:
        // NUMBER tells this run of the program from earlier ones of the same name.
        process(boost::asio::any_io_executor ex, std::string name, std::uint32_t number,
                std::string database_file)
            : executor_(std::move(ex)),
              name_(std::move(name)),
              number_(number),
              database_file_(std::move(database_file)) {}

        boost::asio::any_io_executor get_executor() const { return executor_; }
        std::string_view name() const { return name_; }
        std::uint32_t incarnation() const { return number_; }
        const std::string& database_file() const { return database_file_; }
        void note(sim::literal, std::uint64_t = 0, std::string_view = {}) const {}
        // Fresh from the operating system at each call.
        sim::draws draws_for(sim::literal purpose) const;
        sim::wall_time wall_now() const;
        sim::duration left_until(sim::wall_time deadline) const { return deadline - wall_now(); }
        sim::duration left_until(timer::time_point deadline) const {
            return deadline - timer::clock_type::now();
        }
        sim::wall_time deadline_after(sim::duration span) const { return wall_now() + span; }
        // Out here services fail by themselves.
        sim::literal service_failure_at(sim::literal) const { return ""; }
        activity root_activity() const { return {}; }

    private:
        boost::asio::any_io_executor executor_;
        std::string name_;
        std::uint32_t number_;
        std::string database_file_;
    };

    class database : public real_database {
    public:
        explicit database(const process& p) : real_database(p.get_executor(), p.database_file()) {}
    };

    // On all addresses of this machine.
    static acceptor listen(const process& p, std::uint16_t port);
    static std::string host_of(const endpoint& where) { return where.address().to_string(); }
};

}  // namespace onceproof::model
