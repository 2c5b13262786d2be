// See plan_json.hpp.
#include "faults/plan_json.hpp"

#include "faults/spelling.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace onceproof::faults {
namespace {

using sim::duration;
using sim::harm;

struct unit {
    std::string_view word;
    std::int64_t nanoseconds;
};

// The largest first.
constexpr std::array<unit, 6> units{{{"h", 3'600'000'000'000},
                                     {"min", 60'000'000'000},
                                     {"s", 1'000'000'000},
                                     {"ms", 1'000'000},
                                     {"us", 1'000},
                                     {"ns", 1}}};

// 1000 days: of one fault, and of all together, since delays and jumps of a clock add up and no
// clock may leave its 64 bits.
constexpr std::int64_t longest_span = 1000LL * 24 * 3'600'000'000'000;

std::optional<duration> parse_span(std::string_view text) {
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view word = text.substr(static_cast<std::size_t>(stop - text.data()));
    const auto found =
        std::find_if(units.begin(), units.end(), [&](const unit& u) { return u.word == word; });
    if (error != std::errc() || found == units.end()) {
        return std::nullopt;
    }
    const std::int64_t most = longest_span / found->nanoseconds;
    if (number > most || number < -most) {
        return std::nullopt;
    }
    return duration(number * found->nanoseconds);
}

// The sentence may quote what the file says: nothing of it may break the line or flood it.
[[noreturn]] void refuse_at(std::size_t line, std::size_t column, std::string sentence) {
    std::size_t longest = 300;
    std::replace_if(
        sentence.begin(), sentence.end(), [](unsigned char c) { return c < ' ' || c == 127; }, '?');
    if (sentence.size() > longest) {
        while ((static_cast<unsigned char>(sentence[longest]) & 0xC0U) == 0x80U) {
            --longest;  // not within a character
        }
        sentence = sentence.substr(0, longest) + "...";
    }
    throw bad_document(line, column, sentence);
}

bool has_span(harm h) {
    return h == harm::delay || h == harm::trickle || h == harm::pause || h == harm::clock_jump ||
           h == harm::clock_drift || h == harm::partition;
}

// With a span it lasts so long.
bool may_have_span(harm h) {
    return h == harm::io_error || h == harm::disk_full || h == harm::read_only ||
           h == harm::false_sync;
}

bool is_death(harm h) {
    return h == harm::kill_before || h == harm::kill_after || h == harm::power_off_before ||
           h == harm::power_off_after || h == harm::power_cut;
}

bool cuts_the_power(harm h) {
    return is_death(h) && h != harm::kill_before && h != harm::kill_after;
}

bool may_last(harm h) {
    return h == harm::io_error || h == harm::disk_full || h == harm::false_sync;
}

const kind& read_kind(const node& n, const fault_space& space) {
    const std::string& name = text_of(n, "a fault");
    if (const kind* found = find(space, std::string_view(name))) {
        return *found;
    }
    std::vector<std::string> known;
    for (const kind& k : space) {
        known.emplace_back(k.name());
    }
    refuse(n, fmt::format("there is no fault '{}'{}", name, did_you_mean(name, known)));
}

duration read_span(const node& n, const kind& k) {
    for (const alternative& a : k.alternatives) {
        if (n.what == node::kind::text && n.text == a.word) {
            return a.what.span;
        }
    }
    const duration span = span_of(n, "a span");
    const bool either_way = k.what == harm::clock_jump || k.what == harm::clock_drift;
    if (span < duration::zero() && !either_way) {
        refuse(n, fmt::format("the span of '{}' is not negative", k.name()));
    }
    if (k.what == harm::clock_drift && std::chrono::abs(span) >= std::chrono::seconds(1)) {
        refuse(n, "a clock gains or loses less than 1s in each second");
    }
    return span;
}

const std::string& read_point(const node& n) {
    const std::string& name = text_of(n, "a point");
    if (sim::point_id(name) == 0) {
        refuse(n, fmt::format("'{}' is not the name of a point, such as "
                              "pay-1/attempt-1/client>api/response",
                              name));
    }
    return name;
}

sim::survival read_survival(const node& n, const kind& k) {
    if (!cuts_the_power(k.what)) {
        refuse(n, fmt::format("only a power-off leaves survivors, '{}' does not", k.name()));
    }
    const std::string& text = text_of(n, "what survives");
    const std::optional<sim::survival> what = sim::survival_from(text);
    if (!what) {
        refuse(n, fmt::format("what survives is \"nothing\", \"everything\", \"names\", "
                              "\"contents\", or \"only 1\", \"all but 1\", \"torn 1\", "
                              "\"some 1\" with any number; not '{}'",
                              text));
    }
    return *what;
}

bool read_lasting(const node& n, const kind& k) {
    if (n.what != node::kind::boolean) {
        refuse(n, "'lasting' is true or false");
    }
    if (!may_last(k.what)) {
        refuse(n, fmt::format("'{}' has no choice whether it lasts", k.name()));
    }
    return n.boolean;
}

std::string quoted(std::string_view text) {
    return boost::json::serialize(boost::json::string(text.data(), text.size()));
}

constexpr std::array<std::string_view, 5> moments{"request arrives", "before the effect",
                                                  "between effect and answer",
                                                  "the answer is on its way", "after"};

moment_of_attempt read_moment(const node& n) {
    moment_of_attempt when;
    const node* const moment = n.find("moment");
    if (moment == nullptr) {
        return when;
    }
    when.moment = text_of(*moment, "a moment");
    if (std::ranges::find(moments, when.moment) == moments.end()) {
        refuse(*moment, fmt::format("there is no moment '{}'{}", when.moment,
                                    did_you_mean(when.moment, {moments.begin(), moments.end()})));
    }
    when.attempt = read_point(need(n, "a fault with a moment", "attempt"));
    if (const node* at = n.find("at")) {
        when.at = text_of(*at, "a server");
    }
    if (const node* nth = n.find("nth")) {
        when.nth = static_cast<std::uint32_t>(number_of(*nth, "'nth'", 1'000'000));
    }
    return when;
}

fault read_fault(const node& n, const fault_space& space) {
    expect_members(n, "a fault",
                   {"point", "moment", "attempt", "at", "nth", "fault", "span", "restart", "until",
                    "survives", "lasting"});
    const moment_of_attempt when = read_moment(n);
    const bool is_open = !when.moment.empty() && n.find("point") == nullptr;
    const std::string point = is_open ? "" : read_point(need(n, "a fault", "point"));
    const node& named = need(n, "a fault", "fault");
    const kind& k = read_kind(named, space);
    if (!is_open && !k.strikes_at.has(kind_of_point(point))) {
        refuse(named, fmt::format("'{}' cannot strike at {}", k.name(), point));
    }
    sim::disturbance d(k.what);
    std::string until;
    if (const node* span = n.find("span")) {
        if (!has_span(k.what) && !may_have_span(k.what)) {
            refuse(*span, fmt::format("'{}' takes no span", k.name()));
        }
        d.span = read_span(*span, k);
    } else if (has_span(k.what) && k.what != harm::partition) {
        refuse(n, fmt::format("'{}' needs a span, such as \"{}\"", k.name(),
                              span_text(k.alternatives.front().what.span)));
    }
    if (const node* restart = n.find("restart")) {
        if (!is_death(k.what)) {
            refuse(*restart, fmt::format("nothing dies of '{}', so nothing restarts", k.name()));
        }
        d.restart = span_of(*restart, "a restart");
        if (*d.restart < duration::zero()) {
            refuse(*restart, "a restart comes after the death");
        }
    }
    if (const node* end = n.find("until")) {
        if (k.what != harm::partition) {
            refuse(*end, fmt::format("only a partition ends at a point, '{}' does not", k.name()));
        }
        until = read_point(*end);
    }
    if (const node* survives = n.find("survives")) {
        d.survives = read_survival(*survives, k);
    }
    if (const node* lasting = n.find("lasting")) {
        d.lasting = read_lasting(*lasting, k);
        if (d.lasting && d.span > duration::zero()) {
            refuse(*lasting, "what has a span ends after it, and what is lasting with the faults");
        }
    }
    fault f(point, d, until);
    f.when = when;
    return f;
}

std::string moment_members(const moment_of_attempt& when) {
    if (when.moment.empty()) {
        return "";
    }
    return fmt::format(R"("moment": "{}", "attempt": {}, {}{})", when.moment, quoted(when.attempt),
                       when.at.empty() ? "" : fmt::format(R"("at": {}, )", quoted(when.at)),
                       when.nth == 0 ? "" : fmt::format(R"("nth": {}, )", when.nth));
}

}  // namespace

plan read_plan(const node& list, const fault_space& space) {
    plan all;
    duration together{};
    for (const node& n : items_of(list, "the faults")) {
        const fault f = read_fault(n, space);
        together += std::chrono::abs(f.what.span);
        if (together.count() > longest_span) {
            refuse(n, "the spans of all faults together are at most 1000 days");
        }
        if (std::find(all.begin(), all.end(), f) != all.end()) {
            refuse(n, "this fault is listed twice");
        }
        all.push_back(f);
    }
    return all;
}

std::string to_json(const fault& f) {
    std::string text = '{' + moment_members(f.when);
    if (!f.point.empty()) {
        text += fmt::format(R"("point": {}, )", quoted(f.point));
    }
    text += fmt::format(R"("fault": "{}")", to_text(f.what.what));
    const bool needs_span = has_span(f.what.what) && f.what.what != harm::partition;
    if (needs_span || f.what.span != duration::zero()) {
        text += fmt::format(R"(, "span": "{}")", span_text(f.what.span));
    }
    if (f.what.restart) {
        text += fmt::format(R"(, "restart": "{}")", span_text(*f.what.restart));
    }
    if (f.what.survives != sim::survival()) {
        text += fmt::format(R"(, "survives": "{}")", to_text(f.what.survives));
    }
    if (f.what.lasting) {
        text += R"(, "lasting": true)";
    }
    if (!f.until.empty()) {
        text += fmt::format(R"(, "until": {})", quoted(f.until));
    }
    return text + '}';
}

std::string span_text(duration span) {
    const auto fits = [&](const unit& u) { return span.count() % u.nanoseconds == 0; };
    const unit& u =
        span == duration::zero() ? units[3] : *std::find_if(units.begin(), units.end(), fits);
    return fmt::format("{}{}", span.count() / u.nanoseconds, u.word);
}

const std::string& text_of(const node& n, std::string_view what) {
    if (n.what != node::kind::text) {
        refuse(n, fmt::format("{} is a string", what));
    }
    return n.text;
}

std::uint64_t number_of(const node& n, std::string_view what, std::uint64_t most) {
    if (n.what != node::kind::number || n.number < 0 ||
        static_cast<std::uint64_t>(n.number) > most) {
        refuse(n, fmt::format("{} is a number from 0 to {}", what, most));
    }
    return static_cast<std::uint64_t>(n.number);
}

const std::vector<node>& items_of(const node& n, std::string_view what) {
    if (n.what != node::kind::list) {
        refuse(n, fmt::format("{} are a list", what));
    }
    return n.items;
}

void expect_members(const node& n, std::string_view what,
                    std::initializer_list<std::string_view> known) {
    if (n.what != node::kind::object) {
        refuse(n, fmt::format("{} is an object", what));
    }
    for (const node::member& m : n.members) {
        if (std::find(known.begin(), known.end(), m.name) == known.end()) {
            refuse_at(m.line, m.column,
                      fmt::format("{} has no member '{}'{}", what, m.name,
                                  did_you_mean(m.name, {known.begin(), known.end()})));
        }
    }
}

const node& need(const node& n, std::string_view what, std::string_view member) {
    const node* const found = n.find(member);
    if (found == nullptr) {
        refuse(n, fmt::format("{} has a member '{}', which is missing here", what, member));
    }
    return *found;
}

duration span_of(const node& n, std::string_view what) {
    const std::optional<duration> span = parse_span(text_of(n, what));
    if (!span) {
        refuse(n, fmt::format("{} is a number with a unit, such as \"20ms\" or \"1h\", at most "
                              "1000 days; not '{}'",
                              what, n.text));
    }
    return *span;
}

void refuse(const node& at, const std::string& sentence) {
    refuse_at(at.line, at.column, sentence);
}

}  // namespace onceproof::faults
