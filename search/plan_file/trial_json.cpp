// See trial_json.hpp.
#include "search/plan_file/trial_json.hpp"

#include "base/document_members.hpp"
#include "base/spelling.hpp"
#include "designs/service_faults.hpp"
#include "faults/plan_json.hpp"
#include "scenarios/asking.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/roles/part_json.hpp"
#include "scenarios/workload_json.hpp"
#include "search/moments/moments.hpp"
#include "search/plan_file/plan_version_1.hpp"

#include <fmt/format.h>

#include <charconv>

namespace onceproof::search {
namespace {

using base::expect_members;
using base::need;
using base::node;
using base::number_of;
using base::refuse;
using base::text_of;

template <class Known>
[[noreturn]] void refuse_name(const node& n, std::string_view what, const Known& known) {
    std::vector<std::string> names;
    for (const auto& k : known) {
        names.emplace_back(k.name);
    }
    refuse(n,
           fmt::format("there is no {} '{}'{}", what, n.text, base::did_you_mean(n.text, names)));
}

// A user's own, as it was when the plan was written.
const scenarios::scenario& read_scenario_file(const node& n) {
    expect_members(n, "a scenario", {"file", "digest"});
    const node& file = need(n, "a scenario", "file");
    const node& digest = need(n, "a scenario", "digest");
    try {
        const scenarios::scenario& found = scenarios::add_scenario_file(text_of(file, "a file"));
        if (found.digest != text_of(digest, "a digest")) {
            refuse(digest,
                   fmt::format("{} is not what it was: its digest is {}", file.text, found.digest));
        }
        return found;
    } catch (const scenarios::bad_scenario_file& bad) {
        refuse(file, bad.what());
    }
}

const scenarios::scenario& read_scenario(const node& n) {
    if (n.type == node::kind::object) {
        return read_scenario_file(n);
    }
    const scenarios::scenario* const found = scenarios::find(text_of(n, "a scenario"));
    if (found == nullptr) {
        refuse_name(n, "scenario", scenarios::all());
    }
    return *found;
}

const designs::mutant& read_mutant(const node& n) {
    const designs::mutant* const found = designs::find_mutant(text_of(n, "a mutant"));
    if (found == nullptr) {
        refuse_name(n, "mutant", designs::all_mutants());
    }
    return *found;
}

const designs::subject& read_subject(const node& n) {
    const designs::subject* const found = designs::find_subject(text_of(n, "a subject"));
    if (found == nullptr) {
        refuse_name(n, "subject", designs::subjects());
    }
    return *found;
}

// At most one of both is given.
designs::implementation read_implementation(const node& top, const scenarios::scenario& of) {
    designs::implementation by = of.usual;
    const node* const whole = top.find("subject");
    const node* const lacking = top.find("mutant");
    if (whole != nullptr) {
        by = designs::implementation(read_subject(*whole));
    }
    if (lacking != nullptr) {
        const designs::mutant& lacks = read_mutant(*lacking);
        if (whole != nullptr && !by.design->may_lack(lacks)) {
            refuse(*lacking, fmt::format("it is a mutant of '{}'", lacks.subject));
        }
        by = whole != nullptr ? designs::implementation(lacks, *by.design)
                              : designs::implementation(lacks);
    }
    if (!of.suits(*by.design)) {
        refuse(lacking != nullptr ? *lacking : *whole,
               fmt::format("'{}' cannot run '{}'", by.design->name, of.name));
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
        n.type == node::kind::text && error == std::errc() && stop == end && seed > seed_number_max;
    return great ? seed : number_of(n, "a seed", seed_number_max);
}

void check_submissions(const node& n, const scenarios::trial& t) {
    for (const scenarios::client_work& c : t.work.clients) {
        for (const scenarios::submission& e : c.submissions) {
            if (const std::string why = scenarios::why_not_asked(*t.under_test.design, e);
                !why.empty()) {
                refuse(n, why);
            }
        }
    }
}

// A moment that is given without a point becomes one.
faults::plan read_faults(const node& list, const scenarios::trial& t) {
    faults::plan plan = with_points(faults::read_plan(list, designs::known_faults()), *t.base,
                                    t.under_test, t.work);
    for (std::size_t i = 0; i < plan.size(); ++i) {
        if (plan[i].point == without_point(plan[i].when)) {
            refuse(list.items[i],
                   fmt::format("'{}' has no point there that '{}' can be injected",
                               t.under_test.design->name, faults::to_text(plan[i].fault.kind)));
        }
    }
    return plan;
}

std::string scenario_member(const scenarios::scenario& s) {
    return s.file.empty() ? scenarios::in_quotes(s.name)
                          : fmt::format(R"({{"file": {}, "digest": "{}"}})",
                                        scenarios::in_quotes(s.file), s.digest);
}

// Reads which version TOP is of, and rewrites an older one.
void bring_up_to_date(node& top) {
    const node& version = need(top, "a plan file", "onceproof_plan");
    const bool is_number = version.type == node::kind::number;
    if (is_number && version.number == 1) {
        translate_version_1(top);
    } else if (!is_number || version.number != plan_file_version) {
        refuse(version,
               fmt::format("'onceproof_plan' is 1 or {}: this build reads no other version",
                           plan_file_version));
    }
}

}  // namespace

scenarios::trial read_trial(std::string_view text) {
    node top = base::read_document(text);
    expect_members(
        top, "a plan file",
        {"onceproof_plan", "scenario", "subject", "mutant", "seed", "workload", "faults"});
    bring_up_to_date(top);
    scenarios::trial t(read_scenario(need(top, "a plan file", "scenario")));
    t.under_test = read_implementation(top, *t.base);
    if (const node* seed = top.find("seed")) {
        t.seed = read_seed(*seed);
    }
    if (const node* work = top.find("workload")) {
        t.work = scenarios::read_workload(*work);
        check_submissions(*work, t);
        if (!t.base->leaves_a_server(t.work)) {
            refuse(*work, fmt::format("'{}' gives all of these servers up for good", t.base->name));
        }
    }
    t.faults = read_faults(need(top, "a plan file", "faults"), t);
    return t;
}

std::string to_json(const scenarios::trial& t) {
    std::string text = fmt::format("{{\n  \"onceproof_plan\": {},\n  \"scenario\": {},\n",
                                   plan_file_version, scenario_member(*t.base));
    if (t.under_test != t.base->usual) {
        text += t.under_test.names_subject()
                    ? fmt::format("  \"subject\": {},\n",
                                  scenarios::in_quotes(t.under_test.design->name))
                    : "";
        text += t.under_test.lacks == nullptr
                    ? ""
                    : fmt::format("  \"mutant\": {},\n", scenarios::in_quotes(t.under_test.name()));
    }
    if (t.seed) {
        const bool is_number = *t.seed <= seed_number_max;
        text += fmt::format("  \"seed\": {0}{1}{0},\n", is_number ? "" : "\"", *t.seed);
    }
    if (t.work != t.base->work) {
        text += fmt::format("  \"workload\": {},\n", scenarios::to_json(t.work));
    }
    if (t.faults.empty()) {
        return text + "  \"faults\": []\n}\n";
    }
    return text +
           fmt::format("  \"faults\": [\n    {}\n  ]\n}}\n",
                       scenarios::joined(t.faults, ",\n    ", [](const faults::planned_fault& f) {
                           return faults::to_json(f);
                       }));
}

}  // namespace onceproof::search
