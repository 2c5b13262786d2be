// A connection between two processes: two lanes of segments and an end on each side. This is the
// network's own book-keeping; code under test holds a `socket` or an `acceptor`.
//
// An end belongs to the incarnation that opened or accepted it and dies with it; the connection
// belongs to the network and lives until both ends are gone and nothing is under way.
#pragma once

#include "sim/event_queue.hpp"
#include "sim/fault_injector.hpp"
#include "sim/fifo.hpp"
#include "sim/net/network.hpp"
#include "sim/operation.hpp"
#include "sim/process.hpp"
#include "sim/time/time.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/container/small_vector.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>

namespace onceproof::sim {

class connection;
class socket;

enum class side : std::uint8_t { opener = 0, acceptor = 1 };

constexpr side opposite(side s) {
    return s == side::opener ? side::acceptor : side::opener;
}

// What travels.
struct segment {
    enum class kind : std::uint8_t { open, opened, refused, bytes, end, reset };

    kind type;
    std::uint32_t size;  // of bytes
    time_point arrival;
    context sent_in;
    bool overtaken = false;  // comes after whatever is next when it arrives
};

// A pending read or write.
class transfer_operation : public operation {
public:
    static constexpr bool cancellable = true;

    // So many buffers are looked at; a read or write of "some" may stop short of the rest.
    static constexpr std::size_t buffers_max = 16;

    template <class Buffers>
    transfer_operation(incarnation& owner, finish_function finish, const Buffers& sequence)
        : operation(owner, finish) {
        const auto last = boost::asio::buffer_sequence_end(sequence);
        for (auto it = boost::asio::buffer_sequence_begin(sequence);
             it != last && buffers.size() < buffers_max; ++it) {
            // Reads and writes share this type; only reads write through it.
            const boost::asio::const_buffer b(*it);
            buffers.emplace_back(const_cast<void*>(b.data()), b.size());  // NOLINT
        }
    }

    std::tuple<error_code, std::size_t> result() const { return {error, transferred}; }
    void before_call();
    std::size_t wanted() const { return boost::asio::buffer_size(buffers); }

    boost::container::small_vector<boost::asio::mutable_buffer, 2> buffers;
    std::size_t transferred = 0;
    bool was_read = false;  // a message, whose context is adopted
    context read_from;
};

// One side of a connection.
class connection_end final : public device {
public:
    connection_end(connection& c, side s) : connection_(c), side_(s) {}

    // --- For the socket that holds this end ---

    void read(transfer_operation& op);
    void write(transfer_operation& op);
    // Sends no more: the peer reads to the end and then sees it. Nothing happens the second time.
    void finish();
    // Ends all use of this side. With unread bytes the peer sees a reset, else an end.
    void close();
    // Ends what is pending with `operation_aborted`.
    void cancel();
    bool connected() const { return connected_; }

    void owner_died(death how) override;

    socket* holder = nullptr;  // kept by the socket

private:
    friend class connection;

    void begin(incarnation* owner, host& at);
    void serve_reader();
    void serve_writer();
    void fill(transfer_operation& op);
    void fail_all(error_code why);
    void let_go(bool tell_peer);
    void send_bytes(transfer_operation& op);
    void reset();
    name_index name() const { return name_; }

    connection& connection_;
    side side_;
    incarnation* owner_ = nullptr;  // null: nobody's, any more or yet
    host* host_ = nullptr;
    name_index name_ = 0;  // of the owner, still when it is gone; of the host before there is one
    bool connected_ = false;
    bool finished_ = false;
    bool saw_end_ = false;
    bool saw_reset_ = false;
    waiting_list connecting_;
    waiting_list readers_;
    waiting_list writers_;
};

class connection {
public:
    explicit connection(network& n);
    connection(const connection&) = delete;
    connection& operator=(const connection&) = delete;

    // Starts anew, as the NUMBERth connection of this run.
    void begin(std::uint64_t number);

    // Process BY opens it to a port of a host; CONNECTING completes when that is decided.
    void open(incarnation& by, host& towards, port_number port, operation& connecting);

    // After a partition has healed: what it held back goes on its way.
    void release_held();

    connection_end& end(side s) { return ends_[static_cast<std::size_t>(s)]; }

private:
    friend class connection_end;

    // What one side sends to the other. Its event is the arrival of the first segment.
    struct lane : event {
        lane(connection& c, side s) : event(&arrive), owner(c), from(s) {}
        static void arrive(event& e);

        connection& owner;
        side from;
        bool silent = false;
        time_point last_arrival{};
        fifo<segment> under_way;
        fifo<segment> arrived;  // read in part or not at all
        fifo<char> bytes;       // of both, in order
    };

    lane& lane_from(side s) { return lanes_[static_cast<std::size_t>(s)]; }
    place hop(literal action) const { return {opener_name_, addressed_, action}; }
    world& in() const { return network_.in(); }

    void send(side from, segment::kind what, std::size_t size = 0,
              duration later = duration::zero(), bool overtaken = false);
    // Bytes that are in the lane already, hindered as D says.
    void send_with_fault(side from, std::size_t size, const device_fault& d);
    void note_delay(side from, duration by);
    bool step_aside(lane& l);
    void lose(side from, std::size_t size = 0, std::string_view bytes = {});
    void deliver(lane& l, const segment& s);
    void deliver_open(connection_end& e);
    void deliver_bytes(lane& l, connection_end& e, const segment& s);
    void deliver_reset(connection_end& e);
    void recycle_if_unused();

    network& network_;
    std::uint64_t number_ = 0;
    name_index opener_name_ = 0;
    name_index addressed_ = 0;
    port_number port_ = 0;
    bool in_use_ = false;
    std::array<connection_end, 2> ends_;
    std::array<lane, 2> lanes_;
};

}  // namespace onceproof::sim
