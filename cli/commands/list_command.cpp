// See list_command.hpp.
#include "cli/commands/list_command.hpp"

#include "designs/service_faults.hpp"
#include "model/contract/contract_safety.hpp"
#include "model/contract/contract_words.hpp"
#include "model/contract/contracts.hpp"
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

template <class Items, class ToText>
table table_of(const Items& items, ToText text_of) {
    table rows;
    for (const auto& item : items) {
        rows.emplace_back(item.name, text_of(item));
    }
    return rows;
}

table scenario_table() {
    table rows = table_of(scenarios::all(), [](const auto& s) { return s.summary; });
    rows.emplace_back(scenarios::canary().name, scenarios::canary().summary);
    return rows;
}

table subject_table() {
    return table_of(designs::subjects(), [](const designs::subject& s) {
        return fmt::format("{}{}{}", s.summary, s.weakness.empty() ? "" : " ", s.weakness);
    });
}

table guard_table() {
    return table_of(designs::guards(), [](const auto& g) { return g.statement; });
}

table mutant_table() {
    return table_of(designs::all_mutants(), [](const designs::mutant& m) {
        return fmt::format("{} Lacks '{}' of {}.", m.mistake, m.guard, m.subject);
    });
}

// "connect, message, step, file", "service"
std::string places(const faults::kind_row& k) {
    using sim::point_kind;
    std::string text;
    for (const auto& [at, word] :
         {std::pair(point_kind::connect, "connect"), std::pair(point_kind::message, "message"),
          std::pair(point_kind::step, "step"), std::pair(point_kind::service, "service"),
          std::pair(point_kind::file, "file")}) {
        if (k.applies_to.has(at)) {
            text += text.empty() ? "" : ", ";
            text += word;
        }
    }
    return text;
}

table fault_table() {
    table rows;
    for (const faults::kind_row& k : designs::known_faults()) {
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
        for (const model::contract_line& line : model::in_words(c)) {
            rows.emplace_back(fmt::format("  {}", line.name), line.words);
        }
        for (const std::string& danger : model::dangers(c)) {
            rows.emplace_back("  danger", danger);
        }
        for (const std::string& remark : model::remarks(c)) {
            rows.emplace_back("  remark", remark);
        }
    }
    return rows;
}

using topic = std::pair<std::string, table (*)()>;

const std::vector<topic>& topics() {
    static const std::vector<topic> all{{"scenarios", scenario_table}, {"subjects", subject_table},
                                        {"guards", guard_table},       {"mutants", mutant_table},
                                        {"contracts", contract_table}, {"faults", fault_table}};
    return all;
}

}  // namespace

std::vector<std::string> list_topics() {
    std::vector<std::string> names;
    for (const topic& t : topics()) {
        names.push_back(t.first);
    }
    return names;
}

exit_status list(const std::string& what) {
    const auto found = std::find_if(topics().begin(), topics().end(),
                                    [&](const topic& t) { return t.first == what; });
    print(found->second());
    return held;
}

}  // namespace onceproof::cli
