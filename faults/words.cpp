// See words.hpp.
#include "faults/words.hpp"

#include "faults/kind.hpp"
#include "sim/time/time.hpp"

#include <fmt/format.h>

#include <string_view>

namespace onceproof::faults {
namespace {

using sim::point_kind;

// The parts of ACTIVITY/WHO[>WHOM]/ACTION[#ORDINAL].
struct parts {
    std::string activity;
    std::string actor;
    std::string peer;
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
    p.actor = name.substr(0, arrow);
    if (arrow != std::string_view::npos) {
        p.peer = name.substr(arrow + 1);
    }
    return p;
}

// "attempt 1 of intent-1"
std::string on_behalf(const std::string& activity) {
    const std::string_view mark = "/attempt-";
    const std::size_t at = activity.find(mark);
    return at == std::string::npos
               ? activity
               : fmt::format("attempt {} of {}", activity.substr(at + mark.size()),
                             activity.substr(0, at));
}

// "the response to attempt 1 of intent-1", "its 'db commit' (2) for attempt 1 of intent-1",
// "'serve' attempt 1 of intent-1"
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
    return behalf.empty() ? fmt::format("the {}{} of {} to {}", noun, count, p.actor, p.peer)
                          : fmt::format("the {}{} {} {}", noun, count, link, behalf);
}

std::string survivors_of(const fault_spec& d) {
    return d.survives == sim::survival()
               ? ""
               : fmt::format(", of what was not synced survives: {}", to_text(d.survives));
}

std::string end_of(const planned_fault& f) {
    return !f.until.empty()                       ? ", until " + f.until
           : f.fault.span > sim::duration::zero() ? ", for " + sim::to_text(f.fault.span)
           : lasts_for_good(f.fault)              ? ", from then on"
                                                  : "";
}

std::string again(const fault_spec& d, std::string_view verb) {
    return d.restart ? fmt::format(", and {} again after {}", verb, sim::to_text(*d.restart)) : "";
}

}  // namespace

std::string in_words(const planned_fault& f) {
    const parts p = take_apart(f.point);
    const point_kind where = kind_of_point(f.point);
    const std::string it = deed(p, where);
    // Of a response it is the other side that acts.
    const bool answers = where == point_kind::message && p.action == "response";
    const std::string& who = answers ? p.peer : p.actor;
    const bool on_its_own = where == point_kind::step || where == point_kind::file;
    return fmt::format(fmt::runtime(kind_of(f.fault.kind).sentence), fmt::arg("who", who),
                       fmt::arg("it", it),
                       fmt::arg("this", on_its_own ? fmt::format("{}: {}", who, it) : it),
                       fmt::arg("opener", p.actor), fmt::arg("other", p.peer),
                       fmt::arg("span", sim::to_text(f.fault.span)), fmt::arg("ends", end_of(f)),
                       fmt::arg("survivors", survivors_of(f.fault)),
                       fmt::arg("starts_again", again(f.fault, "starts")),
                       fmt::arg("has_it_again", again(f.fault, "has it")));
}

}  // namespace onceproof::faults
