// What runs: implementations under test, whole or lacking one guard.
#pragma once

#include "faults/kind.hpp"
#include "model/contract/contract.hpp"
#include "model/operation/operation.hpp"
#include "sim/hash.hpp"
#include "sim/sqlite/sqlite.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::designs {

struct role_factories;  // role_factories.hpp
struct mutant;

// What a subject has that a scenario may be about. There are no others than those in features().
struct feature {
    std::string_view name;       // "claims-first"
    std::string_view statement;  // one sentence
};

std::span<const feature> features();
const feature* find_feature(std::string_view name);  // nullptr if there is none

// Where effects are to be found: on the disk of a role, by a query with a row for each effect. Its
// columns are the tenant, the operation and the reference, which say whose it is, the id by which
// answers call it ('': none does), and then fields by their names, which must be as they were asked
// for.
struct system_of_record {
    std::string_view role;
    sim::literal query;
};

// A design that a server may follow, and what it claims.
struct subject {
    std::string_view name;     // "claim-lease"
    std::string_view summary;  // one sentence
    const model::contract* promised;
    std::vector<const model::operation*> operations{};  // what it can be asked for
    std::string (*schema)() = nullptr;                  // of the servers' database
    std::string_view arbiter;  // what decides whether a request is a duplicate
    std::string_view keeps_key_in;
    std::string_view database = "charges.db";  // the file
    std::vector<std::string_view> features{};
    std::vector<std::string_view> roles{};  // that it needs beside servers: "downstream"
    std::vector<system_of_record> records{};
    std::string_view weakness{};  // what it does not claim, one sentence; empty: exactly once
    const faults::fault_space* space = nullptr;  // what may go wrong where it claims anything
    const role_factories* factories = nullptr;   // its code
    bool is_silent = false;                      // says nothing, and no step of it has a name
    sim::database_options storage{};             // of the servers' database
    bool exactly_once = true;  // in all that may go wrong in its space; false: kept as an example

    // Whether that mutant is one of this design: the silent reference lacks what the reference
    // does.
    bool may_lack(const mutant& m) const;

    // Returns whether it has that feature. Requires: there is such a feature.
    bool has(std::string_view feature_name) const;
    bool needs_role(std::string_view role_name) const;
};

std::span<const subject> subjects();
const subject* find_subject(std::string_view name);  // nullptr if there is none

// The one that runs where nothing else is said: "claim-lease".
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
    std::string_view name;            // "key-per-attempt"
    std::string_view guard;           // that it lacks
    std::string_view mistake;         // one sentence
    std::string_view subject;         // that it otherwise is
    const role_factories* factories;  // its code
    std::optional<sim::database_options>
        storage{};  // of its database, if another than its subject's
};

std::span<const mutant> all_mutants();
const mutant* find_mutant(std::string_view name);  // nullptr if there is none

// What is under test in a run.
struct implementation {
    explicit implementation(const subject& s = reference()) : design(&s) {}
    explicit implementation(const mutant& m) : design(find_subject(m.subject)), lacks(&m) {}
    // Requires: S may lack that.
    implementation(const mutant& m, const subject& s) : design(&s), lacks(&m) {}

    const role_factories& factories() const {
        return lacks == nullptr ? *design->factories : *lacks->factories;
    }
    std::string_view name() const { return lacks == nullptr ? design->name : lacks->name; }
    // Whether the name of a mutant alone would stand for another subject, or none.
    bool names_subject() const { return lacks == nullptr || lacks->subject != design->name; }

    const sim::database_options& storage() const {
        return lacks != nullptr && lacks->storage ? *lacks->storage : design->storage;
    }

    // What may go wrong where it runs.
    faults::fault_space space() const;

    // What may go wrong is no part of who it is.
    friend bool operator==(const implementation& a, const implementation& b) {
        return a.design == b.design && a.lacks == b.lacks;
    }

    const subject* design;
    const mutant* lacks = nullptr;
    bool disk_faults = false;  // disks may fail as well, if its design claims to be exact
    faults::kind_set only{};   // of what may go wrong, these kinds alone; empty: all

    // What may go wrong, if that is not just what its design claims to stand: "with disk faults,
    // only power cut".
    std::string choice_of_faults() const;
};

}  // namespace onceproof::designs
