// See intact_baseline.hpp.
#include "search/proof/intact_baseline.hpp"

namespace onceproof::search {

intact_baseline::intact_baseline(const scenarios::scenario& s, const designs::implementation& by) {
    if (by.lacks != nullptr && !by.design->exactly_once) {
        whole_ = std::make_unique<runner>(s, designs::implementation(*by.design));
    }
}

bool intact_baseline::breaks(const scenarios::trial& run) {
    if (whole_ == nullptr) {
        return false;
    }
    scenarios::trial same = run;
    same.under_test = designs::implementation(*run.under_test.design);
    return whole_->run(same).broke();
}

bool intact_baseline::breaks(const faults::fault_schedule& plan, const scenarios::workload& work) {
    return whole_ != nullptr && whole_->run(plan, work).broke();
}

}  // namespace onceproof::search
