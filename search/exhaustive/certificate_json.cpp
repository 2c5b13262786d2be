// See certificate_json.hpp. Written and read by onceproof only, so nothing is said of where in the
// text a mistake is.
#include "search/exhaustive/certificate_json.hpp"

#include "search/plan_file/trial_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace onceproof::search {
namespace {

namespace json = boost::json;
using faults::fault_counts;

constexpr std::int64_t search_file_version = 4;

json::array numbers_of(const fault_counts& k) {
    return {k.offered, k.chosen, k.fired, k.mattered};
}

template <class Numbers>
void read_numbers(const json::value& from, Numbers& to) {
    const json::array& items = from.as_array();
    if (items.size() != to.size()) {
        throw std::runtime_error("it has too few numbers, or too many");
    }
    std::transform(items.begin(), items.end(), to.begin(),
                   [](const json::value& v) { return v.to_number<std::uint64_t>(); });
}

json::object identity(const search_identity& of) {
    return {{"onceproof_search", search_file_version},
            {"scenario", of.scenario},
            {"by", of.under_test},
            {"faults_max", of.faults_max ? json::value(*of.faults_max) : json::value()},
            {"shard", json::array{of.part.number, of.part.count}}};
}

certificate read(const json::object& top) {
    certificate c;
    const auto number = [&](const char* name) { return top.at(name).to_number<std::uint64_t>(); };
    c.calm = json::value_to<std::string>(top.at("calm"));
    c.parts = number("parts");
    c.parts_done = number("parts_done");
    c.counts.plans = number("plans");
    c.counts.skipped = number("skipped");
    c.counts.repeats = number("repeats");
    c.violating = number("violating");
    c.met = number("met");
    c.moment_plans = number("moment_plans");
    c.moment_plans_left_out = number("moment_plans_left_out");
    c.behaviours_cut = top.at("behaviours_cut").as_bool();
    read_numbers(top.at("marks"), c.goals);
    c.behaviours.resize(top.at("behaviours").as_array().size());
    read_numbers(top.at("behaviours"), c.behaviours);
    const json::array& kinds = top.at("kinds").as_array();
    if (kinds.size() > c.counts.kinds.size()) {
        throw std::runtime_error("it has too many kinds of faults");
    }
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        std::array<std::uint64_t, 4> n{};
        read_numbers(kinds[i], n);
        c.counts.kinds[i] = {n[0], n[1], n[2], n[3]};
    }
    for (const json::value& f : top.at("found").as_array()) {
        finding& found = c.found.emplace_back();
        found.rule = json::value_to<std::string>(f.at("rule"));
        found.sentence = json::value_to<std::string>(f.at("sentence"));
        const std::string plan = json::value_to<std::string>(f.at("plan"));
        found.plan = plan.empty() ? std::nullopt : std::optional(read_trial(plan));
    }
    return c;
}

}  // namespace

std::string to_json(const certificate& c, const search_identity& of) {
    json::object top = identity(of);
    top["calm"] = c.calm;
    top["parts"] = c.parts;
    top["parts_done"] = c.parts_done;
    top["plans"] = c.counts.plans;
    top["skipped"] = c.counts.skipped;
    top["repeats"] = c.counts.repeats;
    top["violating"] = c.violating;
    top["met"] = c.met;
    top["moment_plans"] = c.moment_plans;
    top["moment_plans_left_out"] = c.moment_plans_left_out;
    top["behaviours_cut"] = c.behaviours_cut;
    top["marks"] = json::value_from(c.goals);
    top["behaviours"] = json::value_from(c.behaviours);
    json::array kinds;
    for (const fault_counts& k : c.counts.kinds) {
        kinds.push_back(numbers_of(k));
    }
    top["kinds"] = std::move(kinds);
    json::array found;
    for (const finding& f : c.found) {
        found.push_back(json::object{{"rule", f.rule},
                                     {"sentence", in_words(f)},
                                     {"plan", f.plan ? to_json(*f.plan) : std::string()}});
    }
    top["found"] = std::move(found);
    return json::serialize(top) + '\n';
}

certificate read_certificate(std::string_view text, const search_identity& of) {
    try {
        const json::value whole = json::parse({text.data(), text.size()});
        const json::object& top = whole.as_object();
        for (const auto& [name, value] : identity(of)) {
            if (top.at(name) != value) {
                throw std::runtime_error("it is the state of another search");
            }
        }
        return read(top);
    } catch (const std::runtime_error& why) {
        throw bad_certificate(why.what());
    } catch (const std::exception&) {
        throw bad_certificate("it is not the state of a search");
    }
}

}  // namespace onceproof::search
