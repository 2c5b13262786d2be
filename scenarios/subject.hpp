// Who plays: implementations under test, whole or lacking one guard.
#pragma once

#include "faults/kind.hpp"
#include "model/contract.hpp"
#include "sim/sqlite.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace onceproof::scenarios {

struct cast;  // casting.hpp
struct mutant;

// What a subject needs beside its servers.
enum class requirement : std::uint8_t {
    nothing,
    keyed_downstream,    // its effect is at a system that takes keys
    keyless_downstream,  // ... that can only be asked by reference
    key_store,           // its keys are in a cache
};

// A design that a server may follow, and what it claims.
struct subject {
    std::string_view name;     // "claim-lease"
    std::string_view summary;  // one sentence
    const model::contract* promised;
    std::string (*schema)() = nullptr;  // of the servers' database
    std::string_view arbiter;           // what decides whether a request is a duplicate
    std::string_view keeps_key_in;
    requirement needs = requirement::nothing;
    std::string_view weakness{};  // what it does not claim, one sentence; empty: exactly once
    const faults::fault_space* space = nullptr;  // what may go wrong where it claims anything
    const cast* who = nullptr;                   // its code
    bool keeps_keys = true;                      // and what came of each, rejections too
    bool claims_first = true;         // claims the key in a commit of its own, and works then
    bool has_marks = true;            // says of itself what it does (model/marks.hpp)
    bool is_silent = false;           // says nothing, and no step of its has a name
    sim::database_options storage{};  // of the servers' database
    bool exactly_once = true;  // in all that may go wrong in its space; false: kept as an example

    // Whether that mutant is one of this design: the silent reference lacks what the reference
    // does.
    bool may_lack(const mutant& m) const;

    bool has_downstream() const {
        return needs == requirement::keyed_downstream || needs == requirement::keyless_downstream;
    }
};

std::span<const subject> subjects();
const subject* find_subject(std::string_view name);  // nullptr if there is none

// The one that plays where nothing else is said: "claim-lease".
const subject& reference();

// What keeps a retry from taking effect again: named, and what for.
struct guard {
    std::string_view name;       // "claim"
    std::string_view statement;  // one sentence
};

std::span<const guard> guards();
const guard* find_guard(std::string_view name);  // nullptr if there is none

// A subject that lacks one guard, named for the mistake: what a search must catch.
struct mutant {
    std::string_view name;     // "key-per-attempt"
    std::string_view guard;    // that it lacks
    std::string_view mistake;  // one sentence
    std::string_view subject;  // that it otherwise is
    const cast* who;           // its code
    std::optional<sim::database_options>
        storage{};  // of its database, if another than its subject's
};

std::span<const mutant> mutants();
const mutant* find_mutant(std::string_view name);  // nullptr if there is none

// Who plays in a run.
struct performer {
    explicit performer(const subject& s = reference()) : as(&s) {}
    explicit performer(const mutant& m) : as(find_subject(m.subject)), lacks(&m) {}
    // Requires: S may lack that.
    performer(const mutant& m, const subject& s) : as(&s), lacks(&m) {}

    const cast& who() const { return lacks == nullptr ? *as->who : *lacks->who; }
    std::string_view name() const { return lacks == nullptr ? as->name : lacks->name; }
    // Whether the name of a mutant alone would stand for another subject, or none.
    bool names_subject() const { return lacks == nullptr || lacks->subject != as->name; }

    const sim::database_options& storage() const {
        return lacks != nullptr && lacks->storage ? *lacks->storage : as->storage;
    }

    // What may go wrong where it plays.
    faults::fault_space space() const;

    // What may go wrong is no part of who it is.
    friend bool operator==(const performer& a, const performer& b) {
        return a.as == b.as && a.lacks == b.lacks;
    }

    const subject* as;
    const mutant* lacks = nullptr;
    bool disk_faults = false;  // disks may fail as well, if its design claims to be exact
    faults::kind_set only{};   // of what may go wrong, these kinds alone; empty: all

    // What may go wrong, if that is not just what its design claims to stand: "with disk faults,
    // only power cut".
    std::string choice_of_faults() const;
};

}  // namespace onceproof::scenarios
