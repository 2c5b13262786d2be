// What the page of `onceproof explore` asks for, and what it is told: JSON in, JSON out. Without
// sockets: those are explore/page_server.hpp's.
//
// A run is named by its plan file (search/plan_file/trial_json.hpp), so that nothing is kept
// between two questions but what is quicker to keep than to run again. Events are numbered from 1,
// in the order of the trace; 0 is the moment before the first. A row is an event that is shown
// (timers that fire are not), counted from 0. Texts are as they are in the run: the page has to
// escape them, and does, by never making markup of a text.
//
//     open      {"scenario", "seed"?, "subject"?, "without"?}      -> {"plan"}
//               of a seed, with all that it chose; no seed: the calm run, with the scenario's own
//               plan. `without` is a guard or a mutant.
//     start     {}                             -> {"plan", "scenarios": [{"name",
//     "summary"}],
//               "subjects": [{"name", "summary"}], "guards": [{"name", "statement", "mutants":
//               [{"name", "mistake", "subject"}]}], "folder": where save puts plans, "version"}
//     run       {"plan"}                       -> the run as a whole:
//               {"plan": as a plan file that people read, "scenario", "summary", "seed": text or
//                null, "subject", "mutant": or null, "guard": or null, "contract", "hash",
//                "events", "rows", "ended": text,
//                "verdict": "held" | "violated" | "inconclusive",
//                "violations": [{"rule", "intent": number, "why", "since": event}],
//                "not_judged": [rule], "goals": [{"name", "reached"}],
//                "faults": [{"point", "words", "became": "unmet" | "met" | "fired",
//                            "at": event or null}],
//                "lanes": [name], "again": a line for the shell}
//     rows      {"plan", "from": row, "count"} -> {"rows": [{"event", "time", "who", "words",
//               "activity", "kind": "message" | "effect" | "fault" | "refusal" | "attempt" |
//               "violation" | "other"}]}
//     row_of    {"plan", "at"}                 -> {"row": of the last row not after it, or null}
//     look      {"plan", "at"}                 -> what is there at that moment:
//               {"at", "time", "event": {"who", "words", "activity", "cause": event or null} or
//               null,
//                "actors": [{"name", "host", "state", "starts", "works_for", "clock"}],
//                "timers": [{"process", "due", "in", "activity"}],
//                "messages": [{"event", "from", "to", "words", "left", "fate"}],
//                "intents": [{"name", "knows", "effects", "attempts": [{"client", "number",
//                             "began", "came_of_it"}]}],
//                "databases": [{"host", "file", "tables": [{"name", "columns": [name],
//                               "rows": [{"cells": [text or null], "safe": bool}],
//                               "left_out": rows before these,
//                               "lost": [cells that only the disk would have after a power
//                               loss]}]}],
//                "oracle": [{"rule", "intent", "why"}]}
//               A row is safe if it would be there, just so, had the power gone at that moment.
//     choices   {"plan", "at"}                 -> {"points": [{"point", "kinds": [{"kind",
//               "description", "ways": [{"words", "fault": as in a plan file}]}]}]}
//               what could go wrong in the row that AT is in
//     change    {"plan", "add": fault | "remove": index | "without": guard, mutant or "" |
//                "subject": name | "seed": +1 or -1}
//                                              -> {"plan"}
//     differ    {"plan", "other"}              -> {"at": event of plan, "other": event of other} or
//               {"at": null} if they are the same
//     find      {"plan", "at", "what": "event" | "message" | "attempt" | "effect" | "fault" |
//                "refusal" | "violation" | "text", "text"?, "back": bool}
//                                              -> {"at": event or null}
//     picture   {"plan", "from": row, "to": row, "other"?: plan}
//                                              -> {"svg", "scale": [[ms, y]...]}
//               an <svg>; what is drawn has the attribute data-event, and in the other run
//               data-other-event. y is linear between the places of the scale.
//     failing   {"plan"}                       -> {"plan"}, the next seed of its scenario
//               and implementation that fails, or {"plan": null, "tried": how many do not}
//     shrink    {"plan"}                       -> {"plan" or null, "story": [line], "runs"}
//     save      {"plan", "name"}               -> {"file", "again"}
#pragma once

#include "explore/recording.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace onceproof::explore {

struct api_options {
    std::string plan;     // what a page opens with
    std::string version;  // of the program
    std::string folder;   // where plans are saved

    // Keeps TEXT in that folder and returns its file. Throws a refusal, or std::system_error.
    std::function<std::string(const std::string& name, const std::string& text)> save;
};

class api {
public:
    struct answer {
        unsigned status;  // 200, 400: {"error": one sentence}, 404: no such question
        std::string body;
    };

    explicit api(api_options options);
    ~api();

    // QUESTION: one of the words above.
    answer ask(std::string_view question, std::string_view body);

private:
    struct asked;
    recording& run_of(const std::string& plan);

    api_options options_;
    // The last few, the latest first.
    std::deque<std::pair<std::string, std::unique_ptr<recording>>> kept_;
};

}  // namespace onceproof::explore
