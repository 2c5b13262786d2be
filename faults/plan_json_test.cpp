// A plan that is read means what it says; one that is refused is refused at its place.
#include "faults/plan_json.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace onceproof::faults {
namespace {

using namespace std::chrono_literals;

const fault_space& space() {
    static const fault_space all = [] {
        fault_space some = world_faults();
        add(some, {"past the timeout", fault_spec(fault_kind::delay, 600ms)});
        for (const fault_space& more : {disk_faults(), false_disk_faults()}) {
            some.insert(some.end(), more.begin(), more.end());
        }
        return some;
    }();
    return all;
}

plan read(std::string_view text) {
    return read_plan(base::read_document(text), space());
}

// "line:column: sentence", or nothing if the plan is read.
std::string refusal(std::string_view text) {
    try {
        read(text);
        return {};
    } catch (const base::bad_document& refused) {
        return fmt::format("{}:{}: {}", refused.line(), refused.column(), refused.what());
    }
}

// Where a fault of that kind can be injected.
std::string_view point_for(const kind_row& k) {
    return k.applies_to.has(sim::point_kind::message)   ? "job-1/attempt-1/client>api/response#2"
           : k.applies_to.has(sim::point_kind::connect) ? "job-1/attempt-1/client>api/connect"
           : k.applies_to.has(sim::point_kind::file)    ? "job-1/attempt-1/api-1/file sync journal"
                                                        : "job-1/attempt-1/api-1/serve";
}

std::string plan_text(const plan& p) {
    std::string text = "[";
    for (const planned_fault& f : p) {
        text += (text.size() > 1 ? ", " : "") + faults::to_json(f);
    }
    return text + "]";
}

// --- What is read ---

TEST(PlanJson, ReadsWhatItsHeaderShows) {
    const plan p = read(R"([
        {"point": "job-1/attempt-1/client>api/response", "fault": "silence"},
        {"point": "job-1/attempt-2/client>api/request", "fault": "delay", "span": "400ms"},
        {"point": "job-1/attempt-2/api-1/db commit#2", "fault": "kill after", "restart": "20ms"},
        {"point": "job-2/attempt-1/client>api/connect", "fault": "partition",
         "until": "job-2/attempt-2/client>api/connect"}
    ])");
    fault_spec kill(fault_kind::kill_after);
    kill.restart = 20ms;
    const plan meant{{"job-1/attempt-1/client>api/response", fault_spec(fault_kind::silence)},
                     {"job-1/attempt-2/client>api/request", fault_spec(fault_kind::delay, 400ms)},
                     {"job-1/attempt-2/api-1/db commit#2", kill},
                     {"job-2/attempt-1/client>api/connect", fault_spec(fault_kind::partition),
                      "job-2/attempt-2/client>api/connect"}};
    EXPECT_EQ(p, meant);
    EXPECT_EQ(p[3].fault.until, sim::point_id("job-2/attempt-2/client>api/connect"));
    EXPECT_EQ(to_json(p[3]),
              R"({"point": "job-2/attempt-1/client>api/connect", )"
              R"("fault": "partition", "until": "job-2/attempt-2/client>api/connect"})");
}

TEST(PlanJson, ReadsNothingAsTheCalmPlan) {
    EXPECT_TRUE(read("[]").empty());
}

TEST(PlanJson, KeepsEachAlternativeOfEachKind) {
    for (const kind_row& k : space()) {
        for (const alternative& a : k.alternatives) {
            const plan p{{point_for(k), a.fault}};
            EXPECT_EQ(refusal(plan_text(p)), "");
            EXPECT_EQ(read(plan_text(p)), p) << plan_text(p);
        }
    }
}

TEST(PlanJson, KeepsASpanOfNothing) {
    for (const kind_row& k : space()) {
        const plan p{{point_for(k), fault_spec(k.number)}};
        EXPECT_EQ(refusal(plan_text(p)), "") << plan_text(p);
    }
    EXPECT_EQ(faults::to_json({"a>b/request", fault_spec(fault_kind::partition)}),
              R"({"point": "a>b/request", "fault": "partition"})");
}

TEST(PlanJson, ReadsTheWordsOfAKind) {
    const auto span_of_delay = [](std::string_view word) {
        const std::string text =
            fmt::format(R"([{{"point": "a>b/request", "fault": "delay", "span": "{}"}}])", word);
        return read(text).front().fault.span;
    };
    EXPECT_EQ(span_of_delay("past the timeout"), 600ms);
    EXPECT_EQ(span_of_delay("20ms"), 20ms);
    EXPECT_EQ(span_of_delay("0ms"), 0ms);
    EXPECT_EQ(span_of_delay("1h"), 1h);
    EXPECT_EQ(span_of_delay("90min"), 90min);
    EXPECT_EQ(span_of_delay("24000h"), 24'000h);
    EXPECT_EQ(span_of_delay("7ns"), 7ns);
    EXPECT_EQ(span_of_delay("3us"), 3us);
}

planned_fault any_fault() {
    const kind_row& k = space()[*rc::gen::inRange<std::size_t>(0, space().size())];
    fault_spec d = k.alternatives[*rc::gen::inRange<std::size_t>(0, k.alternatives.size())].fault;
    std::string_view until;
    if (d.span != sim::duration::zero()) {
        const std::int64_t most =
            k.number == fault_kind::clock_drift ? 999'999'999 : 17'280'000'000'000'000;
        const bool either_way =
            k.number == fault_kind::clock_jump || k.number == fault_kind::clock_drift;
        const std::int64_t least = either_way ? -most : 0;
        d.span = sim::duration(*rc::gen::inRange(least, most + 1));
    }
    if (d.restart) {
        d.restart.reset();
    }
    if (k.alternatives.front().fault.restart && *rc::gen::arbitrary<bool>()) {
        d.restart = sim::duration(*rc::gen::inRange<std::int64_t>(0, 1'000'000'000'000));
    }
    if (k.number == fault_kind::partition && *rc::gen::arbitrary<bool>()) {
        until = "job-2/client>api/connect";
    }
    return {point_for(k), d, until};
}

RC_GTEST_PROP(PlanJson, ReadAgainIsTheSamePlan, ()) {
    plan p;
    for (int left = *rc::gen::inRange(0, 5); left > 0; --left) {
        const planned_fault f = any_fault();
        if (std::find(p.begin(), p.end(), f) == p.end()) {
            p.push_back(f);
        }
    }
    RC_ASSERT(refusal(plan_text(p)) == "");
    RC_ASSERT(read(plan_text(p)) == p);
}

// --- What is refused ---

struct refused {
    std::string_view text;
    std::string_view place_and_sentence;
};

void expect_refusals(std::initializer_list<refused> all) {
    for (const refused& r : all) {
        EXPECT_EQ(refusal(r.text), r.place_and_sentence) << r.text;
    }
}

TEST(PlanJson, RefusesWhatIsNoListOfFaults) {
    expect_refusals({
        {R"({})", "1:1: the faults are a list"},
        {R"(null)", "1:1: the faults are a list"},
        {R"([1])", "1:2: a fault is an object"},
        {R"([{"fault": "silence"}])", "1:2: a fault has a member 'point', which is missing here"},
        {R"([{"point": "a>b/request"}])",
         "1:2: a fault has a member 'fault', which is missing here"},
        {R"([{"point": "a>b/request", "falut": "silence"}])",
         "1:27: a fault has no member 'falut', did you mean 'fault'?"},
        {R"([{"colour": 1}])", "1:3: a fault has no member 'colour'"},
    });
}

TEST(PlanJson, RefusesAFaultThatThereIsNot) {
    expect_refusals({
        {R"([{"point": "a>b/request", "fault": "silense"}])",
         "1:36: there is no fault 'silense', did you mean 'silence'?"},
        {R"([{"point": "a>b/request", "fault": "killafter"}])",
         "1:36: there is no fault 'killafter', did you mean 'kill after'?"},
        {R"([{"point": "a>b/request", "fault": "none"}])", "1:36: there is no fault 'none'"},
        {R"([{"point": "a>b/request", "fault": "elephant"}])",
         "1:36: there is no fault 'elephant'"},
        {R"([{"point": "a>b/request", "fault": 7}])", "1:36: a fault is a string"},
        {"[{\"point\": \"a>b/request\",\n  \"fault\": \"a\\nb\"}]",
         "2:12: there is no fault 'a?b'"},
    });
}

TEST(PlanJson, RefusesAFaultWhereItCannotBeInjected) {
    expect_refusals({
        {R"([{"point": "a>b/request", "fault": "refuse"}])",
         "1:36: 'refuse' cannot be injected at a>b/request"},
        {R"([{"point": "a>b/connect", "fault": "reset after"}])",
         "1:36: 'reset after' cannot be injected at a>b/connect"},
        {R"([{"point": "job-1/api-1/db commit#2", "fault": "silence"}])",
         "1:48: 'silence' cannot be injected at job-1/api-1/db commit#2"},
        {R"([{"point": "api-1/db commit", "fault": "partition"}])",
         "1:40: 'partition' cannot be injected at api-1/db commit"},
        {R"([{"point": "api-1/db commit", "fault": "too busy"}])",
         "1:40: 'too busy' cannot be injected at api-1/db commit"},
        {R"([{"point": "job-1/api-1/serve#2", "fault": "kill before"}])",
         "1:44: 'kill before' cannot be injected at job-1/api-1/serve#2"},
        {R"([{"point": "a>b/serve", "fault": "fail after"}])",
         "1:34: 'fail after' cannot be injected at a>b/serve"},
    });
}

TEST(PlanJson, RefusesWhatIsNoPoint) {
    for (const char* name : {"", "request", "/request", "a>b/request#0", "a>b/request#x",
                             "a>b/request#01", "/a>b/request"}) {
        const std::string text = fmt::format(R"([{{"point": "{}", "fault": "delay"}}])", name);
        EXPECT_EQ(refusal(text), fmt::format("1:12: '{}' is not the name of a point, such as "
                                             "intent-1/attempt-1/client>api/response",
                                             name));
    }
    expect_refusals({
        {R"([{"point": 1, "fault": "delay"}])", "1:12: a point is a string"},
        {R"([{"point": "a>b/request", "fault": "partition", "until": "b"}])",
         "1:58: 'b' is not the name of a point, such as intent-1/attempt-1/client>api/response"},
        {R"([{"point": "a>b/request", "fault": "partition", "until": null}])",
         "1:58: a point is a string"},
    });
}

// The refusal of a fault with that kind and that member.
std::string refusal_of(std::string_view kind, std::string_view member) {
    return refusal(
        fmt::format(R"([{{"point": "a>b/request", "fault": "{}",{}{}}}])", kind, '\n', member));
}

TEST(PlanJson, RefusesASpanThatIsMissingOrTooMuch) {
    expect_refusals({
        {R"([{"point": "a>b/request", "fault": "delay"}])",
         R"(1:2: 'delay' needs a span, such as "20ms")"},
        {R"([{"point": "a>b/request", "fault": "clock jump"}])",
         R"(1:2: 'clock jump' needs a span, such as "1h")"},
    });
    for (const char* kind : {"silence", "overtaken", "reset before", "kill after"}) {
        EXPECT_EQ(refusal_of(kind, R"("span": "20ms")"),
                  fmt::format("2:9: '{}' takes no span", kind));
    }
    EXPECT_EQ(refusal_of("partition", R"("span": "20ms")"), "");
}

TEST(PlanJson, RefusesWhatIsNoSpan) {
    for (const char* span :
         {"", "ms", "20", "20 ms", "+20ms", "20m", "2.5s", "20msx", "late", "24001h", "-24001h",
          "9223372036854775807ns", "9223372036854775808ns", "-9223372036854775808ns"}) {
        EXPECT_EQ(refusal_of("clock jump", fmt::format(R"("span": "{}")", span)),
                  fmt::format("2:9: a span is a number with a unit, such as \"20ms\" or \"1h\", at "
                              "most 1000 days; not '{}'",
                              span));
    }
    EXPECT_EQ(refusal_of("delay", R"("span": 20)"), "2:9: a span is a string");
    EXPECT_EQ(refusal_of("delay", R"("span": "-1ms")"), "2:9: the span of 'delay' is not negative");
    EXPECT_EQ(refusal_of("partition", R"("span": "-1ms")"),
              "2:9: the span of 'partition' is not negative");
    EXPECT_EQ(refusal_of("clock jump", R"("span": "-1ms")"), "");
    EXPECT_EQ(refusal_of("clock drift", R"("span": "-999ms")"), "");
    for (const char* span : {"1s", "-1s", "1h"}) {
        EXPECT_EQ(refusal_of("clock drift", fmt::format(R"("span": "{}")", span)),
                  "2:9: a clock gains or loses less than 1s in each second");
    }
    EXPECT_EQ(refusal_of("pause", R"("span": "past the timeout")").substr(0, 10), "2:9: a spa")
        << "a word of another kind";
}

TEST(PlanJson, RefusesSpansThatAreTooLongTogether) {
    expect_refusals({
        {R"([{"point": "a>b/request", "fault": "clock jump", "span": "12000h"},
             {"point": "a>b/request", "fault": "clock jump", "span": "-12000h"}])",
         ""},
        {R"([{"point": "a>b/request", "fault": "clock jump", "span": "12000h"},
             {"point": "a>b/request", "fault": "clock jump", "span": "-12000h"},
             {"point": "a>b/request", "fault": "delay", "span": "1ns"}])",
         "3:14: the spans of all faults together are at most 1000 days"},
    });
}

TEST(PlanJson, RefusesARestartOfWhatDoesNotDie) {
    EXPECT_EQ(refusal_of("silence", R"("restart": "20ms")"),
              "2:12: nothing dies of 'silence', so nothing restarts");
    EXPECT_EQ(refusal_of("kill after", R"("restart": "-1ms")"),
              "2:12: a restart comes after the death");
    EXPECT_EQ(refusal_of("kill after", R"("restart": true)"), "2:12: a restart is a string");
    EXPECT_EQ(refusal_of("power off before", R"("restart": "0ms")"), "");
}

TEST(PlanJson, RefusesAnEndOfWhatIsNoPartition) {
    EXPECT_EQ(refusal_of("silence", R"("until": "a>b/request#2")"),
              "2:10: only a partition ends at a point, 'silence' does not");
}

TEST(PlanJson, ReadsWhatSurvivesAPowerOff) {
    const plan p = read(R"([
        {"point": "job-1/api-1/file sync journal", "fault": "power cut", "survives": "all but -1"},
        {"point": "job-1/api-1/db commit", "fault": "power off after", "survives": "torn 2"},
        {"point": "job-1/api-1/file write wal", "fault": "disk full", "lasting": true},
        {"point": "job-1/api-1/file cut wal", "fault": "read only", "span": "30ms"}
    ])");
    EXPECT_EQ(p[0].fault.survives, sim::survival(sim::survivors::all_but, -1));
    EXPECT_EQ(p[1].fault.survives, sim::survival(sim::survivors::torn, 2));
    EXPECT_TRUE(p[2].fault.lasting);
    EXPECT_EQ(p[3].fault.span, std::chrono::milliseconds(30));
    EXPECT_EQ(read(plan_text(p)), p);
}

TEST(PlanJson, RefusesSurvivorsWhereNothingDies) {
    EXPECT_EQ(refusal_of("kill after", R"("survives": "names")"),
              "2:13: only a power-off leaves survivors, 'kill after' does not");
    EXPECT_EQ(refusal_of("power off after", R"("survives": "most")"),
              "2:13: what survives is \"nothing\", \"everything\", \"names\", \"contents\", or "
              "\"only 1\", \"all but 1\", \"torn 1\", \"some 1\" with any number; not 'most'");
    EXPECT_EQ(refusal_of("silence", R"("lasting": true)"),
              "2:12: 'silence' has no choice whether it lasts");
    expect_refusals({{R"([{"point": "a/b/file sync wal", "fault": "I/O error", "lasting": 1}])",
                      "1:66: 'lasting' is true or false"}});
    expect_refusals({{R"([{"point": "a/b/file sync wal", "fault": "I/O error", "span": "1s",
                          "lasting": true}])",
                      "2:38: what has a span ends after it, and what is lasting with the faults"}});
}

TEST(PlanJson, RefusesAFaultThatIsListedTwice) {
    expect_refusals({
        {"[{\"point\": \"a>b/request\", \"fault\": \"silence\"},\n"
         " {\"fault\": \"silence\", \"point\": \"a>b/request\"}]",
         "2:2: this fault is listed twice"},
        {R"([{"point": "a>b/request", "fault": "delay", "span": "1s"},
             {"point": "a>b/request", "fault": "delay", "span": "1000ms"}])",
         "2:14: this fault is listed twice"},
        {R"([{"point": "a>b/request", "fault": "delay", "span": "1s"},
             {"point": "a>b/request", "fault": "delay", "span": "2s"}])",
         ""},
    });
}

TEST(PlanJson, RefusesInASentenceThatIsNeitherBrokenNorEndless) {
    for (const std::string shift : {"", "x", "xx"}) {
        std::string name = shift;
        while (name.size() < 5000) {
            name += "€";
        }
        const std::string said =
            refusal(fmt::format(R"([{{"point": "{}", "fault": "silence"}}])", name));
        EXPECT_LT(said.size(), 320U);
        EXPECT_EQ(said.substr(said.size() - 6), "€...") << "no half of a character";
    }
}

}  // namespace
}  // namespace onceproof::faults
