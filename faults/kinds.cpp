// The one table of kinds of faults. A new kind is a row here and, if no primitive of the world does
// it, one primitive (sim/adversary.hpp). Plans, searches, words, stories and pictures read the row.
//
// Searches play them in the order of the table, and seeds draw under their numbers: rows are
// ordered from mild to harsh within each origin, and a number is never used again.
#include "faults/kind.hpp"

#include <chrono>
#include <utility>

namespace onceproof::faults {
namespace {

using namespace std::chrono_literals;
using sim::file_failure;
using sim::happening;
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
constexpr sighting trouble{happening::troubled, "has trouble at its '{detail}': {word}"};

// What lets code fail does so where the last work before the effect is done.
constexpr moment_picks of_a_service{.before_effect = pick::last_of_server};
constexpr moment_picks of_a_clock{.before_effect = pick::before_claim};
constexpr moment_picks of_a_death_before{.before_answer = pick::last};

// --- Alternatives; of which kind they are is filled in by `table` ---

alternative way(std::string_view word, sim::duration span) {
    return {word, disturbance(harm::none, span)};
}

std::vector<alternative> one_way() {
    return {way("", 0ns)};
}

// A death after which the machine's init starts what died.
alternative death() {
    alternative a = way("up again after 20ms", 0ns);
    a.what.restart = 20ms;
    return a;
}

alternative from_then_on() {
    alternative a = way("from then on", 0ns);
    a.what.lasting = true;
    return a;
}

// As a death, with what survives of that which was not synced.
alternative power_cut_with(sim::survivors who, std::int64_t number = 0) {
    alternative a = death();
    a.what.survives = sim::survival(who, number);
    a.word = to_text(a.what.survives);
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
         .what = harm::overtaken,
         .description = "comes after what would have come next, within 10ms",
         .sentence = "{this} comes after what would have come next",
         .strikes_at = anywhere,
         .injects = injection(primitive::overtake),
         .alternatives = one_way(),
         .seen = {happening::overtaken, "what {whom} sent to it lets others come first"}},
        {.word = "delay",
         .what = harm::delay,
         .description = "comes later",
         .sentence = "{this} comes {span} later",
         .strikes_at = anywhere_and_on_files,
         .injects = injection(primitive::delay),
         .span = span_rule::needed,
         .alternatives = {way("20ms", 20ms)},
         .seen = {happening::delayed, "what it sends to {whom} is delayed by {b}"},
         .picks = {.before_effect = pick::after_claim}},
        {.word = "trickle",
         .what = harm::trickle,
         .description = "arrives in pieces of 16 bytes",
         .sentence = "{this} arrives in pieces, {span} apart",
         .strikes_at = {message},
         .injects = injection(primitive::trickle),
         .span = span_rule::needed,
         .alternatives = {way("1ms apart", 1ms)},
         .seen = {happening::trickled, "what it sends to {whom} comes in pieces, {b} apart"}},
        {.word = "too busy",
         .what = harm::too_busy,
         .description = "the service turns a request away, before any work",
         .sentence = "{who} is too busy to {it}",
         .strikes_at = {service},
         .injects = injection(primitive::fail_service),
         .alternatives = one_way(),
         .seen = trouble,
         .picks = of_a_service},
        {.word = "pause",
         .what = harm::pause,
         .description = "the process acts, then stalls, then goes on as if nothing had been",
         .sentence = "{who} stalls for {span} after {it}",
         .strikes_at = anywhere,
         .injects = injection(primitive::stall),
         .span = span_rule::needed,
         .alternatives = {way("50ms", 50ms)},
         .seen = {happening::paused, "stalls for {a}"}},
    };
}

fault_space wrong_clocks() {
    return {
        {.word = "clock jump",
         .what = harm::clock_jump,
         .description = "the wall clock of the host jumps",
         .sentence = "the clock of {who} jumps by {span} at {it}",
         .strikes_at = anywhere,
         .injects = injection(primitive::jump_clock),
         .span = span_rule::either_way,
         .alternatives = {way("1h", 1h), way("-1h", -1h)},
         .seen = {happening::clock_jumped, "its clock jumps by {a}"},
         .picks = of_a_clock},
        {.word = "clock drift",
         .what = harm::clock_drift,
         .description = "the wall clock of the host gains so much in each second",
         .sentence = "the clock of {who} gains {span} a second from {it} on",
         .strikes_at = anywhere,
         .injects = injection(primitive::drift_clock),
         .span = span_rule::in_a_second,
         .alternatives = {way("100ms", 100ms)},
         .seen = {happening::clock_drifts, "its clock gains {a} in each second from now on"},
         .picks = of_a_clock},
    };
}

fault_space refusals() {
    return {
        {.word = "refuse",
         .what = harm::refuse,
         .description = "the connection is refused",
         .sentence = "{this} is refused",
         .strikes_at = {connect},
         .injects = injection(primitive::refuse),
         .alternatives = one_way(),
         .seen = {happening::refused}},
        {.word = "fail before",
         .what = harm::fail_before,
         .description = "the service fails before any work",
         .sentence = "{who} fails to {it}",
         .strikes_at = {service},
         .injects = injection(primitive::fail_service),
         .alternatives = one_way(),
         .seen = trouble,
         .picks = of_a_service},
        {.word = "fail after",
         .what = harm::fail_after,
         .description = "the service does its work, then fails to tell what came of it",
         .sentence = "{who} does {it}, then fails to tell what came of it",
         .strikes_at = {service},
         .injects = injection(primitive::fail_service),
         .alternatives = one_way(),
         .seen = trouble,
         .picks = of_a_service},
    };
}

fault_space losses() {
    return {
        {.word = "silence",
         .what = harm::silence,
         .description = "it and all that follows it on its connection is lost; nobody is told",
         .sentence = "{this} is lost",
         .strikes_at = on_the_way,
         .injects = injection(primitive::lose),
         .alternatives = one_way(),
         .seen = {happening::lost}},
        {.word = "reset before",
         .what = harm::reset_before,
         .description = "the connection is reset instead",
         .sentence = "{this} is cut off by a reset before it",
         .strikes_at = {message},
         .injects = injection(primitive::reset, timing::before),
         .alternatives = one_way(),
         .seen = {happening::reset}},
        {.word = "reset within",
         .what = harm::reset_within,
         .description = "the connection is reset after half of the message",
         .sentence = "{this} is cut off by a reset in the middle",
         .strikes_at = {message},
         .injects = injection(primitive::reset, timing::within),
         .alternatives = one_way(),
         .seen = {happening::reset}},
        {.word = "reset after",
         .what = harm::reset_after,
         .description = "the connection is reset after all of the message",
         .sentence = "{this} is followed by a reset",
         .strikes_at = {message},
         .injects = injection(primitive::reset, timing::after),
         .alternatives = one_way(),
         .seen = {happening::reset}},
        {.word = "partition",
         .what = harm::partition,
         .description = "from here on nothing passes between the two hosts",
         .sentence = "{opener} and {other} are cut off from each other from {it} on{ends}",
         .strikes_at = on_the_way,
         .injects = injection(primitive::partition),
         .span = span_rule::optional,
         .may_have = {parameter::until},
         .alternatives = {way("100ms", 100ms)},
         .seen = {happening::partitioned, "is cut off from {whom}"}},
    };
}

fault_space deaths() {
    return {
        {.word = "kill before",
         .what = harm::kill_before,
         .description = "the process dies before it acts",
         .sentence = "{who} is killed before {it}{starts_again}",
         .strikes_at = anywhere_and_on_files,
         .injects = injection(primitive::kill, timing::before),
         .may_have = of_a_kill,
         .alternatives = {death()},
         .seen = {happening::killed},
         .picks = of_a_death_before},
        {.word = "kill after",
         .what = harm::kill_after,
         .description = "the process dies as soon as it has acted",
         .sentence = "{who} is killed after {it}{starts_again}",
         .strikes_at = anywhere,
         .injects = injection(primitive::kill, timing::after),
         .may_have = of_a_kill,
         .alternatives = {death()},
         .seen = {happening::killed}},
        {.word = "power off before",
         .what = harm::power_off_before,
         .description = "the host loses power before the process acts",
         .sentence = "the host of {who} loses power before {it}{survivors}{has_it_again}",
         .strikes_at = anywhere,
         .injects = injection(primitive::power_off, timing::before),
         .may_have = of_a_power_off,
         .alternatives = {death()},
         .seen = {happening::powered_off},
         .picks = of_a_death_before},
        {.word = "power off after",
         .what = harm::power_off_after,
         .description = "the host loses power as soon as the process has acted",
         .sentence = "the host of {who} loses power after {it}{survivors}{has_it_again}",
         .strikes_at = anywhere,
         .injects = injection(primitive::power_off, timing::after),
         .may_have = of_a_power_off,
         .alternatives = {death()},
         .seen = {happening::powered_off}},
    };
}

fault_space failures_of_disks() {
    return {
        {.word = "I/O error",
         .what = harm::io_error,
         .description = "the operation fails",
         .sentence = "{this} fails{ends}",
         .strikes_at = {file},
         .injects = injection(file_failure::error),
         .span = span_rule::optional,
         .may_have = {parameter::lasting},
         .alternatives = {way("once", 0ns), way("for 300ms", 300ms), from_then_on()},
         .seen = trouble},
        {.word = "disk full",
         .what = harm::disk_full,
         .description = "there is no room to write",
         .sentence = "{this} finds the disk full{ends}",
         .strikes_at = {file},
         .injects = injection(file_failure::full),
         .span = span_rule::optional,
         .may_have = {parameter::lasting},
         .alternatives = {way("once", 0ns), way("for 300ms", 300ms), from_then_on()},
         .seen = trouble},
        {.word = "read only",
         .what = harm::read_only,
         .description = "nothing can be written from now on",
         .sentence = "{this} finds that nothing can be written{ends}",
         .strikes_at = {file},
         .injects = read_only_for_good(),
         .span = span_rule::optional,
         .alternatives = {way("for 300ms", 300ms), way("", 0ns)},
         .seen = trouble},
        {.word = "power cut",
         .what = harm::power_cut,
         .description = "the host loses power before it; of what was not synced survives",
         .sentence = "the host of {who} loses power before {it}{survivors}{has_it_again}",
         .strikes_at = {file},
         .injects = injection(primitive::power_off, timing::before),
         .may_have = of_a_power_off,
         .alternatives = power_cuts(),
         .seen = {happening::powered_off},
         .picks = of_a_death_before},
    };
}

fault_space lies_of_disks() {
    return {
        {.word = "false sync",
         .what = harm::false_sync,
         .description = "a sync is told to be done, and nothing is safe",
         .sentence = "{this} is told to be done, and nothing is safe{ends}",
         .strikes_at = {file},
         .injects = injection(file_failure::false_sync),
         .span = span_rule::optional,
         .may_have = {parameter::lasting},
         .alternatives = {way("once", 0ns), from_then_on()},
         .seen = trouble},
        {.word = "lost file",
         .what = harm::lost_file,
         .description = "the file's name is gone",
         .sentence = "{this} finds the file gone",
         .strikes_at = {file},
         .injects = injection(file_failure::lost),
         .alternatives = one_way(),
         .seen = trouble},
    };
}

fault_space table() {
    fault_space all;
    const auto append = [&all](fault_space some, origin from) {
        for (kind& k : some) {
            k.from = from;
            k.injects.word = k.word;
            for (alternative& a : k.alternatives) {
                a.what.what = k.what;
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
