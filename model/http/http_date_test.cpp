// The three forms of a date that RFC 9110, section 5.6.7, asks recipients to read.
#include "model/http/http_date.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>

namespace onceproof::model {
namespace {

using namespace std::chrono_literals;
using std::chrono::sys_days;
using std::chrono::sys_seconds;

constexpr sim::wall_time in_2025{sys_days(2025y / 1 / 1)};

std::optional<sys_seconds> read(std::string_view text) {
    return parse_http_date(text, in_2025);
}

TEST(HttpDate, IsReadInItsThreeForms) {
    const sys_seconds example = sys_days(1994y / 11 / 6) + 8h + 49min + 37s;
    EXPECT_EQ(read("Sun, 06 Nov 1994 08:49:37 GMT"), example);
    EXPECT_EQ(read("Sunday, 06-Nov-94 08:49:37 GMT"), example);
    EXPECT_EQ(read("Sun Nov  6 08:49:37 1994"), example);
    EXPECT_EQ(read("Sun Nov 16 08:49:37 1994"), example + std::chrono::days(10));
}

TEST(HttpDate, HasTheWholeRangeOfItsForms) {
    EXPECT_EQ(read("Thu, 01 Jan 1970 00:00:00 GMT"), sys_seconds());
    EXPECT_EQ(read("Fri, 31 Dec 9999 23:59:59 GMT"), sys_days(9999y / 12 / 31) + 24h - 1s);
    EXPECT_EQ(read("Thu, 29 Feb 2024 00:00:00 GMT"), sys_days(2024y / 2 / 29));
    EXPECT_EQ(read("Sat, 31 Dec 2016 23:59:60 GMT"), sys_days(2017y / 1 / 1));  // a leap second
}

TEST(HttpDate, IsNothingElse) {
    for (const char* other : {"",
                              "Sun",
                              "Sun, 06 Nov 1994 08:49:37",
                              "Sun, 06 Nov 1994 08:49:37 UTC",
                              "Sun, 06 Nov 1994 08:49:37 GMT ",
                              " Sun, 06 Nov 1994 08:49:37 GMT",
                              "Sun, 6 Nov 1994 08:49:37 GMT",
                              "Sun,  6 Nov 1994 08:49:37 GMT",
                              "sun, 06 nov 1994 08:49:37 gmt",
                              "Xyz, 06 Nov 1994 08:49:37 GMT",
                              "Sun, 06 Okt 1994 08:49:37 GMT",
                              "Sun, 06 Nov 94 08:49:37 GMT",
                              "Sun, 06 Nov 1994 8:49:37 GMT",
                              "Sun, 06 Nov 1994 24:00:00 GMT",
                              "Sun, 06 Nov 1994 08:60:37 GMT",
                              "Sun, 06 Nov 1994 08:49:61 GMT",
                              "Sun, 00 Nov 1994 08:49:37 GMT",
                              "Sun, 31 Nov 1994 08:49:37 GMT",
                              "Wed, 29 Feb 2023 00:00:00 GMT",
                              "Sun, 06 Nov -994 08:49:37 GMT",
                              "Sun, +6 Nov 1994 08:49:37 GMT",
                              "Sun, 06-Nov-94 08:49:37 GMT",
                              "Sunday, 06 Nov 1994 08:49:37 GMT",
                              "Sunday, 06-Nov-1994 08:49:37 GMT",
                              "Sun Nov 6 08:49:37 1994",
                              "Sun Nov 06 08:49:37 1994 GMT",
                              "1994-11-06T08:49:37Z"}) {
        EXPECT_FALSE(read(other)) << other;
    }
}

TEST(HttpDate, TakesTwoDigitsForTheYearThatIsNotFarAhead) {
    EXPECT_EQ(read("Wednesday, 01-Jan-25 00:00:00 GMT"), sys_days(2025y / 1 / 1));
    EXPECT_EQ(read("Tuesday, 31-Dec-74 00:00:00 GMT"), sys_days(2074y / 12 / 31));
    EXPECT_EQ(read("Friday, 03-Jan-75 00:00:00 GMT"), sys_days(1975y / 1 / 3));
    EXPECT_EQ(read("Friday, 29-Feb-80 00:00:00 GMT"), sys_days(1980y / 2 / 29));
    EXPECT_EQ(read("Saturday, 01-Jan-00 00:00:00 GMT"), sys_days(2000y / 1 / 1));
    EXPECT_FALSE(read("Monday, 29-Feb-23 00:00:00 GMT"));
}

RC_GTEST_PROP(HttpDate, ReadsWhatItsFormsSay, ()) {
    constexpr std::array<const char*, 7> days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array<const char*, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                 "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto most = (sys_days(2060y / 1 / 1) - sys_days(1980y / 1 / 1)) / 1s;
    const sys_seconds when =
        sys_days(1980y / 1 / 1) + std::chrono::seconds(*rc::gen::inRange<std::int64_t>(0, most));
    const auto day = std::chrono::floor<std::chrono::days>(when);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss time(when - day);
    const char* weekday = days.at(std::chrono::weekday(day).c_encoding());
    const char* month = months.at(static_cast<unsigned>(date.month()) - 1);
    const unsigned d = static_cast<unsigned>(date.day());
    const int year = static_cast<int>(date.year());
    const std::string clock = fmt::format("{:02}:{:02}:{:02}", time.hours().count(),
                                          time.minutes().count(), time.seconds().count());
    RC_ASSERT(read(fmt::format("{}, {:02} {} {} {} GMT", weekday, d, month, year, clock)) == when);
    RC_ASSERT(read(fmt::format("{} {} {:2} {} {}", weekday, month, d, clock, year)) == when);
    RC_ASSERT(read(fmt::format("Monday, {:02}-{}-{:02} {} GMT", d, month, year % 100, clock)) ==
              when);
}

}  // namespace
}  // namespace onceproof::model
