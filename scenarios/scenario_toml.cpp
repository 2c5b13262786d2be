// See scenario_toml.hpp.
#include "scenarios/scenario_toml.hpp"

#include "base/document.hpp"
#include "base/document_members.hpp"
#include "base/spelling.hpp"
#include "base/toml_document.hpp"
#include "designs/service_faults.hpp"
#include "faults/plan_json.hpp"
#include "scenarios/drawn_workloads.hpp"
#include "scenarios/workload_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>
#include <vector>

namespace onceproof::scenarios {
namespace {

using base::expect_members;
using base::items_of;
using base::node;
using base::number_of;
using base::refuse;
using base::text_of;

constexpr std::string_view a_scenario = "a scenario";
constexpr std::size_t observations_max = 64;  // a run report has a bit for each

template <class Known>
[[noreturn]] void refuse_name(const node& n, std::string_view what, const Known& known) {
    std::vector<std::string> names;
    for (const auto& k : known) {
        names.emplace_back(k.name);
    }
    refuse(n,
           fmt::format("there is no {} '{}'{}", what, n.text, base::did_you_mean(n.text, names)));
}

std::string read_summary(const node& n) {
    const std::string& summary = text_of(n, "a summary");
    if (summary.empty() || summary.back() != '.') {
        refuse(n, "a summary is a sentence, with a full stop");
    }
    return summary;
}

void read_work(const node& n, scenario& s) {
    if (n.type != node::kind::text) {
        s.work = read_workload(n);
        return;
    }
    const auto known = drawn_workloads();
    const auto found = std::ranges::find(known, std::string_view(n.text), &drawn_workload::name);
    if (found == known.end()) {
        refuse_name(n, "drawn workload", known);
    }
    s.work_of = found->of_seed;
    s.work = found->of_seed(0);
}

void read_usual(const node& top, scenario& s) {
    const node* const whole = top.find("subject");
    const node* const lacking = top.find("mutant");
    if (whole != nullptr && lacking != nullptr) {
        refuse(*lacking, "a mutant says which subject it is");
    }
    if (whole != nullptr) {
        const designs::subject* const found = designs::find_subject(text_of(*whole, "a subject"));
        if (found == nullptr) {
            refuse_name(*whole, "subject", designs::subjects());
        }
        s.usual = designs::implementation(*found);
    }
    if (lacking != nullptr) {
        const designs::mutant* const found = designs::find_mutant(text_of(*lacking, "a mutant"));
        if (found == nullptr) {
            refuse_name(*lacking, "mutant", designs::all_mutants());
        }
        s.usual = designs::implementation(*found);
    }
}

void read_needs(const node& list, scenario& s) {
    for (const node& n : items_of(list, "needs")) {
        const scenario_need* const found = find_need(text_of(n, "a need"));
        if (found == nullptr) {
            refuse_name(n, "need", needs());
        }
        s.needs.push_back(found);
        if (!found->is_met_by(*s.usual.design)) {
            refuse(n, fmt::format("'{}', which runs it, does not meet this", s.usual.design->name));
        }
    }
}

void read_about(const node& list, scenario& s) {
    for (const node& n : items_of(list, "observations")) {
        try {
            s.must_reach.push_back(goal_named(text_of(n, "an observation")));
        } catch (const std::invalid_argument& unknown) {
            refuse(n, unknown.what());
        }
    }
    if (s.must_reach.empty() || s.must_reach.size() > observations_max) {
        refuse(list, fmt::format("a scenario is about 1 to {} observations", observations_max));
    }
}

// "1/3"
sim::ratio read_ratio(const node& n) {
    const std::string& text = text_of(n, "a part");
    const std::size_t slash = std::min(text.find('/'), text.size());
    const auto number_in = [&](std::size_t from, std::size_t to) {
        std::uint32_t number = 0;
        const char* const end = text.data() + to;
        const auto [stop, error] = std::from_chars(text.data() + from, end, number);
        return error == std::errc() && stop == end ? number : 0;
    };
    const std::uint32_t above = number_in(0, slash);
    const std::uint32_t below = number_in(std::min(slash + 1, text.size()), text.size());
    const sim::ratio part(above, below);
    if (part.denominator == 0 || part.numerator == 0 || part.numerator > part.denominator) {
        refuse(n, "a part is one such as \"1/3\", at most \"1/1\"");
    }
    return part;
}

sim::duration scenario_span(const node& n, std::string_view what) {
    const sim::duration span = base::span_of(n, what);
    if (span <= sim::duration::zero()) {
        refuse(n, fmt::format("{} is more than nothing", what));
    }
    return span;
}

void read_swarm(const node& n, faults::swarm_options& to) {
    expect_members(n, "a swarm", {"faults_max", "span", "kind_is_on"});
    if (const node* most = n.find("faults_max")) {
        to.faults_max = static_cast<std::uint32_t>(number_of(*most, "'faults_max'", 1000));
    }
    if (const node* span = n.find("span")) {
        to.span = scenario_span(*span, "'span'");
    }
    if (const node* part = n.find("kind_is_on")) {
        to.kind_is_on = read_ratio(*part);
    }
}

void read_lost(const node& list, scenario& s) {
    std::vector<std::string> known;
    for (const server_work& server : s.work.servers) {
        known.push_back(server.name);
    }
    for (const client_work& client : s.work.clients) {
        known.push_back(client.name);
    }
    for (const node& n : items_of(list, "those who are lost for good")) {
        const std::string& name = text_of(n, "a process");
        if (std::ranges::find(known, name) == known.end()) {
            refuse(n, fmt::format("there is no process '{}'{}", name,
                                  base::did_you_mean(name, known)));
        }
        s.lost_for_good.push_back(name);
    }
    if (!s.leaves_a_server(s.work)) {
        refuse(list, "one server at least is left");
    }
}

void read_times(const node& top, scenario& s) {
    if (const node* stop = top.find("faults_stop")) {
        s.faults_stop = scenario_span(*stop, "'faults_stop'");
    }
    if (const node* settles = top.find("settles_within")) {
        s.settles_within = scenario_span(*settles, "'settles_within'");
    }
}

}  // namespace

scenario read_scenario(std::string_view name, tier of, std::string_view text) {
    const node top = base::read_toml(text);
    expect_members(top, a_scenario,
                   {"summary", "position", "about", "needs", "subject", "mutant", "workload",
                    "faults", "swarm", "faults_stop", "settles_within", "lost_for_good"});
    scenario s;
    s.name = name;
    s.in = of;
    s.summary = read_summary(base::need(top, a_scenario, "summary"));
    if (const node* position = top.find("position")) {
        s.position = number_of(*position, "'position'", 1'000'000);
    }
    read_usual(top, s);
    if (const node* list = top.find("needs")) {
        read_needs(*list, s);
    }
    read_about(base::need(top, a_scenario, "about"), s);
    read_work(base::need(top, a_scenario, "workload"), s);
    if (const node* list = top.find("faults")) {
        s.plan = faults::read_plan(*list, designs::known_faults());
    }
    if (const node* swarm = top.find("swarm")) {
        read_swarm(*swarm, s.swarm);
    }
    read_times(top, s);
    if (const node* list = top.find("lost_for_good")) {
        read_lost(*list, s);
    }
    return s;
}

}  // namespace onceproof::scenarios
