// See trial_json.hpp.
#include "scenarios/trial_json.hpp"

#include "faults/plan_json.hpp"
#include "faults/spelling.hpp"
#include "scenarios/asking.hpp"
#include "scenarios/charge_faults.hpp"
#include "scenarios/roles/part_json.hpp"
#include "scenarios/workload_json.hpp"

#include <fmt/format.h>

#include <charconv>

namespace onceproof::scenarios {
namespace {

using faults::expect_members;
using faults::need;
using faults::node;
using faults::number_of;
using faults::refuse;
using faults::text_of;

template <class Known>
[[noreturn]] void refuse_name(const node& n, std::string_view what, const Known& known) {
    std::vector<std::string> names;
    for (const auto& k : known) {
        names.emplace_back(k.name);
    }
    refuse(n,
           fmt::format("there is no {} '{}'{}", what, n.text, faults::did_you_mean(n.text, names)));
}

const scenario& read_scenario(const node& n) {
    const scenario* const found = find(text_of(n, "a scenario"));
    if (found == nullptr) {
        refuse_name(n, "scenario", all());
    }
    return *found;
}

const mutant& read_mutant(const node& n) {
    const mutant* const found = find_mutant(text_of(n, "a mutant"));
    if (found == nullptr) {
        refuse_name(n, "mutant", mutants());
    }
    return *found;
}

const subject& read_subject(const node& n) {
    const subject* const found = find_subject(text_of(n, "a subject"));
    if (found == nullptr) {
        refuse_name(n, "subject", subjects());
    }
    return *found;
}

// At most one of both is given.
performer read_performer(const node& top, const scenario& of) {
    performer by = of.usual;
    const node* const whole = top.find("subject");
    const node* const lacking = top.find("mutant");
    if (whole != nullptr) {
        by = performer(read_subject(*whole));
    }
    if (lacking != nullptr) {
        const mutant& lacks = read_mutant(*lacking);
        if (whole != nullptr && by.as->name != lacks.subject) {
            refuse(*lacking, fmt::format("it is a mutant of '{}'", lacks.subject));
        }
        by = performer(lacks);
    }
    if (!of.can_be_played_by(*by.as)) {
        refuse(lacking != nullptr ? *lacking : *whole,
               fmt::format("'{}' cannot play '{}'", by.as->name, of.name));
    }
    return by;
}

// JSON's readers hold numbers up to here; what is greater is written as text.
constexpr std::uint64_t seed_number_max = INT64_MAX;

std::uint64_t read_seed(const node& n) {
    std::uint64_t seed = 0;
    const char* const end = n.text.data() + n.text.size();
    const auto [stop, error] = std::from_chars(n.text.data(), end, seed);
    const bool great =
        n.what == node::kind::text && error == std::errc() && stop == end && seed > seed_number_max;
    return great ? seed : number_of(n, "a seed", seed_number_max);
}

void check_errands(const node& n, const trial& t) {
    for (const client_work& c : t.work.clients) {
        for (const errand& e : c.errands) {
            if (const std::string why = why_not_asked(*t.by.as, e); !why.empty()) {
                refuse(n, why);
            }
        }
    }
}

}  // namespace

trial read_trial(std::string_view text) {
    const node top = faults::read_document(text);
    expect_members(
        top, "a plan file",
        {"onceproof_plan", "scenario", "subject", "mutant", "seed", "workload", "faults"});
    const node& version = need(top, "a plan file", "onceproof_plan");
    if (version.what != node::kind::number || version.number != plan_file_version) {
        refuse(version, fmt::format("'onceproof_plan' is {}: this build reads no other version",
                                    plan_file_version));
    }
    trial t(read_scenario(need(top, "a plan file", "scenario")));
    t.by = read_performer(top, *t.of);
    if (const node* seed = top.find("seed")) {
        t.seed = read_seed(*seed);
    }
    if (const node* work = top.find("workload")) {
        t.work = read_workload(*work);
        check_errands(*work, t);
        if (!t.of->leaves_a_server(t.work)) {
            refuse(*work, fmt::format("'{}' gives all of these servers up for good", t.of->name));
        }
    }
    t.faults = faults::read_plan(need(top, "a plan file", "faults"), known_faults());
    return t;
}

std::string to_json(const trial& t) {
    std::string text = fmt::format("{{\n  \"onceproof_plan\": {},\n  \"scenario\": {},\n",
                                   plan_file_version, in_quotes(t.of->name));
    if (t.by != t.of->usual) {
        text += t.by.lacks == nullptr ? fmt::format("  \"subject\": {},\n", in_quotes(t.by.name()))
                                      : fmt::format("  \"mutant\": {},\n", in_quotes(t.by.name()));
    }
    if (t.seed) {
        const bool is_number = *t.seed <= seed_number_max;
        text += fmt::format("  \"seed\": {0}{1}{0},\n", is_number ? "" : "\"", *t.seed);
    }
    if (t.work != t.of->work) {
        text += fmt::format("  \"workload\": {},\n", to_json(t.work));
    }
    if (t.faults.empty()) {
        return text + "  \"faults\": []\n}\n";
    }
    return text + fmt::format("  \"faults\": [\n    {}\n  ]\n}}\n",
                              joined(t.faults, ",\n    ",
                                     [](const faults::fault& f) { return faults::to_json(f); }));
}

}  // namespace onceproof::scenarios
