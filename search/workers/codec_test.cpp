// What is encoded is the same when it is decoded, on any machine; and whatever the bytes, decoding
// them ends well.
#include "search/workers/codec.hpp"

#include "search/workers/bytes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceproof::search {
namespace {

// Values with no member left as it is by default, so that one that is forgotten shows.

std::uint64_t some() {
    return *rc::gen::nonZero<std::uint64_t>();
}

std::string word() {
    return *rc::gen::nonEmpty<std::string>();
}

std::vector<std::uint64_t> numbers() {
    return *rc::gen::nonEmpty<std::vector<std::uint64_t>>();
}

scenarios::trial some_trial() {
    const auto& all = scenarios::all();
    const scenarios::scenario& s = all[*rc::gen::inRange<std::size_t>(0, all.size())];
    scenarios::trial t(s);
    t.under_test = designs::implementation(*designs::find_mutant("key-per-attempt"));
    t.under_test = s.suits(*t.under_test.design) ? t.under_test : s.usual;
    t.seed = some();
    ++t.work.attempts_max;
    t.faults = scenarios::find("lost-answer")->plan;
    return t;
}

finding some_finding() {
    return {word(), some(), word(), some(), word(), some(), some_trial(), {word(), word()}};
}

template <std::size_t N>
std::array<std::uint64_t, N> many() {
    std::array<std::uint64_t, N> all{};
    for (std::uint64_t& each : all) {
        each = some();
    }
    return all;
}

part_result some_part() {
    part_result p{{some(), some()}, some(), {some(), some(), some(), {}},
                  many<64>(),       some(), some(),
                  numbers(),        true,   some_trial(),
                  some(),           some()};
    for (faults::fault_counts& k : p.counts.kinds) {
        k = {some(), some(), some(), some()};
    }
    return p;
}

windows_result some_windows() {
    using std::chrono::nanoseconds;
    const auto span = [] { return nanoseconds(*rc::gen::nonZero<std::int64_t>()); };
    const window w{word(),
                   word(),
                   word(),
                   word(),
                   some(),
                   span(),
                   {faults::fault_kind::kill_after,
                    static_cast<faults::fault_kind>(faults::fault_kinds_max - 1)},
                   word()};
    return {{w, w}, {{span(), some(), {word()}}}};
}

std::vector<job> each_job() {
    return {run_seed{some()},
            run_plan{some_trial()},
            search_part{some()},
            prove_part{some(), some(), some()},
            shrink_seed{some(), word()},
            shrink_plan{some_trial(), word()},
            measure_run{some()},
            quote_run{some()},
            measure_windows{word()}};
}

std::vector<job_result> each_told() {
    const auto bits = *rc::gen::nonZero<std::uint32_t>();
    return {std::monostate(),
            seed_result{{some(), some()}, some(), bits},
            plan_result{word()},
            some_part(),
            proof_result{some(), std::chrono::milliseconds(7), some_finding()},
            some_finding(),
            length_result{some()},
            example_result{{some(), some()}, some(), some(), word(), word()},
            some_windows()};
}

RC_GTEST_PROP(Codec, GivesEachJobBack, ()) {
    const std::vector<job> all = each_job();
    RC_ASSERT(all.size() == std::variant_size_v<job>);
    for (const job& j : all) {
        RC_ASSERT(decode_job(encode(j)) == j);
    }
}

RC_GTEST_PROP(Codec, GivesEachOutcomeBack, ()) {
    const std::vector<job_result> all = each_told();
    RC_ASSERT(all.size() == std::variant_size_v<job_result>);
    for (const job_result& t : all) {
        const outcome o{{some_finding(), some_finding()}, t};
        RC_ASSERT(decode_outcome(encode(o)) == o);
    }
}

RC_GTEST_PROP(Codec, RefusesWhatIsCutOrTooLong, ()) {
    const outcome o{{some_finding()}, some_part()};
    const std::string whole = encode(o);
    const auto size = *rc::gen::inRange<std::size_t>(0, whole.size());
    RC_ASSERT(!decode_outcome(whole.substr(0, size)));
    RC_ASSERT(!decode_outcome(whole + '\0'));
}

// A worker may have written anything there.
RC_GTEST_PROP(Codec, EndsWellWhateverTheBytes, ()) {
    std::string bytes = encode(outcome{{some_finding()}, some_windows()});
    for (int i = 0; i < 4; ++i) {
        bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
    }
    if (const std::optional<outcome> o = decode_outcome(bytes)) {
        RC_ASSERT(decode_outcome(encode(*o)) == o);
    }
    decode_job(bytes);
}

TEST(Codec, IsTheSameOnEveryMachine) {
    EXPECT_EQ(encode(job(run_seed{0x0102030405060708})),
              std::string("\0\x08\x07\x06\x05\x04\x03\x02\x01", 9));
    EXPECT_EQ(encode(outcome{{}, plan_result{"ab"}}), std::string("\0\0\0\0\x02\x02\0\0\0ab", 11));
}

TEST(Codec, RefusesWhatMakesNoSense) {
    EXPECT_FALSE(decode_job(""));
    EXPECT_FALSE(decode_job("\x7f")) << "there is no such job";
    EXPECT_FALSE(decode_job(std::string("\x01\x02\0\0\0{}", 7))) << "that is no plan";
    const std::string huge("\xff\xff\xff\xff", 4);
    EXPECT_FALSE(decode_outcome(huge)) << "as many findings as that";
    EXPECT_FALSE(decode_outcome(std::string("\0\0\0\0\x02", 5) + huge)) << "a text as long";
}

TEST(Bytes, GiveNothingOnceTheyHaveFailed) {
    byte_reader from("\x01\x02");
    EXPECT_EQ(from.number(1), 1U);
    EXPECT_EQ(from.number(2), 0U);
    EXPECT_TRUE(from.has_failed());
    EXPECT_EQ(from.number(1), 0U) << "though there was one left";
    EXPECT_EQ(from.text(), "");
    EXPECT_FALSE(from.is_whole());
}

}  // namespace
}  // namespace onceproof::search
