// See evidence_parts.hpp: what was promised, by whom and how.
#include "reports/evidence_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace onceproof::reports {
namespace {

const contract_entry* contract_named(const evidence& e, std::string_view name) {
    const auto& all = e.contents.contracts;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const contract_entry& c) { return c.name == name; });
    return found == all.end() ? nullptr : &*found;
}

// Those of the subjects that ran, each once.
std::vector<const contract_entry*> contracts_seen(const evidence& e, const summary& sum) {
    std::vector<const contract_entry*> all;
    for (const subject_entry* s : subjects_seen(e, sum)) {
        const contract_entry* c = contract_named(e, s->contract);
        if (c != nullptr && std::find(all.begin(), all.end(), c) == all.end()) {
            all.push_back(c);
        }
    }
    return all;
}

std::string words_of(const std::vector<named_words>& all, std::string_view name) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const named_words& w) { return w.name == name; });
    return found == all.end() ? std::string() : found->words;
}

// A row for each name, a column for each contract.
table side_by_side(std::string caption, const std::vector<const contract_entry*>& contracts,
                   std::vector<named_words> contract_entry::* part) {
    table t{std::move(caption), {"what"}, {}};
    std::vector<std::string> names;
    for (const contract_entry* c : contracts) {
        t.head.push_back(c->name);
        for (const named_words& w : c->*part) {
            if (std::find(names.begin(), names.end(), w.name) == names.end()) {
                names.push_back(w.name);
            }
        }
    }
    for (const std::string& name : names) {
        std::vector<words> row{plain(name)};
        for (const contract_entry* c : contracts) {
            row.push_back(plain(words_of(c->*part, name)));
        }
        t.rows.push_back(std::move(row));
    }
    return t;
}

// By whom the client's part in the key was shown to matter.
words client_words(const summary& sum) {
    words text = plain(
        "The client makes the key: one for each intent, kept before anything is sent, and the same "
        "over all attempts and restarts.");
    for (const guard_row& g : sum.guards) {
        if (g.guard->name != "key" && g.guard->name != "key kept over a restart") {
            continue;
        }
        text.push_back({" The guard "});
        text.push_back({g.guard->name, true});
        text.push_back({g.is_proven() ? " is proven." : " is not proven by this file."});
    }
    return text;
}

}  // namespace

std::vector<const subject_entry*> subjects_seen(const evidence& e, const summary& sum) {
    std::vector<const subject_entry*> all;
    for (const subject_entry& s : e.contents.subjects) {
        const auto is_of = [&](const auto* entry) { return entry->subject == s.name; };
        if (std::any_of(sum.campaigns.begin(), sum.campaigns.end(), is_of) ||
            std::any_of(sum.whole.begin(), sum.whole.end(), is_of)) {
            all.push_back(&s);
        }
    }
    return all;
}

blocks the_key(const evidence& e, const summary& sum) {
    blocks all{heading{2, "The key"}, paragraph{client_words(sum)}};
    table t{"The key, in each design that ran",
            {"design", "contract", "how it is sent", "scope", "where it is kept",
             "what decides who is the duplicate", "what the database enforces"},
            {}};
    for (const subject_entry* s : subjects_seen(e, sum)) {
        const contract_entry* c = contract_named(e, s->contract);
        const auto promise = [&](std::string_view name) {
            return plain(c == nullptr ? std::string() : words_of(c->promises, name));
        };
        t.rows.push_back({code(s->name), code(s->contract), promise("key"), promise("scope"),
                          plain(s->keeps_key_in), plain(s->arbiter),
                          code(fmt::format("{}", fmt::join(s->constraints, "; ")))});
    }
    all.emplace_back(std::move(t));
    return all;
}

blocks the_contract(const evidence& e, const summary& sum) {
    const std::vector<const contract_entry*> contracts = contracts_seen(e, sum);
    blocks all{heading{2, "The contract"},
               paragraph{plain("What each design promises, and is judged by.")},
               side_by_side("Contracts", contracts, &contract_entry::promises)};
    bullets notes;
    for (const contract_entry* c : contracts) {
        notes.items.push_back({{c->name, true}, {": " + c->summary + " Source: " + c->source}});
        for (const named_words& w : c->remarks) {
            notes.items.push_back({{c->name, true},
                                   {", "},
                                   {w.name, false, w.name == "danger" ? mood::bad : mood::none},
                                   {": " + w.words + "."}});
        }
    }
    all.emplace_back(std::move(notes));
    return all;
}

blocks the_retry_policy(const evidence& e, const summary& sum) {
    return {heading{2, "The retry policy"},
            paragraph{plain("A pause is drawn evenly from its span, so that clients which failed "
                            "together do not return together.")},
            side_by_side("The numbers of the client, by contract", contracts_seen(e, sum),
                         &contract_entry::retry)};
}

}  // namespace onceproof::reports
