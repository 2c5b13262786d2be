// See story.hpp.
#include "reports/run/story.hpp"

#include "base/escape.hpp"
#include "faults/kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace onceproof::reports {
namespace {

using sim::event_kind;
using sim::trace_event;

constexpr std::size_t longest_text = 72;

// Of a message, its first line says most.
std::string first_line(std::string_view bytes) {
    return base::escape(bytes.substr(0, bytes.find_first_of("\r\n")), longest_text);
}

std::string message(std::string_view arrow, std::string_view whom, const trace_event& r) {
    return fmt::format("{} {}: {} ({} bytes)", arrow, whom, first_line(r.detail), r.b);
}

std::string note(const trace_event& r) {
    std::string text(r.word);
    if (r.a != 0) {
        text += fmt::format(" {}", r.a);
    }
    if (!r.detail.empty()) {
        text += ' ' + base::escape(r.detail, longest_text);
    }
    return text;
}

std::string about_the_network(const trace_event& r, std::string_view whom) {
    switch (r.kind) {
        case event_kind::connecting:
            return fmt::format("connects to {}:{}", whom, r.b);
        case event_kind::connected:
            return fmt::format("is connected to {}", whom);
        case event_kind::refused:
            return fmt::format("is refused by {}", whom);
        case event_kind::sent:
            return message("->", whom, r);
        case event_kind::lost:
            return r.b == 0 ? fmt::format("-x {}: LOST", whom) : message("-x", whom, r) + " LOST";
        case event_kind::delivered:
            return fmt::format("<- {} ({} bytes)", whom, r.b);
        case event_kind::finished:
            return fmt::format("closes its side towards {}", whom);
        case event_kind::saw_end:
            return fmt::format("sees that {} has closed", whom);
        case event_kind::reset:
            return fmt::format("resets the connection to {}", whom);
        case event_kind::saw_reset:
            return fmt::format("sees the connection to {} reset", whom);
        case event_kind::held:
            return fmt::format("what it sent to {} is held back by a partition", whom);
        case event_kind::healed:
            return fmt::format("reaches {} again", whom);
        default:
            return {};
    }
}

std::string about_the_rest(const trace_event& r, std::string_view whom) {
    switch (r.kind) {
        case event_kind::started:
            return r.a == 1 ? fmt::format("starts on {}", whom)
                            : fmt::format("starts on {}, for the {}. time", whom, r.a);
        case event_kind::killed:
            return "is killed";
        case event_kind::powered_off:
            return r.detail.empty()
                       ? "loses power"
                       : fmt::format("loses power; of what was not synced survives: {}", r.detail);
        case event_kind::powered_on:
            return "has power again";
        case event_kind::crashed:
            return "crashes: " + base::escape(r.detail, longest_text);
        case event_kind::timer_fired:
            return "its timer fires";
        case event_kind::channel_sent:
            return "puts a value into a channel";
        case event_kind::channel_received:
            return "takes a value out of a channel";
        case event_kind::note:
            return note(r);
        case event_kind::ended:
            return fmt::format("stops here: {} after {} steps",
                               to_text(static_cast<sim::run_end>(r.a)), r.b);
        default:
            return {};
    }
}

// What only faults bring about, in the words of their kind (faults/kinds.cpp).
std::string about_a_fault(const faults::kind_row& k, const trace_event& r, std::string_view whom) {
    const auto span = [](std::uint64_t nanoseconds) {
        return sim::to_text(sim::duration(static_cast<std::int64_t>(nanoseconds)));
    };
    return fmt::format(fmt::runtime(k.seen.words), fmt::arg("whom", whom), fmt::arg("a", span(r.a)),
                       fmt::arg("b", span(r.b)), fmt::arg("detail", r.detail),
                       fmt::arg("word", r.word));
}

std::string_view colour_of(const trace_event& r) {
    if (r.kind == event_kind::crashed || faults::seen_in(r) != nullptr) {
        return "\033[31m";
    }
    return r.kind == event_kind::note ? "\033[1m" : "";
}

std::string line(const trace_event& r, const sim::world& w, const story_style& style,
                 std::size_t who_width) {
    std::string what = in_words(r, w);
    if (const std::string_view code = colour_of(r); style.colour && !code.empty()) {
        what = fmt::format("{}{}\033[0m", code, what);
    }
    std::string text =
        fmt::format("{:>12}  {:<{}}  {}", sim::to_text(r.at), w.name(r.actor), who_width, what);
    if (const std::string label = w.activities().name(r.activity); !label.empty()) {
        text += style.colour ? fmt::format("  \033[2m[{}]\033[0m", label)
                             : fmt::format("  [{}]", label);
    }
    return text;
}

std::size_t widest_name(const sim::world& w) {
    std::size_t widest = 3;
    for (const trace_event& r : w.events().records()) {
        widest = std::max(widest, w.name(r.actor).size());
    }
    return widest;
}

}  // namespace

std::string in_words(const trace_event& r, const sim::world& w) {
    const std::string_view whom = w.name(r.peer);
    if (const faults::kind_row* const k = faults::seen_in(r);
        k != nullptr && !k->seen.words.empty()) {
        return about_a_fault(*k, r, whom);
    }
    const std::string what = about_the_network(r, whom);
    return what.empty() ? about_the_rest(r, whom) : what;
}

std::string tell(const trace_event& r, const sim::world& w, const story_style& style) {
    return line(r, w, style, widest_name(w));
}

std::string story(const sim::world& w, const story_style& style) {
    const std::size_t who_width = widest_name(w);
    std::string text = fmt::format("{:>12}  {:<{}}  {}\n", "ms", "who", who_width, "what happens");
    for (const trace_event& r : w.events().records()) {
        if (r.kind != event_kind::timer_fired || style.timers) {
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
