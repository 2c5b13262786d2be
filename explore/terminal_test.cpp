// A run, walked through and changed at a prompt.
#include "explore/terminal.hpp"

#include "explore/explore_testing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

namespace onceproof::explore {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::trial_of;

struct session {
    std::string output;
    bool all_well = false;
    std::map<std::string, std::string> saved{};
};

session type(const scenarios::trial& start, const std::string& script) {
    session s;
    std::istringstream in(script);
    std::ostringstream out;
    terminal_options options;
    options.save = [&](const std::string& name, const std::string& text) {
        if (name == "bad name") {
            throw refusal("a name is made of small letters, digits and hyphens");
        }
        s.saved[name] = text;
        return "folder/" + name + ".json";
    };
    s.all_well = terminal(start, in, out, options).run();
    s.output = out.str();
    return s;
}

TEST(Terminal, WalksForwardAndBack) {
    const session s = type(trial_of("lost-answer"), "step\nstep 3\nback\nuntil effect\ngo 0\n");
    EXPECT_TRUE(s.all_well);
    EXPECT_THAT(s.output, HasSubstr("CHARGES 1 order-1  [intent-1/attempt-1]"));
    EXPECT_THAT(s.output, HasSubstr("before the first event"));
}

TEST(Terminal, StaysWhereAWalkWouldLeadPastTheEnd) {
    const session s = type(trial_of("lost-answer"), "step 2\nstep 99999\nback\n");
    EXPECT_FALSE(s.all_well);
    EXPECT_THAT(s.output, HasSubstr("no: there is no event after this\n    1  "));
}

TEST(Terminal, ShowsWhatIsThere) {
    const session s = type(trial_of("lost-answer"), "until effect\nshow db\nshow faults\n");
    EXPECT_THAT(s.output, HasSubstr("1 | shop | POST /v1/charges | order-1 | 1250 | EUR"));
    EXPECT_THAT(s.output, HasSubstr("    1  the response to attempt 1 of intent-1 is lost"));
}

// From a calm run to a duplicate charge, and back to one that holds.
TEST(Terminal, FindsADuplicateChargeAndPutsTheGuardBack) {
    const session s = type(trial_of("same-request-twice", "key-per-attempt"),
                           "until POST\nuntil 201\ndrop\nuntil violation\nshow oracle\nwithout\n"
                           "diff\nsave lost-201\n");
    EXPECT_TRUE(s.all_well) << s.output;
    EXPECT_THAT(s.output, ContainsRegex("by the mutant key-per-attempt: held"));
    EXPECT_THAT(s.output, ContainsRegex("by the mutant key-per-attempt: violated"));
    EXPECT_THAT(s.output, HasSubstr("one effect: intent-1: it took effect 2 times"));
    EXPECT_THAT(s.output, ContainsRegex("by claim-lease: held"));
    EXPECT_THAT(s.output, ContainsRegex("from event [0-9]+ on they differ"));
    EXPECT_THAT(s.saved.at("lost-201"), HasSubstr("\"fault\": \"silence\""));
}

TEST(Terminal, TakesBackAndMakesAgain) {
    const session s = type(trial_of("lost-answer"), "remove 1\nundo\nredo\nshow faults\n");
    EXPECT_TRUE(s.all_well) << s.output;
    EXPECT_THAT(s.output, HasSubstr("  none\n"));
}

TEST(Terminal, KillsAndChooses) {
    const session s = type(trial_of("lost-answer"),
                           "until effect\nkill\nuntil killed\nshow faults\n"
                           "until effect\nchoices\ngo 3\ndo 1\n");
    EXPECT_THAT(s.output, HasSubstr("is killed"));
    EXPECT_THAT(s.output, HasSubstr("is killed after its"));
}

TEST(Terminal, MakesAFailureSmall) {
    const session s = type(trial_of("lost-answer", "key-per-attempt"), "failing\nshrink\nagain\n");
    EXPECT_TRUE(s.all_well) << s.output;
    EXPECT_THAT(s.output, HasSubstr("\nWhat goes wrong: "));
    EXPECT_THAT(s.output, HasSubstr("onceproof replay --plan /dev/stdin <<< '{"));
}

TEST(Terminal, RefusesInOneSentenceAndGoesOn) {
    const session s = type(trial_of("lost-answer"),
                           "stepp\nstep x\ngo 9999\nundo\nredo\ndiff\nuntil nothing-like-this\n"
                           "do 0\nremove 7\nwithout gard\nsubject nobody\nseed -1\nshow dbs\n"
                           "save bad name\nshrink\n# a comment\n\nstory\nquit\nstep\n");
    EXPECT_FALSE(s.all_well);
    EXPECT_THAT(s.output, HasSubstr("no: there is no verb 'stepp', did you mean 'step'?"));
    EXPECT_THAT(s.output, HasSubstr("no: 'x' is not a whole number"));
    EXPECT_THAT(s.output, HasSubstr("no: the run has "));
    EXPECT_THAT(s.output, HasSubstr("no: nothing was changed"));
    EXPECT_THAT(s.output, HasSubstr("no: there is no 'nothing-like-this' after this"));
    EXPECT_THAT(s.output, HasSubstr("no: there is no subject 'nobody'"));
    EXPECT_THAT(s.output, HasSubstr("no: this run does not fail"));
    EXPECT_THAT(s.output, HasSubstr("did you mean 'db'?"));
    EXPECT_THAT(s.output, Not(HasSubstr("comment")));
}

TEST(Terminal, HelpNamesEachVerb) {
    const session s = type(trial_of("lost-answer"), "help\n");
    for (const char* const verb :
         {"step", "back", "until", "show", "drop", "kill", "diff", "save"}) {
        EXPECT_THAT(s.output, ContainsRegex("\n  " + std::string(verb) + " "));
    }
}

}  // namespace
}  // namespace onceproof::explore
