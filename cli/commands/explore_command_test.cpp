// `onceproof explore` from end to end: at a prompt, as a server, and what is saved from it.
#include "cli/exit_status.hpp"
#include "cli/program_testing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace onceproof::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

class Explore : public ::testing::Test {
protected:
    Explore() { std::filesystem::create_directories(folder); }
    ~Explore() override { std::filesystem::remove_all(folder); }

    std::string path(const std::string& name) const { return (folder / name).string(); }

    // What it answers to SCRIPT.
    finished type(const std::string& words, const std::string& script) const {
        std::ofstream(path("script")) << script;
        return onceproof("explore " + words + " --terminal --save-in " + path("kept") + " <" +
                         path("script"));
    }

    std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) /
                                   ("onceproof-explore-" + std::to_string(getpid()));
};

// From a calm run to a regression that `run` runs.
TEST_F(Explore, SavesWhatRunRunsThen) {
    const finished typed = type("same-request-twice --without key-per-attempt",
                                "until 201\nbefore POST\nuntil 201\ndrop\nshow verdict\nwithout\n"
                                "show verdict\nsave lost-201\nsave lost-201\n");
    EXPECT_EQ(typed.status, usage) << "the second file of that name is refused";
    EXPECT_THAT(typed.output, HasSubstr("one effect: intent-1: it took effect 2 times"));
    EXPECT_THAT(typed.output,
                HasSubstr("no: " + path("kept/lost-201.json") + ": there is such a file already"));
    const finished ran = onceproof("run same-request-twice --seeds 50 --regressions " +
                                   path("kept") + " --findings " + path("findings"));
    EXPECT_EQ(ran.status, held) << ran.output;
    EXPECT_THAT(ran.output, ContainsRegex("regressions +held +[0-9]+ plans"));
    EXPECT_EQ(onceproof("replay --plan " + path("kept/lost-201.json")).status, held);
}

TEST_F(Explore, ARegressionThatFailsIsTold) {
    const finished typed = type("lost-answer --without key-per-attempt", "save broken\n");
    EXPECT_EQ(typed.status, held);
    const finished ran = onceproof("run lost-answer --seeds 20 --regressions " + path("kept"));
    EXPECT_EQ(ran.status, violated);
    EXPECT_THAT(ran.output, HasSubstr("broken: "));
    EXPECT_THAT(ran.output, HasSubstr("reproduce: onceproof replay --plan " + path("kept")));
    EXPECT_EQ(onceproof("run lost-answer --regressions " + path("none")).status, no_such_file);
    std::ofstream(path("kept/torn.json")) << "{";
    const finished refused = onceproof("run lost-answer --regressions " + path("kept"));
    EXPECT_EQ(refused.status, bad_file);
    EXPECT_THAT(refused.output, HasSubstr("torn.json:1:2: "));
}

TEST_F(Explore, TheLineForAgainRunsTheSameRun) {
    const finished typed = type("lost-answer --seed 7", "remove 1\nagain\n");
    const std::size_t line = typed.output.rfind("onceproof replay --plan");
    ASSERT_NE(line, std::string::npos) << typed.output;
    std::ofstream(path("again.sh"))
        << "alias onceproof=" ONCEPROOF_PROGRAM "\nshopt -s expand_aliases\n"
        << ONCEPROOF_PROGRAM << typed.output.substr(line + std::string("onceproof").size());
    const finished again = run_shell("bash " + path("again.sh") + " 2>&1");
    EXPECT_EQ(again.status, held) << again.output;
    EXPECT_THAT(again.output, HasSubstr("hash "));
}

TEST_F(Explore, BadWordsAreOneSentence) {
    EXPECT_EQ(onceproof("explore lost-answr --terminal").status, usage);
    EXPECT_EQ(onceproof("explore --plan none.json --terminal").status, no_such_file);
    EXPECT_EQ(onceproof("explore lost-answer --terminal --port 80").status, usage);
    EXPECT_EQ(onceproof("explore lost-answer --browser firefox").status, usage);
}

// A server on a port of its own, another that wants the same one, and an end by Ctrl-C.
TEST_F(Explore, ServesThePageUntilItIsInterrupted) {
    std::ofstream(path("serve.sh"))
        << "out=" << path("out") << "\nprogram=" ONCEPROOF_PROGRAM "\n"
        << "env --default-signal=INT $program explore lost-answer --browser none >$out 2>&1 &\n"
        << "for i in $(seq 100); do grep -q Ctrl-C $out && break; sleep 0.1; done\n"
        << "url=$(head -1 $out); address=${url#http://}; address=${address%%/*}\n"
        << "exec 3<>/dev/tcp/127.0.0.1/${address#*:}\n"
        << "printf 'GET /%s HTTP/1.1\\r\\nHost: %s\\r\\nConnection: close\\r\\n\\r\\n' "
           "\"${url#http://*/}\" $address >&3\n"
        << "head -1 <&3\n"
        << "$program explore lost-answer --browser none --port ${address#*:} 2>&1; echo $?\n"
        << "kill -INT $!; wait $!; echo ended with $?\n";
    const finished served = run_shell("bash " + path("serve.sh"));
    EXPECT_THAT(served.output, HasSubstr("HTTP/1.1 200 OK"));
    EXPECT_THAT(served.output,
                ContainsRegex("port [0-9]+ of the loopback: Address already in use\n74\n"));
    EXPECT_THAT(served.output, HasSubstr("ended with 0"));
}

}  // namespace
}  // namespace onceproof::cli
