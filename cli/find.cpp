// See find.hpp.
#include "cli/find.hpp"

#include "faults/document.hpp"
#include "faults/spelling.hpp"
#include "scenarios/charge_faults.hpp"
#include "scenarios/player.hpp"
#include "scenarios/trial_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

namespace onceproof::cli {
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
    throw complaint(usage, fmt::format("there is no {} '{}'{} (onceproof list {}s shows all)", what,
                                       name, faults::did_you_mean(name, names_of(known)), what));
}

// By its name, or the first that lacks the guard of that name: one of OF, if there is one.
const scenarios::mutant& find_mutant(const std::string& name, const scenarios::subject* of) {
    const scenarios::mutant* found = scenarios::find_mutant(name);
    for (const scenarios::mutant& m : scenarios::mutants()) {
        const bool fits = m.guard == name && (of == nullptr || m.subject == of->name);
        if (found == nullptr && fits) {
            found = &m;
        }
    }
    if (found == nullptr) {
        std::vector<std::string> names = names_of(scenarios::mutants());
        for (std::string& guard : names_of(scenarios::guards())) {
            names.push_back(std::move(guard));
        }
        throw complaint(usage, fmt::format("there is no guard or mutant '{}'{} (onceproof list "
                                           "mutants shows all)",
                                           name, faults::did_you_mean(name, names)));
    }
    return *found;
}

scenarios::performer performer_of(const performer_words& words, const scenarios::scenario& s) {
    const scenarios::subject* const as =
        words.subject.empty() ? nullptr : &find_subject(words.subject);
    if (!words.without.empty()) {
        const scenarios::mutant& lacks = find_mutant(words.without, as);
        if (as != nullptr && lacks.subject != as->name) {
            throw complaint(usage, fmt::format("'{}' is a mutant of '{}', not of '{}'", lacks.name,
                                               lacks.subject, as->name));
        }
        return scenarios::performer(lacks);
    }
    return as == nullptr ? s.usual : scenarios::performer(*as);
}

const faults::kind& find_fault(const std::string& name) {
    const faults::kind* const found = faults::find(scenarios::known_faults(), name);
    if (found == nullptr) {
        std::vector<std::string> names;
        for (const faults::kind& k : scenarios::known_faults()) {
            names.emplace_back(k.name());
        }
        throw complaint(
            usage, fmt::format("there is no fault '{}'{} (onceproof list faults shows all)", name,
                               faults::did_you_mean(name, names)));
    }
    return *found;
}

// Sets what may go wrong. The first kind that is named and can't; nullptr if there is none.
const faults::kind* choose_faults(const performer_words& words, scenarios::performer& by) {
    by.disk_faults = words.disk_faults;
    const faults::fault_space all = by.space();
    const faults::kind* stray = nullptr;
    for (const std::string& name : words.only) {
        const faults::kind& k = find_fault(name);
        by.only.add(k.what);
        if (stray == nullptr && faults::find(all, k.what) == nullptr) {
            stray = &k;
        }
    }
    return stray;
}

std::string why_not(const faults::kind& stray, const scenarios::performer& by) {
    const bool takes_disks = is_of_files(stray.what) && !by.disk_faults;
    return fmt::format("'{}' is no fault that a search lets strike '{}'{}", stray.name(),
                       by.as->name, takes_disks ? " without --disk-faults" : "");
}

}  // namespace

const scenarios::scenario& find_scenario(const std::string& name) {
    const scenarios::scenario* const found = scenarios::find(name);
    if (found == nullptr) {
        complain_about("scenario", name, scenarios::all());
    }
    return *found;
}

const scenarios::subject& find_subject(const std::string& name) {
    const scenarios::subject* const found = scenarios::find_subject(name);
    if (found == nullptr) {
        complain_about("subject", name, scenarios::subjects());
    }
    return *found;
}

const scenarios::guard& find_guard(const std::string& name) {
    const scenarios::guard* const found = scenarios::find_guard(name);
    if (found == nullptr) {
        complain_about("guard", name, scenarios::guards());
    }
    return *found;
}

std::string performer_words::text() const {
    return (subject.empty() ? "" : " --subject " + subject) +
           (without.empty() ? "" : fmt::format(" --without '{}'", without)) +
           (disk_faults ? " --disk-faults" : "") +
           (only.empty() ? "" : fmt::format(" --only '{}'", fmt::join(only, "' --only '")));
}

scenarios::performer find_performer(const performer_words& words, const scenarios::scenario& s) {
    scenarios::performer by = performer_of(words, s);
    const faults::kind* const stray = choose_faults(words, by);
    if (!s.can_be_played_by(*by.as)) {
        throw complaint(usage, fmt::format("'{}' cannot be played by '{}', which has not got what "
                                           "it is about",
                                           s.name, by.as->name));
    }
    if (stray != nullptr) {
        throw complaint(usage, why_not(*stray, by));
    }
    return by;
}

bool can_play(const performer_words& words, const scenarios::scenario& s) {
    scenarios::performer by = performer_of(words, s);
    return choose_faults(words, by) == nullptr && s.can_be_played_by(*by.as);
}

performer_words words_for(const scenarios::performer& by, const scenarios::scenario& s) {
    performer_words words;
    words.disk_faults = by.disk_faults;
    for (const faults::kind& k : scenarios::known_faults()) {
        if (by.only.has(k.what)) {
            words.only.emplace_back(k.name());
        }
    }
    if (by == s.usual) {
        return words;
    }
    if (by.lacks != nullptr) {
        words.without = by.lacks->name;
    } else {
        words.subject = by.as->name;
    }
    return words;
}

std::string run_words::text() const {
    if (!plan.empty()) {
        return fmt::format("--plan {}", plan);
    }
    return fmt::format("{} --seed {}{}", scenario, seed, who.text());
}

std::string content_of(const std::string& file) {
    if (std::filesystem::is_directory(file)) {
        throw complaint(io_error, fmt::format("{}: it is a folder", file));
    }
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    if (in && in.peek() != std::ifstream::traits_type::eof()) {
        text << in.rdbuf();
    }
    if (!in.is_open() || in.bad() || text.bad()) {
        const int why = errno == 0 ? EIO : errno;
        throw complaint(why == ENOENT ? no_such_file : io_error,
                        fmt::format("{}: {}", file, std::generic_category().message(why)));
    }
    return text.str();
}

scenarios::trial find_trial(const run_words& words) {
    if (words.plan.empty()) {
        const scenarios::scenario& s = find_scenario(words.scenario);
        return scenarios::player(s, find_performer(words.who, s)).trial_of(words.seed);
    }
    const std::string text = content_of(words.plan);
    try {
        return scenarios::read_trial(text);
    } catch (const faults::bad_document& bad) {
        throw complaint(bad_file, fmt::format("{}:{}:{}: {}", words.plan, bad.line(), bad.column(),
                                              bad.what()));
    }
}

}  // namespace onceproof::cli
