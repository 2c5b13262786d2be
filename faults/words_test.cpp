// Each fault is a sentence that somebody who has not read the code understands.
#include "faults/words.hpp"

#include <gtest/gtest.h>

namespace onceproof::faults {
namespace {

using namespace std::chrono_literals;

std::string said(std::string_view point, fault_kind what, sim::duration span = {},
                 std::string_view until = {}) {
    return in_words({point, fault_spec(what, span), until});
}

std::string said_of_death(std::string_view point, fault_kind what) {
    fault_spec d(what);
    d.restart = 20ms;
    return in_words({point, d});
}

TEST(Words, OfMessages) {
    EXPECT_EQ(said("intent-1/attempt-1/client>api/response", fault_kind::silence),
              "the response to attempt 1 of intent-1 is lost");
    EXPECT_EQ(said("intent-1/attempt-2/client>api/request", fault_kind::delay, 400ms),
              "the request of attempt 2 of intent-1 comes 400 ms later");
    EXPECT_EQ(said("intent-1/attempt-2/client>api/request#2", fault_kind::overtaken),
              "the request (2) of attempt 2 of intent-1 comes after what would have come next");
    EXPECT_EQ(said("intent-1/client>api/request", fault_kind::trickle, 1ms),
              "the request of intent-1 arrives in pieces, 1 ms apart");
    EXPECT_EQ(said("client>api/request", fault_kind::reset_within),
              "the request of client to api is cut off by a reset in the middle");
    EXPECT_EQ(said("intent-1/client>api/response", fault_kind::reset_before),
              "the response to intent-1 is cut off by a reset before it");
    EXPECT_EQ(said("intent-1/client>api/response", fault_kind::reset_after),
              "the response to intent-1 is followed by a reset");
}

TEST(Words, OfConnections) {
    EXPECT_EQ(said("intent-1/attempt-3/client>api/connect", fault_kind::refuse),
              "the connection of attempt 3 of intent-1 is refused");
    EXPECT_EQ(said("client>api/connect", fault_kind::delay, 20ms),
              "the connection of client to api comes 20 ms later");
}

TEST(Words, OfSteps) {
    EXPECT_EQ(said("intent-1/attempt-1/api-1/db commit#2", fault_kind::delay, 20ms),
              "api-1: its 'db commit' (2) for attempt 1 of intent-1 comes 20 ms later");
    EXPECT_EQ(said("api-1/db open", fault_kind::pause, 2500ms),
              "api-1 stalls for 2.5 s after its 'db open'");
}

TEST(Words, OfServices) {
    EXPECT_EQ(said("intent-1/attempt-1/api-1/serve", fault_kind::too_busy),
              "api-1 is too busy to 'serve' attempt 1 of intent-1");
    EXPECT_EQ(said("intent-1/attempt-1/api-1/serve#2", fault_kind::fail_before),
              "api-1 fails to 'serve' (2) attempt 1 of intent-1");
    EXPECT_EQ(said("api-1/serve", fault_kind::fail_after),
              "api-1 does 'serve', then fails to tell what came of it");
}

TEST(Words, OfDeaths) {
    EXPECT_EQ(
        said_of_death("intent-1/attempt-1/api-1/db commit#2", fault_kind::kill_after),
        "api-1 is killed after its 'db commit' (2) for attempt 1 of intent-1, and starts again "
        "after 20 ms");
    EXPECT_EQ(said("intent-1/attempt-1/client>api/request", fault_kind::kill_before),
              "client is killed before the request of attempt 1 of intent-1");
    EXPECT_EQ(
        said_of_death("intent-1/attempt-1/client>api/response", fault_kind::power_off_before),
        "the host of api loses power before the response to attempt 1 of intent-1, and has it "
        "again after 20 ms")
        << "who answers is the other side";
}

TEST(Words, OfDisks) {
    constexpr std::string_view sync = "intent-1/attempt-1/api-1/file sync journal#2";
    fault_spec cut(fault_kind::power_cut);
    cut.survives = sim::survival(sim::survivors::only, 2);
    cut.restart = 20ms;
    EXPECT_EQ(in_words({sync, cut}),
              "the host of api-1 loses power before its 'file sync journal' (2) for attempt 1 of "
              "intent-1, of what was not synced survives: only 2, and has it again after 20 ms");
    fault_spec full(fault_kind::disk_full);
    full.lasting = true;
    EXPECT_EQ(in_words({"api-1/file write wal", full}),
              "api-1: its 'file write wal' finds the disk full, from then on");
    EXPECT_EQ(said("api-1/file write wal", fault_kind::disk_full, 20ms),
              "api-1: its 'file write wal' finds the disk full, for 20 ms");
    EXPECT_EQ(said("api-1/file cut wal", fault_kind::read_only, 20ms),
              "api-1: its 'file cut wal' finds that nothing can be written, for 20 ms");
    EXPECT_EQ(said("api-1/file read database", fault_kind::io_error),
              "api-1: its 'file read database' fails");
    EXPECT_EQ(said("api-1/file sync wal", fault_kind::false_sync),
              "api-1: its 'file sync wal' is told to be done, and nothing is safe");
    EXPECT_EQ(said("api-1/file write journal", fault_kind::lost_file),
              "api-1: its 'file write journal' finds the file gone");
    EXPECT_EQ(said("api-1/file cut journal", fault_kind::read_only),
              "api-1: its 'file cut journal' finds that nothing can be written, from then on");
    EXPECT_EQ(said("api-1/file sync wal", fault_kind::delay, 20ms),
              "api-1: its 'file sync wal' comes 20 ms later");
}

TEST(Words, OfClocksAndPartitions) {
    EXPECT_EQ(said("intent-1/client>api/request", fault_kind::clock_jump, -1h),
              "the clock of client jumps by -1 h at the request of intent-1");
    EXPECT_EQ(said("intent-1/client>api/response", fault_kind::clock_drift, 100ms),
              "the clock of api gains 100 ms a second from the response to intent-1 on");
    EXPECT_EQ(
        said("intent-1/client>api/request", fault_kind::partition, 100ms),
        "client and api are cut off from each other from the request of intent-1 on, for 100 ms");
    EXPECT_EQ(said("intent-1/client>api/request", fault_kind::partition, 100ms,
                   "intent-2/client>api/request"),
              "client and api are cut off from each other from the request of intent-1 on, until "
              "intent-2/client>api/request");
    EXPECT_EQ(said("intent-1/client>api/request", fault_kind::partition),
              "client and api are cut off from each other from the request of intent-1 on");
}

}  // namespace
}  // namespace onceproof::faults
