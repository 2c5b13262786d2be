// A run, told line by line: when, who, what, and on whose behalf.
//
//        ms  who       what happens
//  1.640312  client    -> api: POST /v1/charges HTTP/1.1 (127 bytes)  [intent-1/attempt-1]
//
// `->` is a message that leaves, `<-` one that arrives, `-x` one that is lost.
#pragma once

#include "sim/trace/trace.hpp"
#include "sim/world.hpp"

#include <cstddef>
#include <string>

namespace onceproof::reports {

struct story_style {
    bool colour = false;
    bool timers = false;  // also tell of each timer that fires
};

// What happens in one event: "is killed", "-> api-1: POST /v1/charges HTTP/1.1 (127 bytes)".
std::string in_words(const sim::trace_event& r, const sim::world& w);

// One event, without its line end. The columns line up with those of story().
std::string tell(const sim::trace_event& r, const sim::world& w, const story_style& style = {});

// The whole run, headed by the names of the columns.
// Requires: the world kept its trace.
std::string story(const sim::world& w, const story_style& style = {});

// Of such a story what comes before the world stops and the prober's closing questions begin: they
// are the harness's own.
std::string without_probes(const std::string& story);

}  // namespace onceproof::reports
