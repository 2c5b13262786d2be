// See intact_baseline.hpp.
#include "search/proof/intact_baseline.hpp"

namespace onceproof::search {

intact_baseline::intact_baseline(const scenarios::scenario& s, const designs::implementation& by)
    : scenario_(&s), whole_(*by.design), is_of_mutant_(by.lacks != nullptr) {}

runner& intact_baseline::whole() {
    if (runner_ == nullptr) {
        runner_ = std::make_unique<runner>(*scenario_, whole_);
    }
    return *runner_;
}

bool intact_baseline::breaks(const scenarios::trial& run) {
    scenarios::trial same = run;
    same.under_test = whole_;
    return is_of_mutant_ && whole().run(same).broke();
}

bool intact_baseline::breaks(const faults::fault_schedule& plan, const scenarios::workload& work) {
    return is_of_mutant_ && whole().run(plan, work).broke();
}

}  // namespace onceproof::search
