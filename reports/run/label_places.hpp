// Finds places for labels, so that none lies on another.
#pragma once

#include <optional>
#include <vector>

namespace onceproof::reports {

// In pixels.
struct box {
    double left;
    double top;
    double width;
    double height;

    bool touches(const box& other) const {
        return left < other.left + other.width && other.left < left + width &&
               top < other.top + other.height && other.top < top + height;
    }
};

class label_places {
public:
    // The free place nearest to WISHED, straight above or below it; nobody else gets it. Nothing if
    // all that is near enough to be understood is taken.
    std::optional<box> take(const box& wished);

private:
    bool is_free(const box& place) const;

    std::vector<box> taken_;
};

}  // namespace onceproof::reports
