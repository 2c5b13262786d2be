// See http_date.hpp.
#include "model/http/http_date.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

namespace onceproof::model {
namespace {

using std::chrono::year;

constexpr std::array<std::string_view, 7> short_days{"Mon", "Tue", "Wed", "Thu",
                                                     "Fri", "Sat", "Sun"};
constexpr std::array<std::string_view, 7> long_days{"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                    "Friday", "Saturday", "Sunday"};
constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

struct fields {
    int year = 0;
    unsigned month = 0;
    unsigned day = 0;
    unsigned hour = 0;
    unsigned minute = 0;
    unsigned second = 0;
};

// A text that is read from its front. Once something is not as expected, nothing is any more.
class date_reader {
public:
    explicit date_reader(std::string_view text) : rest_(text) {}

    bool done() const { return good_ && rest_.empty(); }

    date_reader& skip(std::string_view expected) {
        good_ = good_ && rest_.starts_with(expected);
        rest_.remove_prefix(good_ ? expected.size() : 0);
        return *this;
    }

    // DIGITS of them, no more and no fewer; with PADDED the first may be a blank.
    template <class Number>
    date_reader& number(std::size_t digits, Number& into, bool padded = false) {
        const std::string_view all = rest_.substr(0, digits);
        const std::string_view text = all.substr(padded && all.starts_with(' ') ? 1 : 0);
        good_ = good_ && all.size() == digits &&
                std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (good_) {
            std::from_chars(text.data(), text.data() + text.size(), into);
            rest_.remove_prefix(digits);
        }
        return *this;
    }

    // One of NAMES; counts from 1.
    date_reader& name(std::span<const std::string_view> names, unsigned& into) {
        const auto found = std::find_if(names.begin(), names.end(), [&](std::string_view each) {
            return rest_.starts_with(each);
        });
        good_ = good_ && found != names.end();
        if (good_) {
            into = static_cast<unsigned>(found - names.begin()) + 1;
            rest_.remove_prefix(found->size());
        }
        return *this;
    }

    // "08:49:37"
    date_reader& time(fields& into) {
        return number(2, into.hour)
            .skip(":")
            .number(2, into.minute)
            .skip(":")
            .number(2, into.second);
    }

private:
    std::string_view rest_;
    bool good_ = true;
};

// "Sun, 06 Nov 1994 08:49:37 GMT", or what differs from it by those three.
bool read_date(std::string_view text, std::span<const std::string_view> days,
               std::string_view separator, std::size_t year_digits, fields& into) {
    date_reader from(text);
    unsigned weekday = 0;
    from.name(days, weekday).skip(", ").number(2, into.day).skip(separator);
    from.name(months, into.month).skip(separator).number(year_digits, into.year).skip(" ");
    return from.time(into).skip(" GMT").done();
}

bool read_asctime(std::string_view text, fields& into) {
    date_reader from(text);
    unsigned weekday = 0;
    from.name(short_days, weekday).skip(" ").name(months, into.month).skip(" ");
    from.number(2, into.day, true).skip(" ").time(into).skip(" ").number(4, into.year);
    return from.done();
}

std::optional<std::chrono::sys_seconds> instant_of(const fields& f) {
    const std::chrono::year_month_day day{year(f.year), std::chrono::month(f.month),
                                          std::chrono::day(f.day)};
    if (!day.ok() || f.hour > 23 || f.minute > 59 || f.second > 60) {
        return std::nullopt;
    }
    return std::chrono::sys_days(day) + std::chrono::hours(f.hour) +
           std::chrono::minutes(f.minute) + std::chrono::seconds(f.second);
}

// F has the last two digits of its year only. The years are mean ones, since not every day has
// an anniversary.
std::optional<std::chrono::sys_seconds> nearest(fields f, sim::wall_time now) {
    const auto today = std::chrono::floor<std::chrono::days>(now);
    const int this_year = static_cast<int>(std::chrono::year_month_day(today).year());
    f.year += this_year - this_year % 100;
    const auto in_this_century = instant_of(f);
    if (in_this_century && *in_this_century > now + std::chrono::years(50)) {
        f.year -= 100;
        return instant_of(f);
    }
    return in_this_century;
}

}  // namespace

std::optional<std::chrono::sys_seconds> parse_http_date(std::string_view text, sim::wall_time now) {
    fields f;
    if (read_date(text, short_days, " ", 4, f) || read_asctime(text, f)) {
        return instant_of(f);
    }
    return read_date(text, long_days, "-", 2, f) ? nearest(f, now) : std::nullopt;
}

}  // namespace onceproof::model
