// See story.hpp.
#include "reports/story.hpp"

#include "reports/escape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace onceproof::reports {
namespace {

using sim::happening;
using sim::record;

constexpr std::size_t longest_text = 72;

// Of a message, its first line says most.
std::string first_line(std::string_view bytes) {
    return escape(bytes.substr(0, bytes.find_first_of("\r\n")), longest_text);
}

std::string message(std::string_view arrow, std::string_view whom, const record& r) {
    return fmt::format("{} {}: {} ({} bytes)", arrow, whom, first_line(r.detail), r.b);
}

std::string note(const record& r) {
    std::string text(r.word);
    if (r.a != 0) {
        text += fmt::format(" {}", r.a);
    }
    if (!r.detail.empty()) {
        text += ' ' + escape(r.detail, longest_text);
    }
    return text;
}

std::string about_the_network(const record& r, std::string_view whom) {
    switch (r.what) {
        case happening::connecting:
            return fmt::format("connects to {}:{}", whom, r.b);
        case happening::connected:
            return fmt::format("is connected to {}", whom);
        case happening::refused:
            return fmt::format("is refused by {}", whom);
        case happening::sent:
            return message("->", whom, r);
        case happening::lost:
            return r.b == 0 ? fmt::format("-x {}: LOST", whom) : message("-x", whom, r) + " LOST";
        case happening::delivered:
            return fmt::format("<- {} ({} bytes)", whom, r.b);
        case happening::finished:
            return fmt::format("closes its side towards {}", whom);
        case happening::saw_end:
            return fmt::format("sees that {} has closed", whom);
        case happening::reset:
            return fmt::format("resets the connection to {}", whom);
        case happening::saw_reset:
            return fmt::format("sees the connection to {} reset", whom);
        case happening::delayed:
            return fmt::format("what it sends to {} is delayed by {}", whom,
                               sim::to_text(sim::duration(static_cast<std::int64_t>(r.b))));
        case happening::overtaken:
            return fmt::format("what {} sent to it lets others come first", whom);
        case happening::trickled:
            return fmt::format("what it sends to {} comes in pieces, {} apart", whom,
                               sim::to_text(sim::duration(static_cast<std::int64_t>(r.b))));
        case happening::held:
            return fmt::format("what it sent to {} is held back by a partition", whom);
        case happening::partitioned:
            return fmt::format("is cut off from {}", whom);
        case happening::healed:
            return fmt::format("reaches {} again", whom);
        default:
            return {};
    }
}

std::string about_the_rest(const record& r, std::string_view whom) {
    switch (r.what) {
        case happening::started:
            return r.a == 1 ? fmt::format("starts on {}", whom)
                            : fmt::format("starts on {}, for the {}. time", whom, r.a);
        case happening::killed:
            return "is killed";
        case happening::powered_off:
            return r.detail.empty()
                       ? "loses power"
                       : fmt::format("loses power; of what was not synced survives: {}", r.detail);
        case happening::powered_on:
            return "has power again";
        case happening::crashed:
            return "crashes: " + escape(r.detail, longest_text);
        case happening::timer_fired:
            return "its timer fires";
        case happening::channel_sent:
            return "puts a value into a channel";
        case happening::channel_received:
            return "takes a value out of a channel";
        case happening::clock_jumped:
            return "its clock jumps by " +
                   sim::to_text(sim::duration(static_cast<std::int64_t>(r.a)));
        case happening::clock_drifts:
            return fmt::format("its clock gains {} in each second from now on",
                               sim::to_text(sim::duration(static_cast<std::int64_t>(r.a))));
        case happening::paused:
            return fmt::format("stalls for {}",
                               sim::to_text(sim::duration(static_cast<std::int64_t>(r.a))));
        case happening::troubled:
            return fmt::format("has trouble at its '{}': {}", r.detail, r.word);
        case happening::note:
            return note(r);
        case happening::ended:
            return fmt::format("stops here: {} after {} steps",
                               to_text(static_cast<sim::outcome>(r.a)), r.b);
        default:
            return {};
    }
}

std::string_view colour_of(happening what) {
    switch (what) {
        case happening::lost:
        case happening::killed:
        case happening::powered_off:
        case happening::crashed:
        case happening::reset:
        case happening::refused:
        case happening::paused:
        case happening::troubled:
            return "\033[31m";
        case happening::note:
            return "\033[1m";
        default:
            return "";
    }
}

std::string line(const record& r, const sim::world& w, const story_style& style,
                 std::size_t who_width) {
    std::string what = in_words(r, w);
    if (const std::string_view code = colour_of(r.what); style.colour && !code.empty()) {
        what = fmt::format("{}{}\033[0m", code, what);
    }
    std::string text =
        fmt::format("{:>12}  {:<{}}  {}", sim::to_text(r.at), w.name(r.who), who_width, what);
    if (const std::string label = w.activities().name(r.activity); !label.empty()) {
        text += style.colour ? fmt::format("  \033[2m[{}]\033[0m", label)
                             : fmt::format("  [{}]", label);
    }
    return text;
}

std::size_t widest_name(const sim::world& w) {
    std::size_t widest = 3;
    for (const record& r : w.events().records()) {
        widest = std::max(widest, w.name(r.who).size());
    }
    return widest;
}

}  // namespace

std::string in_words(const record& r, const sim::world& w) {
    const std::string_view whom = w.name(r.whom);
    const std::string what = about_the_network(r, whom);
    return what.empty() ? about_the_rest(r, whom) : what;
}

std::string tell(const record& r, const sim::world& w, const story_style& style) {
    return line(r, w, style, widest_name(w));
}

std::string story(const sim::world& w, const story_style& style) {
    const std::size_t who_width = widest_name(w);
    std::string text = fmt::format("{:>12}  {:<{}}  {}\n", "ms", "who", who_width, "what happens");
    for (const record& r : w.events().records()) {
        if (r.what != happening::timer_fired || style.timers) {
            text += line(r, w, style, who_width) + '\n';
        }
    }
    return text;
}

std::string without_probes(const std::string& story) {
    const std::size_t end = story.find("stops here");
    return end == std::string::npos ? story : story.substr(0, story.find('\n', end));
}

}  // namespace onceproof::reports
