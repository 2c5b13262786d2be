// The one table of kinds of faults. A new kind is a row here and, if no primitive of the world does
// it, one primitive (sim/fault_injector.hpp). Plans, searches, words, stories and pictures read the
// row.
//
// Searches run them in the order of the table, and seeds draw under their numbers: rows are
// ordered from mild to harsh within each origin, and a number is never used again.
#include "faults/kind.hpp"

#include <chrono>
#include <utility>

namespace onceproof::faults {
namespace {

using namespace std::chrono_literals;
using sim::event_kind;
using sim::file_failure;
using sim::injection;
using sim::primitive;
using sim::timing;
using enum sim::point_kind;

constexpr point_kinds anywhere{connect, message, step};
constexpr point_kinds on_the_way{connect, message};
constexpr point_kinds anywhere_and_on_files{connect, message, step, file};

constexpr parameters of_a_kill{parameter::restart};
constexpr parameters of_a_power_off{parameter::restart, parameter::survives};

// A service or a file says in the trace what is wrong with it.
constexpr sighting failure{event_kind::failed, "fails at its '{detail}': {word}"};

// What lets code fail does so where the last work before the effect is done.
constexpr moment_picks of_a_service{.before_effect = pick::last_of_server};
constexpr moment_picks of_a_clock{.before_effect = pick::before_claim};
constexpr moment_picks of_a_death_before{.before_answer = pick::last};

// --- Alternatives; of which kind they are is filled in by `table` ---

alternative way(std::string_view word, sim::duration span) {
    return {word, fault_spec(fault_kind::none, span)};
}

std::vector<alternative> one_way() {
    return {way("", 0ns)};
}

// A death after which the machine's init starts what died.
alternative death() {
    alternative a = way("up again after 20ms", 0ns);
    a.fault.restart = 20ms;
    return a;
}

alternative from_then_on() {
    alternative a = way("from then on", 0ns);
    a.fault.lasting = true;
    return a;
}

// As a death, with what survives of that which was not synced.
alternative power_cut_with(sim::survivors who, std::int64_t number = 0) {
    alternative a = death();
    a.fault.survives = sim::survival(who, number);
    a.word = to_text(a.fault.survives);
    return a;
}

std::vector<alternative> power_cuts() {
    using enum sim::survivors;
    return {power_cut_with(everything), power_cut_with(nothing),     power_cut_with(names),
            power_cut_with(contents),   power_cut_with(all_but, -1), power_cut_with(all_but, 1),
            power_cut_with(torn, -1),   power_cut_with(torn, 1),     power_cut_with(only, 1),
            power_cut_with(only, -1),   power_cut_with(some, 1),     power_cut_with(some, 2)};
}

// Nothing can be written any more, whether the plan says that it lasts or not.
injection read_only_for_good() {
    injection i(file_failure::read_only);
    i.lasting = true;
    return i;
}

// --- The table, from mild to harsh ---

fault_space lateness() {
    return {
        {.word = "overtaken",
         .number = fault_kind::overtaken,
         .description = "comes after what would have come next, within 10ms",
         .sentence = "{this} comes after what would have come next",
         .applies_to = anywhere,
         .injects = injection(primitive::overtake),
         .alternatives = one_way(),
         .seen = {event_kind::overtaken, "what {whom} sent to it lets others come first"}},
        {.word = "delay",
         .number = fault_kind::delay,
         .description = "comes later",
         .sentence = "{this} comes {span} later",
         .applies_to = anywhere_and_on_files,
         .injects = injection(primitive::delay),
         .span = span_rule::needed,
         .alternatives = {way("20ms", 20ms)},
         .seen = {event_kind::delayed, "what it sends to {whom} is delayed by {b}"},
         .picks = {.before_effect = pick::after_claim}},
        {.word = "trickle",
         .number = fault_kind::trickle,
         .description = "arrives in pieces of 16 bytes",
         .sentence = "{this} arrives in pieces, {span} apart",
         .applies_to = {message},
         .injects = injection(primitive::trickle),
         .span = span_rule::needed,
         .alternatives = {way("1ms apart", 1ms)},
         .seen = {event_kind::trickled, "what it sends to {whom} comes in pieces, {b} apart"}},
        {.word = "too busy",
         .number = fault_kind::too_busy,
         .description = "the service turns a request away, before any work",
         .sentence = "{who} is too busy to {it}",
         .applies_to = {service},
         .injects = injection(primitive::fail_service),
         .alternatives = one_way(),
         .seen = failure,
         .picks = of_a_service},
        {.word = "pause",
         .number = fault_kind::pause,
         .description = "the process acts, then stalls, then goes on as if nothing had been",
         .sentence = "{who} stalls for {span} after {it}",
         .applies_to = anywhere,
         .injects = injection(primitive::stall),
         .span = span_rule::needed,
         .alternatives = {way("50ms", 50ms)},
         .seen = {event_kind::paused, "stalls for {a}"}},
    };
}

fault_space wrong_clocks() {
    return {
        {.word = "clock jump",
         .number = fault_kind::clock_jump,
         .description = "the wall clock of the host jumps",
         .sentence = "the clock of {who} jumps by {span} at {it}",
         .applies_to = anywhere,
         .injects = injection(primitive::jump_clock),
         .span = span_rule::either_way,
         .alternatives = {way("1h", 1h), way("-1h", -1h)},
         .seen = {event_kind::clock_jumped, "its clock jumps by {a}"},
         .picks = of_a_clock},
        {.word = "clock drift",
         .number = fault_kind::clock_drift,
         .description = "the wall clock of the host gains so much in each second",
         .sentence = "the clock of {who} gains {span} a second from {it} on",
         .applies_to = anywhere,
         .injects = injection(primitive::drift_clock),
         .span = span_rule::in_a_second,
         .alternatives = {way("100ms", 100ms)},
         .seen = {event_kind::clock_drifts, "its clock gains {a} in each second from now on"},
         .picks = of_a_clock},
    };
}

fault_space refusals() {
    return {
        {.word = "refuse",
         .number = fault_kind::refuse,
         .description = "the connection is refused",
         .sentence = "{this} is refused",
         .applies_to = {connect},
         .injects = injection(primitive::refuse),
         .alternatives = one_way(),
         .seen = {event_kind::refused}},
        {.word = "fail before",
         .number = fault_kind::fail_before,
         .description = "the service fails before any work",
         .sentence = "{who} fails to {it}",
         .applies_to = {service},
         .injects = injection(primitive::fail_service),
         .alternatives = one_way(),
         .seen = failure,
         .picks = of_a_service},
        {.word = "fail after",
         .number = fault_kind::fail_after,
         .description = "the service does its work, then fails to tell what came of it",
         .sentence = "{who} does {it}, then fails to tell what came of it",
         .applies_to = {service},
         .injects = injection(primitive::fail_service),
         .alternatives = one_way(),
         .seen = failure,
         .picks = of_a_service},
    };
}

fault_space losses() {
    return {
        {.word = "silence",
         .number = fault_kind::silence,
         .description = "it and all that follows it on its connection is lost; nobody is told",
         .sentence = "{this} is lost",
         .applies_to = on_the_way,
         .injects = injection(primitive::lose),
         .alternatives = one_way(),
         .seen = {event_kind::lost}},
        {.word = "reset before",
         .number = fault_kind::reset_before,
         .description = "the connection is reset instead",
         .sentence = "{this} is cut off by a reset before it",
         .applies_to = {message},
         .injects = injection(primitive::reset, timing::before),
         .alternatives = one_way(),
         .seen = {event_kind::reset}},
        {.word = "reset within",
         .number = fault_kind::reset_within,
         .description = "the connection is reset after half of the message",
         .sentence = "{this} is cut off by a reset in the middle",
         .applies_to = {message},
         .injects = injection(primitive::reset, timing::within),
         .alternatives = one_way(),
         .seen = {event_kind::reset}},
        {.word = "reset after",
         .number = fault_kind::reset_after,
         .description = "the connection is reset after all of the message",
         .sentence = "{this} is followed by a reset",
         .applies_to = {message},
         .injects = injection(primitive::reset, timing::after),
         .alternatives = one_way(),
         .seen = {event_kind::reset}},
        {.word = "partition",
         .number = fault_kind::partition,
         .description = "from here on nothing passes between the two hosts",
         .sentence = "{opener} and {other} are cut off from each other from {it} on{ends}",
         .applies_to = on_the_way,
         .injects = injection(primitive::partition),
         .span = span_rule::optional,
         .may_have = {parameter::until},
         .alternatives = {way("100ms", 100ms)},
         .seen = {event_kind::partitioned, "is cut off from {whom}"}},
    };
}

fault_space deaths() {
    return {
        {.word = "kill before",
         .number = fault_kind::kill_before,
         .description = "the process dies before it acts",
         .sentence = "{who} is killed before {it}{starts_again}",
         .applies_to = anywhere_and_on_files,
         .injects = injection(primitive::kill, timing::before),
         .may_have = of_a_kill,
         .alternatives = {death()},
         .seen = {event_kind::killed},
         .picks = of_a_death_before},
        {.word = "kill after",
         .number = fault_kind::kill_after,
         .description = "the process dies as soon as it has acted",
         .sentence = "{who} is killed after {it}{starts_again}",
         .applies_to = anywhere,
         .injects = injection(primitive::kill, timing::after),
         .may_have = of_a_kill,
         .alternatives = {death()},
         .seen = {event_kind::killed}},
        {.word = "power off before",
         .number = fault_kind::power_off_before,
         .description = "the host loses power before the process acts",
         .sentence = "the host of {who} loses power before {it}{survivors}{has_it_again}",
         .applies_to = anywhere,
         .injects = injection(primitive::power_off, timing::before),
         .may_have = of_a_power_off,
         .alternatives = {death()},
         .seen = {event_kind::powered_off},
         .picks = of_a_death_before},
        {.word = "power off after",
         .number = fault_kind::power_off_after,
         .description = "the host loses power as soon as the process has acted",
         .sentence = "the host of {who} loses power after {it}{survivors}{has_it_again}",
         .applies_to = anywhere,
         .injects = injection(primitive::power_off, timing::after),
         .may_have = of_a_power_off,
         .alternatives = {death()},
         .seen = {event_kind::powered_off}},
    };
}

fault_space failures_of_disks() {
    return {
        {.word = "I/O error",
         .number = fault_kind::io_error,
         .description = "the operation fails",
         .sentence = "{this} fails{ends}",
         .applies_to = {file},
         .injects = injection(file_failure::error),
         .span = span_rule::optional,
         .may_have = {parameter::lasting},
         .alternatives = {way("once", 0ns), way("for 300ms", 300ms), from_then_on()},
         .seen = failure},
        {.word = "disk full",
         .number = fault_kind::disk_full,
         .description = "there is no room to write",
         .sentence = "{this} finds the disk full{ends}",
         .applies_to = {file},
         .injects = injection(file_failure::full),
         .span = span_rule::optional,
         .may_have = {parameter::lasting},
         .alternatives = {way("once", 0ns), way("for 300ms", 300ms), from_then_on()},
         .seen = failure},
        {.word = "read only",
         .number = fault_kind::read_only,
         .description = "nothing can be written from now on",
         .sentence = "{this} finds that nothing can be written{ends}",
         .applies_to = {file},
         .injects = read_only_for_good(),
         .span = span_rule::optional,
         .alternatives = {way("for 300ms", 300ms), way("", 0ns)},
         .seen = failure},
        {.word = "power cut",
         .number = fault_kind::power_cut,
         .description = "the host loses power before it; of what was not synced survives",
         .sentence = "the host of {who} loses power before {it}{survivors}{has_it_again}",
         .applies_to = {file},
         .injects = injection(primitive::power_off, timing::before),
         .may_have = of_a_power_off,
         .alternatives = power_cuts(),
         .seen = {event_kind::powered_off},
         .picks = of_a_death_before},
    };
}

fault_space lies_of_disks() {
    return {
        {.word = "false sync",
         .number = fault_kind::false_sync,
         .description = "a sync is told to be done, and nothing is safe",
         .sentence = "{this} is told to be done, and nothing is safe{ends}",
         .applies_to = {file},
         .injects = injection(file_failure::false_sync),
         .span = span_rule::optional,
         .may_have = {parameter::lasting},
         .alternatives = {way("once", 0ns), from_then_on()},
         .seen = failure},
        {.word = "lost file",
         .number = fault_kind::lost_file,
         .description = "the file's name is gone",
         .sentence = "{this} finds the file gone",
         .applies_to = {file},
         .injects = injection(file_failure::lost),
         .alternatives = one_way(),
         .seen = failure},
    };
}

fault_space table() {
    fault_space all;
    const auto append = [&all](fault_space some, origin from) {
        for (kind_row& k : some) {
            k.from = from;
            k.injects.word = k.word;
            for (alternative& a : k.alternatives) {
                a.fault.kind = k.number;
            }
            all.push_back(std::move(k));
        }
    };
    append(lateness(), origin::world);
    append(wrong_clocks(), origin::world);
    append(refusals(), origin::world);
    append(losses(), origin::world);
    append(deaths(), origin::world);
    append(failures_of_disks(), origin::disk);
    append(lies_of_disks(), origin::false_disk);
    return all;
}

}  // namespace

const fault_space& all_kinds() {
    static const fault_space all = table();
    return all;
}

}  // namespace onceproof::faults
