// See words.hpp.
#include "faults/words.hpp"

#include "sim/time.hpp"

#include <fmt/format.h>

#include <string_view>

namespace onceproof::faults {
namespace {

using sim::harm;
using sim::point_kind;

// The parts of ACTIVITY/WHO[>WHOM]/ACTION[#ORDINAL].
struct parts {
    std::string activity;
    std::string who;
    std::string whom;
    std::string action;
    std::string ordinal;
};

parts take_apart(std::string_view name) {
    parts p;
    if (const std::size_t hash = name.rfind('#'); hash != std::string_view::npos) {
        p.ordinal = name.substr(hash + 1);
        name = name.substr(0, hash);
    }
    const std::size_t action = name.rfind('/');
    p.action = name.substr(action + 1);
    name = name.substr(0, action);
    const std::size_t hop = name.rfind('/');
    if (hop != std::string_view::npos) {
        p.activity = name.substr(0, hop);
        name = name.substr(hop + 1);
    }
    const std::size_t arrow = name.find('>');
    p.who = name.substr(0, arrow);
    if (arrow != std::string_view::npos) {
        p.whom = name.substr(arrow + 1);
    }
    return p;
}

// "attempt 1 of pay-1"
std::string on_behalf(const std::string& activity) {
    const std::string_view mark = "/attempt-";
    const std::size_t at = activity.find(mark);
    return at == std::string::npos
               ? activity
               : fmt::format("attempt {} of {}", activity.substr(at + mark.size()),
                             activity.substr(0, at));
}

// "the response to attempt 1 of pay-1", "its 'db commit' (2) for attempt 1 of pay-1", "'serve'
// attempt 1 of pay-1"
std::string deed(const parts& p, point_kind kind) {
    const std::string behalf = on_behalf(p.activity);
    const std::string count = p.ordinal.empty() ? "" : fmt::format(" ({})", p.ordinal);
    if (kind == point_kind::service) {
        return fmt::format("'{}'{}{}{}", p.action, count, behalf.empty() ? "" : " ", behalf);
    }
    if (kind == point_kind::step || kind == point_kind::file) {
        return fmt::format("its '{}'{}{}{}", p.action, count, behalf.empty() ? "" : " for ",
                           behalf);
    }
    const std::string_view noun =
        kind == point_kind::connect ? "connection" : std::string_view(p.action);
    const std::string_view link = p.action == "response" ? "to" : "of";
    return behalf.empty() ? fmt::format("the {}{} of {} to {}", noun, count, p.who, p.whom)
                          : fmt::format("the {}{} {} {}", noun, count, link, behalf);
}

std::string kept(const sim::disturbance& d) {
    return d.survives == sim::survival()
               ? ""
               : fmt::format(", of what was not synced survives: {}", to_text(d.survives));
}

// At a file.
std::string trouble(const sim::disturbance& d) {
    const std::string lasts = d.span > sim::duration::zero()
                                  ? fmt::format(", for {}", sim::to_text(d.span))
                              : d.lasting ? ", from then on"
                                          : "";
    switch (d.what) {
        case harm::io_error:
            return fmt::format("fails{}", lasts);
        case harm::disk_full:
            return fmt::format("finds the disk full{}", lasts);
        case harm::read_only:
            return fmt::format("finds that nothing can be written{}",
                               lasts.empty() ? " any more" : lasts);
        case harm::false_sync:
            return fmt::format("is told to be done, and nothing is safe{}", lasts);
        default:
            return "finds the file gone";
    }
}

std::string what_happens(const sim::disturbance& d) {
    const std::string span = sim::to_text(d.span);
    switch (d.what) {
        case harm::overtaken:
            return "comes after what would have come next";
        case harm::delay:
            return fmt::format("comes {} later", span);
        case harm::trickle:
            return fmt::format("arrives in pieces, {} apart", span);
        case harm::refuse:
            return "is refused";
        case harm::silence:
            return "is lost";
        case harm::reset_before:
            return "is cut off by a reset before it";
        case harm::reset_within:
            return "is cut off by a reset in the middle";
        case harm::reset_after:
            return "is followed by a reset";
        default:
            return std::string(to_text(d.what));
    }
}

std::string again(const sim::disturbance& d, std::string_view verb) {
    return d.restart ? fmt::format(", and {} again after {}", verb, sim::to_text(*d.restart)) : "";
}

}  // namespace

std::string in_words(const fault& f) {
    const parts p = take_apart(f.point);
    const point_kind kind = kind_of_point(f.point);
    const std::string it = deed(p, kind);
    // Of a response it is the other side that acts.
    const bool answers = kind == point_kind::message && p.action == "response";
    const std::string& who = answers ? p.whom : p.who;
    const std::string span = sim::to_text(f.what.span);
    switch (f.what.what) {
        case harm::kill_before:
            return fmt::format("{} is killed before {}{}", who, it, again(f.what, "starts"));
        case harm::kill_after:
            return fmt::format("{} is killed after {}{}", who, it, again(f.what, "starts"));
        case harm::power_off_before:
        case harm::power_cut:
            return fmt::format("the host of {} loses power before {}{}{}", who, it, kept(f.what),
                               again(f.what, "has it"));
        case harm::power_off_after:
            return fmt::format("the host of {} loses power after {}{}{}", who, it, kept(f.what),
                               again(f.what, "has it"));
        case harm::pause:
            return fmt::format("{} stalls for {} after {}", who, span, it);
        case harm::clock_jump:
            return fmt::format("the clock of {} jumps by {} at {}", who, span, it);
        case harm::clock_drift:
            return fmt::format("the clock of {} gains {} a second from {} on", who, span, it);
        case harm::partition:
            return fmt::format("{} and {} are cut off from each other from {} on{}", p.who, p.whom,
                               it,
                               !f.until.empty()                      ? ", until " + f.until
                               : f.what.span > sim::duration::zero() ? ", for " + span
                                                                     : "");
        case harm::too_busy:
            return fmt::format("{} is too busy to {}", who, it);
        case harm::fail_before:
            return fmt::format("{} fails to {}", who, it);
        case harm::fail_after:
            return fmt::format("{} does {}, then fails to tell what came of it", who, it);
        case harm::io_error:
        case harm::disk_full:
        case harm::read_only:
        case harm::false_sync:
        case harm::lost_file:
            return fmt::format("{}: {} {}", who, it, trouble(f.what));
        default:
            return kind == point_kind::step || kind == point_kind::file
                       ? fmt::format("{}: {} {}", who, it, what_happens(f.what))
                       : fmt::format("{} {}", it, what_happens(f.what));
    }
}

}  // namespace onceproof::faults
