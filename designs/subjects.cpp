// What is derived of rows: who may lack what, and what may go wrong where one runs. See
// subject.hpp; the rows are in the folders (design_list.hpp).
#include "designs/service_faults.hpp"
#include "designs/subject.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

namespace onceproof::designs {

bool subject::may_lack(const mutant& m) const {
    return m.subject == name || (is_silent && m.subject == reference().name);
}

namespace {

// Until faults stop: who has given up by then, and is not asked for by the prober, never settles.
bool outlasts_retries(const faults::alternative& a) {
    return faults::lasts_for_good(a.fault);
}

void add_disk_faults(faults::fault_space& all) {
    for (faults::kind_row& k : faults::disk_faults()) {
        std::erase_if(k.alternatives, outlasts_retries);
        all.push_back(std::move(k));
    }
}

}  // namespace

faults::fault_space implementation::space() const {
    faults::fault_space all = *design->space;
    if (disk_faults && design->exactly_once) {
        add_disk_faults(all);
    }
    return only.is_empty() ? all : faults::only(all, only);
}

std::string implementation::choice_of_faults() const {
    std::vector<std::string_view> words;
    for (const faults::kind_row& k : known_faults()) {
        if (only.has(k.number)) {
            words.push_back(k.name());
        }
    }
    return fmt::format("{}{}{}{}", disk_faults ? "with disk faults" : "",
                       disk_faults && !words.empty() ? ", " : "", words.empty() ? "" : "only ",
                       fmt::join(words, ", "));
}

}  // namespace onceproof::designs
