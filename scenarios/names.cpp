// See names.hpp.
#include "scenarios/names.hpp"

#include "base/spelling.hpp"
#include "designs/service_faults.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

namespace onceproof::scenarios {
namespace {

template <class Known>
std::vector<std::string> names_of(const Known& known) {
    std::vector<std::string> names;
    for (const auto& k : known) {
        names.emplace_back(k.name);
    }
    return names;
}

template <class Known>
[[noreturn]] void complain_about(std::string_view what, const std::string& name,
                                 const Known& known) {
    throw unknown_name(fmt::format("there is no {} '{}'{} (onceproof list {}s shows all)", what,
                                   name, base::did_you_mean(name, names_of(known)), what));
}

// By its name, or the first that lacks the guard of that name: one of OF, if there is one.
const designs::mutant& mutant_named(const std::string& name, const designs::subject* of) {
    const designs::mutant* found = designs::find_mutant(name);
    for (const designs::mutant& m : designs::all_mutants()) {
        const bool fits = m.guard == name && (of == nullptr || of->may_lack(m));
        if (found == nullptr && fits) {
            found = &m;
        }
    }
    if (found == nullptr) {
        std::vector<std::string> names = names_of(designs::all_mutants());
        for (std::string& guard : names_of(designs::guards())) {
            names.push_back(std::move(guard));
        }
        throw unknown_name(
            fmt::format("there is no guard or mutant '{}'{} (onceproof list "
                        "mutants shows all)",
                        name, base::did_you_mean(name, names)));
    }
    return *found;
}

designs::implementation implementation_of(const implementation_words& words, const scenario& s) {
    const designs::subject* const as =
        words.subject.empty() ? nullptr : &subject_named(words.subject);
    if (!words.without.empty()) {
        const designs::mutant& lacks = mutant_named(words.without, as);
        if (as != nullptr && !as->may_lack(lacks)) {
            throw unknown_name(fmt::format("'{}' is a mutant of '{}', not of '{}'", lacks.name,
                                           lacks.subject, as->name));
        }
        return as == nullptr ? designs::implementation(lacks) : designs::implementation(lacks, *as);
    }
    return as == nullptr ? s.usual : designs::implementation(*as);
}

const faults::kind_row& fault_named(const std::string& name) {
    const faults::kind_row* const found = faults::find(designs::known_faults(), name);
    if (found == nullptr) {
        std::vector<std::string> names;
        for (const faults::kind_row& k : designs::known_faults()) {
            names.emplace_back(k.name());
        }
        throw unknown_name(fmt::format("there is no fault '{}'{} (onceproof list faults shows all)",
                                       name, base::did_you_mean(name, names)));
    }
    return *found;
}

// Sets what may go wrong. The first kind that is named and can't; nullptr if there is none.
const faults::kind_row* choose_faults(const implementation_words& words,
                                      designs::implementation& by) {
    by.disk_faults = words.disk_faults;
    const faults::fault_space all = by.space();
    const faults::kind_row* stray = nullptr;
    for (const std::string& name : words.only) {
        const faults::kind_row& k = fault_named(name);
        by.only.add(k.number);
        if (stray == nullptr && faults::find(all, k.number) == nullptr) {
            stray = &k;
        }
    }
    return stray;
}

std::string why_not(const faults::kind_row& stray, const designs::implementation& by) {
    const bool takes_disks = stray.from != faults::origin::world && !by.disk_faults;
    return fmt::format("'{}' is no fault that a search injects into '{}'{}", stray.name(),
                       by.design->name, takes_disks ? " without --disk-faults" : "");
}

}  // namespace

const scenario& scenario_named(const std::string& name) {
    const scenario* const found = find(name);
    if (found == nullptr) {
        complain_about("scenario", name, all());
    }
    return *found;
}

std::string words_for(const scenario& s) {
    return s.file.empty() ? s.name : fmt::format("--scenario '{}'", s.file);
}

const designs::subject& subject_named(const std::string& name) {
    const designs::subject* const found = designs::find_subject(name);
    if (found == nullptr) {
        complain_about("subject", name, designs::subjects());
    }
    return *found;
}

const designs::guard& guard_named(const std::string& name) {
    const designs::guard* const found = designs::find_guard(name);
    if (found == nullptr) {
        complain_about("guard", name, designs::guards());
    }
    return *found;
}

std::string implementation_words::text() const {
    return (subject.empty() ? "" : " --subject " + subject) +
           (without.empty() ? "" : fmt::format(" --without '{}'", without)) +
           (disk_faults ? " --disk-faults" : "") +
           (only.empty() ? "" : fmt::format(" --only '{}'", fmt::join(only, "' --only '")));
}

designs::implementation implementation_named(const implementation_words& words, const scenario& s) {
    designs::implementation by = implementation_of(words, s);
    const faults::kind_row* const stray = choose_faults(words, by);
    if (!s.suits(*by.design)) {
        throw unknown_name(
            fmt::format("'{}' cannot be run by '{}', which has not got what it is about", s.name,
                        by.design->name));
    }
    if (stray != nullptr) {
        throw unknown_name(why_not(*stray, by));
    }
    return by;
}

bool can_run(const implementation_words& words, const scenario& s) {
    designs::implementation by = implementation_of(words, s);
    return choose_faults(words, by) == nullptr && s.suits(*by.design);
}

implementation_words words_for(const designs::implementation& by, const scenario& s) {
    implementation_words words;
    words.disk_faults = by.disk_faults;
    for (const faults::kind_row& k : designs::known_faults()) {
        if (by.only.has(k.number)) {
            words.only.emplace_back(k.name());
        }
    }
    if (by == s.usual) {
        return words;
    }
    if (by.lacks != nullptr) {
        words.without = by.lacks->name;
    }
    if (by.names_subject()) {
        words.subject = by.design->name;
    }
    return words;
}

}  // namespace onceproof::scenarios
