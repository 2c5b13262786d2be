// What is there at one moment of a run: who runs and what each waits for, what is under way, what
// clients know, what the disks hold, and what the oracle can say so far.
//
// A moment is that of an event: when the step that the event is in has ended. Texts are as the run
// has them, and may hold anything.
#pragma once

#include "explore/recording.hpp"
#include "sim/sqlite/storage.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace onceproof::explore {

struct actor {
    std::string name;
    std::string host;
    std::string state;  // "runs", "stalls until 2500.1 ms", "is down", "has not started yet"
    std::uint32_t starts;
    std::string works_for;  // "intent-1, intent-2"; empty: nobody
    std::string clock;      // what its host's shows, and by how much that is wrong, if it is
};

struct waiting {
    std::string process;
    std::string due;
    std::string in;
    std::string activity;
};

struct under_way {
    event_number event;  // that it left with
    std::string from;
    std::string to;
    std::string words;
    std::string left;
    std::string fate;  // what will become of it
};

struct tried {
    std::string client;
    std::uint64_t number;
    std::string began;
    std::string came_of_it;  // "201 Created", "nothing yet", "no answer"
};

struct known_intent {
    std::string name;  // "intent-1"
    std::string knows;
    std::uint64_t effects;  // on the disks of the systems of record
    std::vector<tried> attempts;
};

struct shown_row {
    sim::table::row cells;
    bool safe;  // it would be there, just so, had the power gone at that moment
};

struct shown_table {
    std::string name;
    std::vector<std::string> columns;
    std::vector<shown_row> rows;        // the last ones
    std::size_t left_out;               // that come before them
    std::vector<sim::table::row> lost;  // that the power would bring back instead of others
};

struct shown_database {
    std::string host;
    std::string file;
    std::vector<shown_table> tables;
};

// Of what there is most of, the last ones are told: they are what is worked on.
inline constexpr std::size_t rows_told = 100;
inline constexpr std::size_t intents_told = 100;

struct moment {
    event_number at;
    std::string time;
    std::vector<actor> actors;
    std::vector<waiting> timers;
    std::vector<under_way> messages;
    std::vector<known_intent> intents;
    std::vector<shown_database> databases;
    std::vector<model::violation> oracle;  // what can be said so far
};

// Runs R up to AT, twice. Requires: AT is at most R's size.
moment look_at(recording& r, event_number at);

}  // namespace onceproof::explore
