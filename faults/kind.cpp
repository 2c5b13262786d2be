// See kind.hpp.
#include "faults/kind.hpp"

#include "sim/assert.hpp"

#include <algorithm>
#include <chrono>

namespace onceproof::faults {

using namespace std::chrono_literals;
using sim::disturbance;
using sim::harm;

namespace {

using enum sim::point_kind;

constexpr point_kinds anywhere{connect, message, step};
constexpr point_kinds on_the_way{connect, message};
constexpr point_kinds anywhere_and_on_files{connect, message, step, file};

alternative of_span(harm what, std::string_view word, sim::duration span) {
    return {word, disturbance(what, span)};
}

// A death after which the machine's init starts what died.
alternative death(harm what) {
    disturbance d(what);
    d.restart = 20ms;
    return {"up again after 20ms", d};
}

// Once, or from then on.
std::vector<alternative> once_or_always(harm what) {
    disturbance always(what);
    always.lasting = true;
    return {{"once", disturbance(what)}, {"from then on", always}};
}

// Or for a while, such as somebody takes to make room.
std::vector<alternative> once_or_longer(harm what) {
    std::vector<alternative> all = once_or_always(what);
    all.insert(all.begin() + 1, {"for 300ms", disturbance(what, 300ms)});
    return all;
}

// As a death, with what survives of that which was not synced.
alternative power_cut_with(sim::survivors who, std::int64_t number = 0) {
    alternative a = death(harm::power_cut);
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

kind plain(harm what, point_kinds at, std::string_view text) {
    return {what, at, text, {{"", disturbance(what)}}};
}

}  // namespace

fault_space world_faults() {
    return {
        plain(harm::overtaken, anywhere, "comes after what would have come next, within 10ms"),
        {harm::delay, anywhere_and_on_files, "comes later", {of_span(harm::delay, "20ms", 20ms)}},
        {harm::trickle,
         {message},
         "arrives in pieces of 16 bytes",
         {of_span(harm::trickle, "1ms apart", 1ms)}},
        plain(harm::too_busy, {service}, "the service turns a request away, before any work"),
        {harm::pause,
         anywhere,
         "the process acts, then stalls, then goes on as if nothing had been",
         {of_span(harm::pause, "50ms", 50ms)}},
        {harm::clock_jump,
         anywhere,
         "the wall clock of the host jumps",
         {of_span(harm::clock_jump, "1h", 1h), of_span(harm::clock_jump, "-1h", -1h)}},
        {harm::clock_drift,
         anywhere,
         "the wall clock of the host gains so much in each second",
         {of_span(harm::clock_drift, "100ms", 100ms)}},
        plain(harm::refuse, {connect}, "the connection is refused"),
        plain(harm::fail_before, {service}, "the service fails before any work"),
        plain(harm::fail_after, {service},
              "the service does its work, then fails to tell what came of it"),
        plain(harm::silence, on_the_way,
              "it and all that follows it on its connection is lost; nobody is told"),
        plain(harm::reset_before, {message}, "the connection is reset instead"),
        plain(harm::reset_within, {message}, "the connection is reset after half of the message"),
        plain(harm::reset_after, {message}, "the connection is reset after all of the message"),
        {harm::partition,
         on_the_way,
         "from here on nothing passes between the two hosts",
         {of_span(harm::partition, "100ms", 100ms)}},
        {harm::kill_before,
         anywhere_and_on_files,
         "the process dies before it acts",
         {death(harm::kill_before)}},
        {harm::kill_after,
         anywhere,
         "the process dies as soon as it has acted",
         {death(harm::kill_after)}},
        {harm::power_off_before,
         anywhere,
         "the host loses power before the process acts",
         {death(harm::power_off_before)}},
        {harm::power_off_after,
         anywhere,
         "the host loses power as soon as the process has acted",
         {death(harm::power_off_after)}},
    };
}

fault_space disk_faults() {
    return {
        {harm::io_error, {file}, "the operation fails", once_or_longer(harm::io_error)},
        {harm::disk_full, {file}, "there is no room to write", once_or_longer(harm::disk_full)},
        {harm::read_only,
         {file},
         "nothing can be written from now on",
         {{"for 300ms", disturbance(harm::read_only, 300ms)}, {"", disturbance(harm::read_only)}}},
        {harm::power_cut,
         {file},
         "the host loses power before it; of what was not synced survives",
         power_cuts()},
    };
}

fault_space false_disk_faults() {
    return {
        {harm::false_sync,
         {file},
         "a sync is told to be done, and nothing is safe",
         once_or_always(harm::false_sync)},
        plain(harm::lost_file, {file}, "the file's name is gone"),
    };
}

const kind* find(const fault_space& space, harm what) {
    const auto found =
        std::find_if(space.begin(), space.end(), [&](const kind& k) { return k.what == what; });
    return found == space.end() ? nullptr : &*found;
}

const kind* find(const fault_space& space, std::string_view name) {
    const auto found =
        std::find_if(space.begin(), space.end(), [&](const kind& k) { return k.name() == name; });
    return found == space.end() ? nullptr : &*found;
}

fault_space only(const fault_space& space, const kind_set& kinds) {
    fault_space some = space;
    std::erase_if(some, [&](const kind& k) { return !kinds.has(k.what); });
    return some;
}

void add(fault_space& space, alternative a) {
    const auto found = std::find_if(space.begin(), space.end(),
                                    [&](const kind& k) { return k.what == a.what.what; });
    ONCEPROOF_ASSERT(found != space.end(), "an alternative is one of a kind that is there");
    found->alternatives.push_back(std::move(a));
}

}  // namespace onceproof::faults
