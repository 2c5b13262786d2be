// What the hash of a trace depends on, and what not.
#include "sim/trace.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace onceproof::sim {
namespace {

using namespace std::chrono_literals;

constexpr record first{time_point(1ms), happening::sent, 1, 2, 3, 4, 5, 6, "said", "hello"};
constexpr record second{time_point(2ms), happening::saw_end, 2, 0, 0, 1, 5, 0, "", ""};

constexpr record_ids names{11, 12, 7};

trace_hash hash_of(const std::vector<record>& records, const record_ids& ids = names,
                   bool keep = false) {
    trace t(keep);
    for (const record& r : records) {
        t.add(r, ids);
    }
    return t.hash();
}

// If this fails, recorded hashes of earlier releases have lost their meaning: undo the change, or
// raise trace::format_version.
TEST(Trace, HashIsTheSameInEveryBuild) {
    EXPECT_EQ(trace::format_version, 2);
    EXPECT_EQ(to_text(hash_of({})), "99aa06d3014798d86001c324468d497f");  // XXH3 of nothing
    EXPECT_EQ(to_text(hash_of({first})), "05b1fab9def5689cb90007ea49419c1e");
    EXPECT_EQ(to_text(hash_of({first, second})), "934b9dc04cf84801864a317e96d4e8d9");
}

TEST(Trace, HashDoesNotDependOnKeepingTheEvents) {
    EXPECT_EQ(hash_of({first, second}, names, true), hash_of({first, second}, names, false));
}

TEST(Trace, EveryFieldOfAnEventChangesTheHash) {
    const auto with = [](auto change) {
        record r = first;
        change(r);
        return hash_of({r});
    };
    const std::map<std::string, trace_hash> hashes{
        {"as it was", hash_of({first})},
        {"at", with([](record& r) { r.at += 1ns; })},
        {"what", with([](record& r) { r.what = happening::delivered; })},
        {"who", hash_of({first}, {13, 12, 7})},
        {"whom", hash_of({first}, {11, 13, 7})},
        {"who and whom", hash_of({first}, {12, 11, 7})},
        {"activity", hash_of({first}, {11, 12, 8})},
        {"cause", with([](record& r) { r.cause = 3; })},
        {"a", with([](record& r) { r.a = 7; })},
        {"b", with([](record& r) { r.b = 7; })},
        {"high bit of b", with([](record& r) { r.b |= std::uint64_t{1} << 63U; })},
        {"a and b", with([](record& r) { std::swap(r.a, r.b); })},
        {"word", with([](record& r) { r.word = "says"; })},
        {"no word", with([](record& r) { r.word = ""; })},
        {"detail", with([](record& r) { r.detail = "hellO"; })},
        {"no detail", with([](record& r) { r.detail = ""; })},
        {"word and detail", with([](record& r) { std::swap(r.word, r.detail); })},
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
    record r = first;
    r.who = 8;
    r.whom = 10;
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
        record r = first;
        r.detail = source;
        t.add(r, names);
        source.assign(length, '?');
    }
    ASSERT_EQ(t.records().size(), 100U);
    for (std::size_t length = 0; length < 100; ++length) {
        record r = first;
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
