// See intact_twin.hpp.
#include "search/proof/intact_twin.hpp"

namespace onceproof::search {

intact_twin::intact_twin(const scenarios::scenario& s, const designs::performer& by) {
    if (by.lacks != nullptr && !by.as->exactly_once) {
        whole_ = std::make_unique<player>(s, designs::performer(*by.as));
    }
}

bool intact_twin::breaks(const scenarios::trial& run) {
    if (whole_ == nullptr) {
        return false;
    }
    scenarios::trial same = run;
    same.by = designs::performer(*run.by.as);
    return whole_->play(same).broke();
}

bool intact_twin::breaks(const faults::strikes& plan, const scenarios::workload& work) {
    return whole_ != nullptr && whole_->play(plan, work).broke();
}

}  // namespace onceproof::search
