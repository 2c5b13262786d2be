// See plan_file.hpp.
#include "rehearsal/run/plan_file.hpp"

#include "base/document_members.hpp"
#include "base/spelling.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <fmt/format.h>

namespace onceproof::rehearsal {
namespace {

std::string quoted(std::string_view text) {
    return boost::json::serialize(boost::json::string(text.data(), text.size()));
}

planned read_fault(const base::node& n) {
    base::expect_members(n, "a fault", {"point", "fault"});
    const std::string& point = base::text_of(base::need(n, "a fault", "point"), "a point");
    const base::node& word = base::need(n, "a fault", "fault");
    const point_place at = place_of(point);
    const fault_kind* const found = find_fault(base::text_of(word, "a fault"), at);
    if (found == nullptr) {
        std::vector<std::string> names;
        for (const fault_kind& k : fault_kinds()) {
            if (k.at == at) {
                names.emplace_back(k.name);
            }
        }
        base::refuse(word, fmt::format("there is no fault '{}' at such a point{}", word.text,
                                       base::did_you_mean(word.text, names)));
    }
    return {point, found};
}

}  // namespace

plan read_plan(std::string_view text, std::string_view service) {
    const base::node top = base::read_document(text);
    base::expect_members(top, "a plan of a rehearsal", {"rehearsal", "faults"});
    const base::node& of = base::need(top, "a plan of a rehearsal", "rehearsal");
    if (base::text_of(of, "'rehearsal'") != service) {
        base::refuse(
            of, fmt::format("this is a plan for '{}', and the service is '{}'", of.text, service));
    }
    plan p;
    const base::node& faults = base::need(top, "a plan of a rehearsal", "faults");
    for (const base::node& n : base::items_of(faults, "faults")) {
        p.push_back(read_fault(n));
    }
    return p;
}

std::string to_json(const plan& p, std::string_view service) {
    std::string faults;
    for (const planned& f : p) {
        faults += fmt::format("{}\n    {{\"point\": {}, \"fault\": {}}}", faults.empty() ? "" : ",",
                              quoted(f.point), quoted(f.fault->name));
    }
    return fmt::format("{{\n  \"rehearsal\": {},\n  \"faults\": [{}{}]\n}}\n", quoted(service),
                       faults, faults.empty() ? "" : "\n  ");
}

std::string to_text(const plan& p) {
    std::string text;
    for (const planned& f : p) {
        text += fmt::format("{}{} at {}", text.empty() ? "" : ", ", f.fault->name, f.point);
    }
    return text.empty() ? "nothing goes wrong" : text;
}

}  // namespace onceproof::rehearsal
