// What a disk is like after its power has gone: all unsynced changes are taken back, the newest
// first, and those that survive are put on again in their order. See disk.hpp and survival.hpp.
#include "sim/disk/disk_node.hpp"
#include "sim/hash.hpp"
#include "sim/random.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <utility>

namespace onceproof::sim {

// A change to a file, or to what a name leads to.
struct disk::taken_back {
    std::uint64_t number;
    std::shared_ptr<node> file;  // null: of a name
    std::string name{};
    std::shared_ptr<node> leads_to{};  // null: to nothing

    node::change::deed kind{};
    std::uint64_t begin = 0;
    std::vector<std::byte> bytes{};
};

namespace {

// Changes that were made as one survive as one: where each begins, and where the last one ends.
template <class Changes>
std::vector<std::size_t> bounds_of(const Changes& changes) {
    std::vector<std::size_t> bounds;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (i == 0 || changes[i].number != changes[i - 1].number) {
            bounds.push_back(i);
        }
    }
    bounds.push_back(changes.size());
    return bounds;
}

enum class lot : std::uint8_t { lost, half, whole };

// Of the change at POSITION, counted from 1, among COUNT.
lot lot_of(const survival& what, std::int64_t position, std::int64_t count, bool is_name) {
    const std::int64_t chosen = what.number < 0 ? count + 1 + what.number : what.number;
    const auto whole_if = [](bool survives) { return survives ? lot::whole : lot::lost; };
    switch (what.kept) {
        case survivors::nothing:
            return lot::lost;
        case survivors::everything:
            return lot::whole;
        case survivors::names:
            return whole_if(is_name);
        case survivors::contents:
            return whole_if(!is_name);
        case survivors::only:
            return whole_if(position == chosen);
        case survivors::all_but:
            return whole_if(position != chosen);
        case survivors::torn:
            return position == chosen ? lot::half : whole_if(position < chosen || chosen < 1);
        case survivors::some: {
            const auto seed = static_cast<std::uint64_t>(what.number);
            draws each(seed, "survives", static_cast<std::uint64_t>(position));
            return whole_if(each.chance({1, 2}));
        }
    }
    return lot::lost;
}

// Where the first half of the sectors from BEGIN to END ends.
std::uint64_t middle(std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t first = begin / torn_sector;
    const std::uint64_t count = (end + torn_sector - 1) / torn_sector - first;
    return std::max(begin, (first + count / 2) * torn_sector);
}

}  // namespace

void disk::node::take_back(const change& undone, std::size_t replaced_end) {
    content.resize(undone.size_before);
    const auto count = replaced_end - undone.replaced_begin;
    if (count > 0) {  // otherwise `begin` may lie past the end
        std::copy_n(replaced.begin() + static_cast<std::ptrdiff_t>(undone.replaced_begin), count,
                    content.begin() + static_cast<std::ptrdiff_t>(undone.begin));
    }
}

// In their order.
std::vector<disk::taken_back> disk::take_back_unsynced() {
    std::vector<taken_back> all;
    std::map<std::uint64_t, std::shared_ptr<node>> files;  // that are or were named
    for (const auto& [name, named] : names_) {
        files.emplace(named->id, named);
    }
    for (auto& change : std::views::reverse(unsynced_names_)) {
        taken_back& name = all.emplace_back();
        name.number = change.number;
        name.name = change.name;
        if (const auto now = names_.find(change.name); now != names_.end()) {
            name.leads_to = now->second;
        }
        if (change.before != nullptr) {
            files.emplace(change.before->id, change.before);
            names_[change.name] = std::move(change.before);
        } else {
            names_.erase(change.name);
        }
    }
    unsynced_names_.clear();
    for (const auto& [id, file] : files) {
        std::size_t end = file->replaced.size();
        for (const auto& change : std::views::reverse(file->unsynced)) {
            taken_back& content = all.emplace_back();
            content.number = change.number;
            content.file = file;
            content.kind = change.kind;
            content.begin = change.begin;
            if (change.kind == node::change::deed::write) {
                const auto from = file->content.begin();
                content.bytes.assign(from + static_cast<std::ptrdiff_t>(change.begin),
                                     from + static_cast<std::ptrdiff_t>(change.end));
            }
            file->take_back(change, end);
            end = change.replaced_begin;
        }
        file->forget_unsynced();
    }
    // The two of a renaming may come in either order.
    std::ranges::sort(all, {}, &taken_back::number);
    return all;
}

// Of a write, up to END.
void disk::put_on(taken_back& change, std::uint64_t end) {
    if (change.file == nullptr) {
        if (change.leads_to != nullptr) {
            names_[change.name] = std::move(change.leads_to);
        } else {
            names_.erase(change.name);
        }
        return;
    }
    node& file = *change.file;
    if (change.kind == node::change::deed::resize) {
        file.mark(std::min<std::uint64_t>(change.begin, file.content.size()), file.content.size());
        file.content.resize(change.begin);
        return;
    }
    file.mark(change.begin, end);
    if (end > file.content.size()) {
        file.content.resize(end);
    }
    std::copy_n(change.bytes.begin(), end - change.begin,
                file.content.begin() + static_cast<std::ptrdiff_t>(change.begin));
}

void disk::power_off(const survival& what) {
    if (!powered_) {
        return;
    }
    std::vector<taken_back> all = take_back_unsynced();
    const std::vector<std::size_t> bounds = bounds_of(all);
    const auto count = static_cast<std::int64_t>(bounds.size()) - 1;
    for (std::int64_t position = 1; position <= count; ++position) {
        const std::size_t from = bounds[static_cast<std::size_t>(position) - 1];
        const std::size_t to = bounds[static_cast<std::size_t>(position)];
        for (std::size_t i = from; i < to; ++i) {
            taken_back& change = all[i];
            const bool is_name = change.file == nullptr;
            const bool is_write = !is_name && change.kind == node::change::deed::write;
            const lot its = lot_of(what, position, count, is_name);
            const std::uint64_t end = change.begin + change.bytes.size();
            if (its == lot::whole) {
                put_on(change, end);
            } else if (its == lot::half && is_write && middle(change.begin, end) > change.begin) {
                put_on(change, middle(change.begin, end));
            }
        }
    }
    powered_ = false;
    ++generation_;
}

// With what is unsynced. A file that lost its name is copied with the change that took it.
void disk::copy_files_to(disk& other) const {
    std::map<const node*, std::shared_ptr<node>> copies;
    const auto copy_of = [&](const std::shared_ptr<node>& original) {
        std::shared_ptr<node>& copy = copies[original.get()];
        if (copy == nullptr && original != nullptr) {
            copy = std::make_shared<node>(*original);
            copy->differs.clear();  // it is never put back
        }
        return copy;
    };
    for (const auto& [name, file] : names_) {
        other.names_.emplace(name, copy_of(file));
    }
    for (const name_change& change : unsynced_names_) {
        other.unsynced_names_.push_back({change.number, change.name, copy_of(change.before)});
    }
}

std::uint64_t disk::left_by(const survival& what) const {
    disk other;
    copy_files_to(other);
    other.power_off(what);
    std::uint64_t all = 0;
    for (const auto& [name, file] : other.names_) {
        all = mix(all, hash_text(name));
        all = mix(all, XXH3_64bits(file->content.data(), file->content.size()));
    }
    return all;
}

}  // namespace onceproof::sim
