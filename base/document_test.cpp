// What is read stands where it stands; what is refused is refused in one sentence, with its place.
#include "base/document.hpp"

#include "base/document_testing.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

namespace onceproof::base {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

// "line:column: sentence", or nothing if the text is read.
std::string refusal(std::string_view text) {
    try {
        read_document(text);
        return {};
    } catch (const bad_document& refused) {
        return fmt::format("{}:{}: {}", refused.line(), refused.column(), refused.what());
    }
}

std::string place(const node& n) {
    return fmt::format("{}:{}", n.line, n.column);
}

// A value with all that is known of it.
std::string described(const node& n) {
    std::string s = place(n) + ' ';
    switch (n.type) {
        case node::kind::null:
            return s + "null";
        case node::kind::boolean:
            return s + (n.boolean ? "true" : "false");
        case node::kind::number:
            return s + std::to_string(n.number);
        case node::kind::text:
            return s + '"' + n.text + '"';
        case node::kind::list:
            s += "[ ";
            for (const node& item : n.items) {
                s += described(item) + ' ';
            }
            return s + ']';
        case node::kind::object:
            s += "{ ";
            for (const node::member& m : n.members) {
                s += fmt::format("{}:{} {}: {} ", m.line, m.column, m.name, described(m.value));
            }
            return s + '}';
    }
    return s;
}

std::string read(std::string_view text) {
    return described(read_document(text));
}

TEST(Document, ReadsEveryKindOfValue) {
    EXPECT_EQ(read("null"), "1:1 null");
    EXPECT_EQ(read("true"), "1:1 true");
    EXPECT_EQ(read("false"), "1:1 false");
    EXPECT_EQ(read("0"), "1:1 0");
    EXPECT_EQ(read("-0"), "1:1 0");
    EXPECT_EQ(read("-9223372036854775808"), "1:1 -9223372036854775808");
    EXPECT_EQ(read("9223372036854775807"), "1:1 9223372036854775807");
    EXPECT_EQ(read(R"("a")"), R"(1:1 "a")");
    EXPECT_EQ(read("[]"), "1:1 [ ]");
    EXPECT_EQ(read("{}"), "1:1 { }");
}

TEST(Document, KnowsWhereEverythingStands) {
    EXPECT_EQ(read("{\n  \"faults\": [\n    {\"at\": \"x\", \"ms\" : 20},\n    true , null ],\r\n"
                   "\t\"seed\"\n:\n -7\n}\n"),
              "1:1 { 2:3 faults: 2:13 [ 3:5 { 3:6 at: 3:12 \"x\" 3:17 ms: 3:24 20 } 4:5 true "
              "4:12 null ] 5:2 seed: 7:2 -7 }");
}

TEST(Document, ColumnsCountBytes) {
    EXPECT_EQ(read(R"(["é", "\u00e9", 1])"), R"(1:1 [ 1:2 "é" 1:8 "é" 1:18 1 ])");
}

TEST(Document, QuotesHideWhatLooksLikeSyntax) {
    EXPECT_EQ(read(R"(["/*", "//", "]\"", "\\", ",", {"}": ":"}])"),
              R"(1:1 [ 1:2 "/*" 1:8 "//" 1:14 "]"" 1:21 "\" 1:27 "," )"
              R"(1:32 { 1:33 }: 1:38 ":" } ])");
}

TEST(Document, ReadsEscapes) {
    EXPECT_EQ(read_document(R"("\"\\\/\b\f\n\r\t\u0041\ud83d\ude00\u0000")").text,
              "\"\\/\b\f\n\r\tA😀\0"s);
}

TEST(Document, PassesOverAByteOrderMark) {
    EXPECT_EQ(read("\xEF\xBB\xBF[1]"), "1:1 [ 1:2 1 ]");
    EXPECT_EQ(refusal("\xEF\xBB\xBF"), "1:1: the file is empty");
}

TEST(Document, PassesOverComments) {
    EXPECT_EQ(read("// a\n/* b\n */ [ /**/ 1 /* \" */, // 2,\n3 /*/ 4 */ ] // end"),
              "3:5 [ 3:12 1 4:1 3 ]");
    EXPECT_EQ(read("{\"a\"/* : */:/* , */1//\n}"), "1:1 { 1:2 a: 1:20 1 }");
}

// Boost 1.81 does not see the end of such comments, and passes over what follows them.
TEST(Document, ACommentEndsAtItsFirstStarAndSlash) {
    EXPECT_EQ(read("[/* a **/ 1, /* b */ 2]"), "1:1 [ 1:11 1 1:22 2 ]");
    EXPECT_EQ(read("/***/1"), "1:6 1");
    EXPECT_EQ(read("/****/1"), "1:7 1");
}

TEST(Document, FindsAMemberByItsName) {
    const node n = read_document(R"({"a": 1, "b": {"c": 2}, "\u0000": 3})");
    ASSERT_NE(n.find("a"), nullptr);
    EXPECT_EQ(n.find("a")->number, 1);
    ASSERT_NE(n.find("\0"s), nullptr);
    EXPECT_EQ(n.find("\0"s)->number, 3);
    EXPECT_EQ(n.find("c"), nullptr);
    EXPECT_EQ(n.find(""), nullptr);
    EXPECT_EQ(n.find("a")->find("a"), nullptr) << "a number has no members";
}

TEST(Document, RefusesAFileWithoutAValue) {
    EXPECT_EQ(refusal(""), "1:1: the file is empty");
    EXPECT_EQ(refusal(" \n // nothing"), "2:12: there is no value in the file");
}

TEST(Document, RefusesATextThatEndsTooEarly) {
    EXPECT_EQ(refusal("["), "1:2: the text ends inside the list that begins on line 1");
    EXPECT_EQ(refusal("[\n{\"a\": [1],\n"),
              "3:1: the text ends inside the object that begins on line 2");
    EXPECT_EQ(refusal("{\"a\""), "1:5: the text ends inside the object that begins on line 1");
    EXPECT_EQ(refusal("{\"a\": "), "1:7: the text ends inside the object that begins on line 1");
    EXPECT_EQ(refusal("[1 // ]"), "1:8: the text ends inside the list that begins on line 1");
    EXPECT_EQ(refusal("[1,\n/* ] "), "2:1: the comment that begins here does not end");
    EXPECT_EQ(refusal("/*/"), "1:1: the comment that begins here does not end");
}

TEST(Document, RefusesQuotesThatDoNotEnd) {
    const std::string sentence = "the quotes that begin here do not end on the same line";
    EXPECT_EQ(refusal("[\"abc"), "1:2: " + sentence);
    EXPECT_EQ(refusal("[\"abc\\\""), "1:2: " + sentence);
    EXPECT_EQ(refusal("{\"abc: 1,\n\"d\": 2}"), "1:2: " + sentence);
    EXPECT_EQ(refusal("{\"a\":\n \"b\r\n}"), "2:2: " + sentence);
}

TEST(Document, RefusesWhatIsNoTextInQuotes) {
    const std::string escape = R"(expected an escape that JSON has, such as \n, \\ or \u00e9)";
    EXPECT_EQ(refusal(R"(["ab\x41"])"), "1:5: " + escape);
    EXPECT_EQ(refusal(R"({"ab\'": 1})"), "1:5: " + escape);
    EXPECT_EQ(refusal(R"(["\\\u12G4 and more, so that it is no short text"])"), "1:5: " + escape);
    EXPECT_EQ(refusal(R"(["ab\)"), "1:5: " + escape);
    EXPECT_EQ(refusal(R"(["ab\u00)"), "1:5: " + escape);
    EXPECT_EQ(refusal("[\"ab\\\n\"]"), "1:5: " + escape);
    const std::string half = R"(expected both halves of a surrogate pair, as in \ud83d\ude00)";
    for (const std::string rest : {"", " and more, so that it is no short text"}) {
        for (const char* wrong :
             {R"(\ud83d)", R"(\ude00)", R"(\uD83Dx)", R"(\ud83d\n)", R"(\ud83d\u0041)",
              R"(\ud83d\x)", R"(\ud83d\ud83d\ude00)", R"(\uDE00\ud83d)"}) {
            EXPECT_EQ(refusal(fmt::format("[\"a\\ud83d\\ude00{}{}\"]", wrong, rest)),
                      "1:16: " + half)
                << wrong;
        }
    }
    const std::string control =
        R"(a control character in quotes has to be escaped, as in \t or \u0000)";
    EXPECT_EQ(refusal("[\"a\tb\"]"), "1:4: " + control);
    EXPECT_EQ(refusal("[\"a\0b\"]"s), "1:4: " + control);
}

TEST(Document, RefusesAValueThatIsMissing) {
    EXPECT_EQ(refusal("]"), "1:1: expected a value");
    EXPECT_EQ(refusal("\0"s), "1:1: expected a value");
    EXPECT_EQ(refusal("[,]"), "1:2: expected a value");
    EXPECT_EQ(refusal("[1,,2]"), "1:4: expected a value");
    EXPECT_EQ(refusal("{\"a\": }"), "1:7: expected a value");
    EXPECT_EQ(refusal("{\"a\":: 1}"), "1:6: expected a value");
    EXPECT_EQ(refusal("/ 1"), "1:1: expected a value");
    EXPECT_EQ(refusal("[1,\n]"), "2:1: expected another value after the comma");
    EXPECT_EQ(refusal("{\"a\": 1,\n}"), "2:1: expected another member after the comma");
}

TEST(Document, RefusesWordsThatJsonDoesNotHave) {
    const std::string sentence =
        "expected a value: a text in double quotes, or one of the words true, false and null";
    for (const char* word : {"tru", "truth", "True", "falsey", "nul", "nullify", "x", "'a'", "_"}) {
        EXPECT_EQ(refusal(fmt::format("[ {}]", word)), "1:3: " + sentence) << word;
        EXPECT_EQ(refusal(word), "1:1: " + sentence);
    }
}

TEST(Document, RefusesWhatStandsBetweenValues) {
    EXPECT_EQ(refusal("[1 2]"), "1:4: expected a comma or the end of the list");
    EXPECT_EQ(refusal("[1}"), "1:3: expected a comma or the end of the list");
    EXPECT_EQ(refusal("[[1]: 2]"), "1:5: expected a comma or the end of the list");
    EXPECT_EQ(refusal("{\"a\": 1\n\"b\": 2}"), "2:1: expected a comma or the end of the object");
    EXPECT_EQ(refusal("{\"a\" 1}"), "1:6: expected a colon after the name of the member");
    EXPECT_EQ(refusal("{\"a\", 1}"), "1:5: expected a colon after the name of the member");
    EXPECT_EQ(refusal("{a: 1}"), "1:2: expected the name of a member, in double quotes");
    EXPECT_EQ(refusal("{\"a\": 1, 2}"), "1:10: expected the name of a member, in double quotes");
    EXPECT_EQ(refusal("{,}"), "1:2: expected the name of a member, in double quotes");
    EXPECT_EQ(refusal("{]"), "1:2: expected the name of a member, in double quotes");
}

TEST(Document, RefusesWhatFollowsTheValue) {
    EXPECT_EQ(refusal("{}\n{}"), "2:1: expected nothing after the value");
    EXPECT_EQ(refusal("1 // one\n, 2"), "2:1: expected nothing after the value");
    EXPECT_EQ(refusal("[]\0"s), "1:3: expected nothing after the value");
    EXPECT_EQ(refusal("1 /"), "1:3: expected nothing after the value");
}

TEST(Document, RefusesNumbersThatAreNotWhole) {
    for (const char* number : {"1.0", "1.5", "1e3", "1E-3", "1e999999999999", "01", "-01", "1.",
                               "-", "+1", ".5", "1x", "0x10", "1_000", "1-", "-Infinity", "1e"}) {
        EXPECT_EQ(refusal(fmt::format("[\n {}]", number)),
                  "2:2: expected a whole number, such as 0, 12 or -3")
            << number;
    }
}

TEST(Document, RefusesNumbersThatDoNotFit) {
    for (const char* number : {"9223372036854775808", "-9223372036854775809",
                               "18446744073709551616", "99999999999999999999999999999999"}) {
        EXPECT_EQ(refusal(number), "1:1: the number does not fit in 64 bits");
    }
}

TEST(Document, RefusesAMemberTwice) {
    EXPECT_EQ(refusal("{\"a\": 1,\n\"b\": {\"a\": 2},\n  \"\\u0061\": 3}"),
              "3:3: the member on line 1 has this name already");
}

TEST(Document, RefusesBytesThatAreNotUtf8) {
    const std::string sentence = "the bytes here are not UTF-8";
    EXPECT_EQ(refusal("[\"\xFF\"]"), "1:3: " + sentence);
    EXPECT_EQ(refusal("[1] // \xC3"), "1:8: " + sentence);
    EXPECT_EQ(refusal("[\n\"\xC0\xAF\"]"), "2:2: " + sentence) << "overlong";
    EXPECT_EQ(refusal("[\"\xED\xA0\x80\"]"), "1:3: " + sentence) << "half a surrogate pair";
    EXPECT_EQ(refusal("[\"\xF4\x90\x80\x80\"]"), "1:3: " + sentence) << "beyond Unicode";
}

TEST(Document, RefusesMoreThanOneMebibyte) {
    const std::string most = '"' + std::string((1U << 20U) - 2, 'x') + '"';
    EXPECT_EQ(refusal(most), "");
    EXPECT_EQ(refusal(most + ' '), "1:1: the file is larger than 1 MiB");
}

TEST(Document, RefusesMoreThan32Levels) {
    EXPECT_EQ(refusal(std::string(32, '[') + std::string(32, ']')), "");
    EXPECT_EQ(refusal(std::string(33, '[')), "1:33: nested more than 32 levels deep");
    EXPECT_EQ(refusal(std::string(32, '[') + "\n{}"), "2:1: nested more than 32 levels deep");
    EXPECT_EQ(refusal(std::string(1U << 20U, '[')), "1:33: nested more than 32 levels deep");
}

// Numbers that look random, the same for the same seed.
class dice {
public:
    explicit dice(std::uint64_t seed) : random_(seed) {}

    std::uint64_t below(std::uint64_t bound) { return random_.next() % bound; }

private:
    rc::Random random_;
};

// Writes a document with blanks and comments in it, and what reading it has to give.
class author {
public:
    explicit author(std::uint64_t seed) : random_(seed) { write_value(0); }

    const std::string& text() const { return text_; }
    const std::string& meaning() const { return meaning_; }

private:
    template <class... Texts>
    std::string one_of(Texts... texts) {
        const std::vector<std::string> all{texts...};
        return all[random_.below(all.size())];
    }

    // Writes as a token what is described as that; what describes it follows its place.
    void write(std::string_view token, std::string_view as) {
        text_ += one_of("", " ", "\n", "\r\n", "\t", "// \"}\n", "/* [ */", "/**,**/", "/*\n\"*/ ");
        const std::size_t line_begin = text_.rfind('\n') + 1;  // 0 if there is none
        const auto line = 1 + std::count(text_.begin(), text_.end(), '\n');
        if (!as.empty()) {
            meaning_ += fmt::format("{}:{} {}", line, text_.size() - line_begin + 1, as);
        }
        text_ += token;
    }

    void write_value(std::size_t depth) {
        const std::uint64_t what = random_.below(depth < 4 ? 8 : 5);
        if (what >= 5) {
            write_container(depth, what == 5);
        } else if (what >= 3) {
            const std::string word = one_of("true", "false", "null", "0", "-12", "77");
            write(word, word);
        } else {
            const std::string word = one_of("a", "", "{", "//", "é", "/*");
            write('"' + word + '"', '"' + word + '"');
        }
    }

    void write_container(std::size_t depth, bool list) {
        const std::uint64_t length = random_.below(4);
        write(list ? "[" : "{", list ? "[ " : "{ ");
        for (std::uint64_t i = 0; i < length; ++i) {
            if (i > 0) {
                write(",", "");
            }
            if (!list) {
                write(fmt::format("\"n{}\"", i), fmt::format("n{}: ", i));
                write(":", "");
            }
            write_value(depth + 1);
            meaning_ += ' ';
        }
        write(list ? "]" : "}", "");
        meaning_ += list ? ']' : '}';
    }

    dice random_;
    std::string text_;
    std::string meaning_;
};

TEST(Document, ReadsWhatWasWrittenWhereItWasWritten) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const author a(seed);
        ASSERT_EQ(read(a.text()), a.meaning()) << a.text();
    }
}

// Reads it, or has it refused as the interface says. Whether it was read.
bool survives(const std::string& text) {
    try {
        read_document(text);
        return true;
    } catch (const bad_document& refused) {
        EXPECT_EQ(flaw_of(refused, text), "") << refused.what() << " of " << text;
        return false;
    }
}

const std::string& sample() {
    static const std::string text = R"(// What goes wrong.
{
  "scenario": "lost-answer", /* the
                                first **/
  "seed": -7,
  "faults": [
    { "at": "job-1/attempt-1/client>api/response", "do": "silence", "sure": true },
    { "at": "\u00fc\ud83d\ude00 é\n", "do": null, "nested": [[], {}, [[1, 2], false]] }
  ]
})";
    return text;
}

TEST(HostileDocument, CutAnywhereIsRefused) {
    EXPECT_TRUE(survives(sample()));
    for (std::size_t size = 0; size < sample().size(); ++size) {
        EXPECT_FALSE(survives(sample().substr(0, size))) << size;
        survives(sample().substr(size));
    }
}

TEST(HostileDocument, WithBytesThatAreWrong) {
    constexpr std::string_view likely = "\0\n\r\"\\/*{}[]:,u0-.eE\x80\xED\xFF"sv;
    int read = 0;
    for (std::uint64_t seed = 0; seed < 5000; ++seed) {
        dice random(seed);
        std::string text = sample();
        for (std::uint64_t left = 1 + random.below(3); left > 0; --left) {
            const std::uint64_t at = random.below(text.size());
            const char byte = random.below(2) == 0 ? likely[random.below(likely.size())]
                                                   : static_cast<char>(random.below(256));
            switch (random.below(3)) {
                case 0:
                    text[at] = byte;
                    break;
                case 1:
                    text.insert(at, 1, byte);
                    break;
                default:
                    text.erase(at, 1 + random.below(5));
            }
        }
        read += survives(text) ? 1 : 0;
    }
    EXPECT_GT(read, 50) << "some are still documents";
    EXPECT_LT(read, 4000) << "most are not";
}

std::string repeated(std::string_view part, std::size_t bytes) {
    std::string text;
    while (text.size() + part.size() <= bytes) {
        text += part;
    }
    return text;
}

TEST(HostileDocument, ThatIsHuge) {
    constexpr std::size_t bytes = (1U << 20U) - 100;
    EXPECT_TRUE(survives('[' + repeated("0,[],", bytes) + "0]"));
    EXPECT_TRUE(survives(repeated("\n", bytes) + '0'));
    EXPECT_TRUE(survives(repeated("/**/", bytes) + '0'));
    EXPECT_TRUE(survives('"' + repeated("\\u0000", bytes) + '"'));
    EXPECT_FALSE(survives(repeated("9", bytes)));
    EXPECT_FALSE(survives(repeated("{\"a\":", bytes)));
    EXPECT_FALSE(survives('"' + repeated("\\\"", bytes)));
    EXPECT_FALSE(survives(repeated("/*", bytes)));
    EXPECT_FALSE(survives(repeated("/", bytes)));
    std::string object = "{\"last\":0";
    for (int i = 0; i < 50'000; ++i) {
        object += fmt::format(",\"n{}\":0", i);
    }
    EXPECT_TRUE(survives(object + '}'));
    EXPECT_FALSE(survives(object + ",\"last\":0}"));
}

}  // namespace
}  // namespace onceproof::base
