// See activity.hpp.
#include "sim/trace/activity.hpp"

#include "sim/assert.hpp"
#include "sim/executor.hpp"
#include "sim/process.hpp"
#include "sim/world.hpp"

#include <algorithm>

namespace onceproof::sim {
namespace {

constexpr std::uint64_t below(std::uint64_t parent, std::uint64_t word, std::uint64_t number) {
    return mix(mix(parent, word), number);
}

}  // namespace

activity_table::activity_table() {
    labels_.push_back({0, 0, "", 0});
}

std::uint32_t activity_table::open(std::uint32_t parent, literal word, std::uint64_t number) {
    labels_.push_back({below(labels_[parent].id, word.id(), number), parent, word, number});
    return static_cast<std::uint32_t>(labels_.size() - 1);
}

std::uint64_t activity_table::number_of(std::uint32_t activity, std::size_t which) const {
    std::size_t depth = 0;
    for (std::uint32_t a = activity; a != 0; a = labels_[a].parent) {
        ++depth;
    }
    for (; depth > which + 1; --depth) {
        activity = labels_[activity].parent;
    }
    return depth == which + 1 ? labels_[activity].number : 0;
}

std::string activity_table::name(std::uint32_t activity) const {
    if (activity == 0) {
        return {};
    }
    const label& self = labels_[activity];
    std::string text = name(self.parent);
    if (!text.empty()) {
        text += '/';
    }
    text += self.word.text();
    return text + '-' + std::to_string(self.number);
}

std::uint64_t activity_id(std::string_view name) {
    std::uint64_t id = 0;
    while (!name.empty()) {
        const std::size_t end = std::min(name.find('/'), name.size());
        const std::string_view part = name.substr(0, end);
        const std::size_t dash = part.rfind('-');
        const std::uint64_t number =
            dash == std::string_view::npos ? 0 : plain_number(part.substr(dash + 1));
        const bool last = end == name.size();
        if (number == 0 || (!last && end + 1 == name.size())) {
            return 1;  // no label has this id
        }
        id = below(id, hash_text(part.substr(0, dash)), number);
        name.remove_prefix(last ? end : end + 1);
    }
    return id;
}

activity activity::current(const executor& ex) {
    world& w = ex.context().in();
    return {w, w.current().activity};
}

activity activity::root(const executor& ex) {
    return {ex.context().in(), 0};
}

activity activity::open(literal word, std::uint64_t number) const {
    ONCEPROOF_ASSERT(number > 0, "activities count from 1");
    const activity opened(*world_, world_->activities().open(index_, word, number));
    opened.enter();
    return opened;
}

void activity::enter() const {
    world_->enter(index_);
}

std::string activity::name() const {
    return world_->activities().name(index_);
}

}  // namespace onceproof::sim
