// What the hash of a trace depends on, and what not.
#include "sim/trace/trace.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace onceproof::sim {
namespace {

using namespace std::chrono_literals;

constexpr trace_event first{time_point(1ms), event_kind::sent, 1, 2, 3, 4, 5, 6, "said", "hello"};
constexpr trace_event second{time_point(2ms), event_kind::saw_end, 2, 0, 0, 1, 5, 0, "", ""};

constexpr record_ids names{11, 12, 7};

trace_hash hash_of(const std::vector<trace_event>& records, const record_ids& ids = names,
                   bool keep = false) {
    trace t(keep);
    for (const trace_event& r : records) {
        t.add(r, ids);
    }
    return t.hash();
}

// If this fails, recorded hashes of earlier releases have lost their meaning: undo the change, or
// raise trace::format_version.
TEST(Trace, HashIsTheSameInEveryBuild) {
    EXPECT_EQ(trace::format_version, 2);
    EXPECT_EQ(to_text(hash_of({})), "99aa06d3014798d86001c324468d497f");  // XXH3 of nothing
    EXPECT_EQ(to_text(hash_of({first})), "445bbae8e74017dbb829f8a308299460");
    EXPECT_EQ(to_text(hash_of({first, second})), "65c34ebc492bfb073e2a22267bde0db0");
}

TEST(Trace, HashDoesNotDependOnKeepingTheEvents) {
    EXPECT_EQ(hash_of({first, second}, names, true), hash_of({first, second}, names, false));
}

TEST(Trace, EveryFieldOfAnEventChangesTheHash) {
    const auto with = [](auto change) {
        trace_event r = first;
        change(r);
        return hash_of({r});
    };
    const std::map<std::string, trace_hash> hashes{
        {"as it was", hash_of({first})},
        {"at", with([](trace_event& r) { r.at += 1ns; })},
        {"what", with([](trace_event& r) { r.kind = event_kind::delivered; })},
        {"who", hash_of({first}, {13, 12, 7})},
        {"whom", hash_of({first}, {11, 13, 7})},
        {"who and whom", hash_of({first}, {12, 11, 7})},
        {"activity", hash_of({first}, {11, 12, 8})},
        {"cause", with([](trace_event& r) { r.cause = 3; })},
        {"a", with([](trace_event& r) { r.a = 7; })},
        {"b", with([](trace_event& r) { r.b = 7; })},
        {"high bit of b", with([](trace_event& r) { r.b |= std::uint64_t{1} << 63U; })},
        {"a and b", with([](trace_event& r) { std::swap(r.a, r.b); })},
        {"word", with([](trace_event& r) { r.word = "says"; })},
        {"no word", with([](trace_event& r) { r.word = ""; })},
        {"detail", with([](trace_event& r) { r.detail = "hellO"; })},
        {"no detail", with([](trace_event& r) { r.detail = ""; })},
        {"word and detail", with([](trace_event& r) { std::swap(r.word, r.detail); })},
        {"twice", hash_of({first, first})},
        {"another before", hash_of({second, first})},
        {"another behind", hash_of({first, second})}};
    std::map<trace_hash, std::string> seen;
    for (const auto& [what, hash] : hashes) {
        const auto [same, is_new] = seen.emplace(hash, what);
        EXPECT_TRUE(is_new) << what << " hashes like " << same->second;
    }
}

// Indices are given as names and labels are added, in an order that may differ where they do not.
TEST(Trace, HashSpeaksOfNamesAndLabelsByTheirIdsNotTheirIndices) {
    trace_event r = first;
    r.actor = 8;
    r.peer = 10;
    r.activity = 9;
    EXPECT_EQ(hash_of({r}), hash_of({first}));
}

TEST(Trace, EventsAreCountedFromOne) {
    trace t(false);
    EXPECT_EQ(t.size(), 0U);
    EXPECT_EQ(t.add(first, names), 1U);
    EXPECT_EQ(t.add(second, names), 2U);
    EXPECT_EQ(t.size(), 2U);
    EXPECT_TRUE(t.records().empty());
}

// Short texts live within a std::string, long ones outside of it; neither may go with its source.
TEST(Trace, KeepsDetailsAfterTheirSourceIsGone) {
    trace t(true);
    std::vector<std::string> expected;
    for (std::size_t length = 0; length < 100; ++length) {
        std::string source(length, static_cast<char>('A' + (length % 26)));
        expected.push_back(source);
        trace_event r = first;
        r.detail = source;
        t.add(r, names);
        source.assign(length, '?');
    }
    ASSERT_EQ(t.records().size(), 100U);
    for (std::size_t length = 0; length < 100; ++length) {
        trace_event r = first;
        r.detail = expected[length];
        EXPECT_EQ(t.records()[length], r) << length;
    }
}

TEST(Trace, AHashReadsAs32Digits) {
    EXPECT_EQ(to_text(trace_hash{0, 0x1f}), "0000000000000000000000000000001f");
    EXPECT_EQ(to_text(trace_hash{0xfedcba9876543210U, 1}), "fedcba98765432100000000000000001");
}

}  // namespace
}  // namespace onceproof::sim
