// See intact_twin.hpp.
#include "scenarios/intact_twin.hpp"

namespace onceproof::scenarios {

intact_twin::intact_twin(const scenario& s, const performer& by) {
    if (by.lacks != nullptr && !by.as->exactly_once) {
        whole_ = std::make_unique<player>(s, performer(*by.as));
    }
}

bool intact_twin::breaks(const trial& run) {
    if (whole_ == nullptr) {
        return false;
    }
    trial same = run;
    same.by = performer(*run.by.as);
    return whole_->play(same).broke();
}

bool intact_twin::breaks(const faults::strikes& plan, const workload& work) {
    return whole_ != nullptr && whole_->play(plan, work).broke();
}

}  // namespace onceproof::scenarios
