// See list_command.hpp.
#include "cli/list_command.hpp"

#include "model/contract_safety.hpp"
#include "model/contracts.hpp"
#include "scenarios/mutants.hpp"
#include "scenarios/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::cli {
namespace {

using table = std::vector<std::pair<std::string, std::string>>;

void print(const table& rows) {
    std::size_t widest = 0;
    for (const auto& [name, text] : rows) {
        widest = std::max(widest, name.size());
    }
    for (const auto& [name, text] : rows) {
        fmt::print("{:<{}}  {}\n", name, widest, text);
    }
}

table scenario_table() {
    table rows;
    for (const scenarios::scenario& s : scenarios::all()) {
        rows.emplace_back(s.name, s.summary);
    }
    rows.emplace_back(scenarios::canary().name, scenarios::canary().summary);
    return rows;
}

table mutant_table() {
    table rows;
    for (const scenarios::mutant& m : scenarios::mutants()) {
        rows.emplace_back(m.name, m.mistake);
    }
    return rows;
}

// "connect, message, step"
std::string places(const faults::kind& k) {
    using sim::point_kind;
    std::string text;
    for (const auto& [at, word] :
         {std::pair(point_kind::connect, "connect"), std::pair(point_kind::message, "message"),
          std::pair(point_kind::step, "step")}) {
        if (k.strikes_at.has(at)) {
            text += text.empty() ? "" : ", ";
            text += word;
        }
    }
    return text;
}

table fault_table() {
    table rows;
    for (const faults::kind& k : scenarios::charge_faults()) {
        std::string ways;
        for (const faults::alternative& a : k.alternatives) {
            ways += a.word.empty() ? "" : (ways.empty() ? "; " : ", ") + a.word;
        }
        rows.emplace_back(k.name(), fmt::format("{:<22}  {}{}", places(k), k.description, ways));
    }
    return rows;
}

// Of each contract what it is, where it is documented, and what is wrong with it in itself.
table contract_table() {
    table rows;
    for (const model::contract& c : model::contracts()) {
        rows.emplace_back(c.name, c.summary);
        rows.emplace_back("  source", c.source);
        for (const std::string& danger : model::dangers(c)) {
            rows.emplace_back("  danger", danger);
        }
        for (const std::string& remark : model::remarks(c)) {
            rows.emplace_back("  remark", remark);
        }
    }
    return rows;
}

}  // namespace

exit_status list(const std::string& what) {
    print(what == "faults"      ? fault_table()
          : what == "mutants"   ? mutant_table()
          : what == "contracts" ? contract_table()
                                : scenario_table());
    return held;
}

}  // namespace onceproof::cli
