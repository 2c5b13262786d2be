// See catalogue.hpp.
#include "reports/catalogue.hpp"

#include "designs/subject.hpp"
#include "model/contract/contract_safety.hpp"
#include "model/contract/contract_words.hpp"
#include "model/contract/contracts.hpp"
#include "model/oracle/rule.hpp"
#include "reports/results/store.hpp"
#include "scenarios/scenario.hpp"
#include "sim/time/time.hpp"

#include <fmt/format.h>

#include <chrono>

namespace onceproof::reports {
namespace {

std::string text(std::string_view words) {
    return std::string(words);
}

// The policy's numbers, and the pauses that follow from them.
std::vector<named_words> retry_numbers(const model::contract& c) {
    const model::retry_policy& r = c.retry;
    std::vector<named_words> all{
        {"attempts at one intent, at most", fmt::format("{}", r.attempts_max)},
        {"patience with one attempt", sim::to_text(r.attempt_timeout)},
        {"patience with all of them", sim::to_text(r.elapsed_max)}};
    for (std::uint32_t attempt = 1; attempt < r.attempts_max; ++attempt) {
        all.push_back({fmt::format("pause after attempt {}", attempt),
                       fmt::format("0 to {}", sim::to_text(r.backoff_ceiling(attempt)))});
    }
    all.push_back({"Retry-After honoured, up to", sim::to_text(r.retry_after_max)});
    all.push_back({"an intent may still be sent after", sim::to_text(r.horizon())});
    all.push_back({"its answer is kept for", sim::to_text(c.retention)});
    for (const model::contract_line& line : model::in_words(c)) {
        if (line.name == "retry budget" || line.name == "circuit breaker") {
            all.push_back({text(line.name), line.words});
        }
    }
    return all;
}

contract_entry entry_of(const model::contract& c) {
    contract_entry e{c.name, c.summary, c.source, {}, retry_numbers(c), {}};
    for (const model::contract_line& line : model::in_words(c)) {
        e.promises.push_back({text(line.name), line.words});
    }
    for (const std::string& sentence : model::dangers(c)) {
        e.remarks.push_back({"danger", sentence});
    }
    for (const std::string& sentence : model::remarks(c)) {
        e.remarks.push_back({"remark", sentence});
    }
    return e;
}

}  // namespace

std::vector<std::string> constraints_of(const std::string& schema) {
    store scratch("", store::mode::memory);
    scratch.execute(schema);
    std::vector<std::string> all;
    // Of each unique index, its columns; an index with an origin is a primary key's.
    scratch.each(
        "SELECT t.name, i.origin = 'pk', group_concat(c.name, ', ') FROM sqlite_schema t, "
        "pragma_index_list(t.name) i, pragma_index_info(i.name) c "
        "WHERE t.type = 'table' AND i.\"unique\" GROUP BY t.name, i.name ORDER BY t.rowid, i.seq",
        [&](const row& r) {
            all.push_back(fmt::format("{}: {} ({})", r.text(0),
                                      r.integer(1) != 0 ? "PRIMARY KEY" : "UNIQUE", r.text(2)));
        });
    return all;
}

catalogue catalogue_of_this_build() {
    catalogue all;
    for (const scenarios::scenario& s : scenarios::all()) {
        scenario_entry& e = all.scenarios.emplace_back();
        e.name = s.name;
        e.summary = s.summary;
        for (const scenarios::goal& m : s.must_reach) {
            e.goals.push_back(text(m.name));
        }
    }
    for (const designs::subject& s : designs::subjects()) {
        all.subjects.push_back({text(s.name), text(s.summary), s.promised->name, text(s.arbiter),
                                text(s.keeps_key_in), text(s.weakness),
                                constraints_of(s.schema())});
    }
    for (const designs::guard& g : designs::guards()) {
        all.guards.push_back({text(g.name), text(g.statement)});
    }
    for (const designs::mutant& m : designs::all_mutants()) {
        all.mutants.push_back({text(m.name), text(m.guard), text(m.mistake), text(m.subject)});
    }
    for (const model::contract& c : model::contracts()) {
        all.contracts.push_back(entry_of(c));
    }
    for (const model::rule r : model::rules()) {
        all.rules.push_back({text(to_text(r)), text(statement(r))});
    }
    return all;
}

}  // namespace onceproof::reports
