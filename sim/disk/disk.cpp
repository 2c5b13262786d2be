// The disk of one simulated host. Content lives once, as last written; what was synced is found
// by walking the list of unsynced changes backwards. So a sync is the clearing of a list.
#include "sim/disk/disk.hpp"

#include "sim/assert.hpp"
#include "sim/disk/disk_node.hpp"

#include <algorithm>
#include <utility>

namespace onceproof::sim {

namespace {

// The unit in which a file remembers that it differs from the tracked image.
constexpr std::size_t block_size = 4096;

}  // namespace

struct disk::picture {
    struct entry {
        std::string name;
        std::vector<std::byte> content;
    };
    std::vector<entry> files;  // ordered by name
};

void disk::node::remember(std::uint64_t number, change::deed what, std::uint64_t begin,
                          std::uint64_t end) {
    unsynced.push_back({number, what, begin, end, content.size(), replaced.size()});
    const auto last = std::min<std::uint64_t>(end, content.size());
    if (begin < last) {
        replaced.insert(replaced.end(), content.begin() + static_cast<std::ptrdiff_t>(begin),
                        content.begin() + static_cast<std::ptrdiff_t>(last));
    }
    mark(begin, end);
}

void disk::node::mark(std::uint64_t begin, std::uint64_t end) {
    // Blocks past the image's end need no mark: put_back() cuts them off. Nor does a gap that a
    // write leaves before it: what of the image was there has been cut off, and is marked.
    const auto stop = std::min<std::uint64_t>((end + block_size - 1) / block_size, differs.size());
    for (auto block = begin / block_size; block < stop; ++block) {
        if (differs[block] == 0) {
            differs[block] = 1;
            different.push_back(static_cast<std::uint32_t>(block));
        }
    }
}

void disk::node::forget_unsynced() {
    unsynced.clear();
    replaced.clear();
}

void disk::node::track(const std::vector<std::byte>& from) {
    base = &from;
    differs.assign((from.size() + block_size - 1) / block_size, 0);
    different.clear();
}

void disk::node::put_back() {
    forget_unsynced();
    content.resize(base->size());
    for (auto block : different) {
        const auto begin = block * block_size;
        const auto end = std::min(begin + block_size, base->size());
        std::copy(base->begin() + static_cast<std::ptrdiff_t>(begin),
                  base->begin() + static_cast<std::ptrdiff_t>(end),
                  content.begin() + static_cast<std::ptrdiff_t>(begin));
        differs[block] = 0;
    }
    different.clear();
}

std::uint64_t disk::file::id() const {
    ONCEPROOF_ASSERT(node_ != nullptr, "only an opened file has a number");
    return node_->id;
}

std::vector<std::string> disk::image::names() const {
    std::vector<std::string> result;
    if (picture_ != nullptr) {
        for (const auto& entry : picture_->files) {
            result.push_back(entry.name);
        }
    }
    return result;
}

std::span<const std::byte> disk::image::content(std::string_view name) const {
    if (picture_ != nullptr) {
        for (const auto& entry : picture_->files) {
            if (entry.name == name) {
                return entry.content;
            }
        }
    }
    return {};
}

std::shared_ptr<disk::node> disk::make_node() {
    auto result = std::make_shared<node>();
    result->id = next_id_++;
    return result;
}

disk::file disk::open(std::string_view name) {
    const auto found = names_.find(name);
    if (!powered_ || found == names_.end()) {
        return {};
    }
    return {found->second, generation_};
}

disk::file disk::open_or_create(std::string_view name) {
    if (powered_ && !exists(name)) {
        rename_to(++changes_, name, make_node());
    }
    return open(name);
}

disk::file disk::open_unnamed() {
    if (!powered_) {
        return {};
    }
    return {make_node(), generation_};
}

bool disk::exists(std::string_view name) const {
    return names_.find(name) != names_.end();
}

bool disk::is_named(std::string_view name, const file& f) const {
    const auto found = names_.find(name);
    return found != names_.end() && found->second == f.node_;
}

std::vector<std::string> disk::names() const {
    std::vector<std::string> result;
    for (const auto& [name, ignored] : names_) {
        result.push_back(name);
    }
    return result;
}

bool disk::usable(const file& f) const {
    return powered_ && f.node_ != nullptr && f.generation_ == generation_;
}

std::uint64_t disk::size(const file& f) const {
    return usable(f) ? f.node_->content.size() : 0;
}

std::size_t disk::read(const file& f, std::uint64_t offset, std::span<std::byte> to) const {
    const auto end = size(f);
    if (offset >= end) {
        return 0;
    }
    const auto count = std::min<std::uint64_t>(to.size(), end - offset);
    std::copy_n(f.node_->content.begin() + static_cast<std::ptrdiff_t>(offset), count, to.begin());
    return count;
}

// A file's content belongs to the disk, though the compiler sees only a pointer followed.
// NOLINTBEGIN(readability-make-member-function-const)
disk_status disk::write(const file& f, std::uint64_t offset, std::span<const std::byte> from) {
    if (!usable(f)) {
        return disk_status::powered_off;
    }
    auto& target = *f.node_;
    target.remember(++changes_, node::change::deed::write, offset, offset + from.size());
    if (offset == target.content.size()) {
        target.content.insert(target.content.end(), from.begin(), from.end());
        return disk_status::ok;
    }
    if (offset + from.size() > target.content.size()) {
        target.content.resize(offset + from.size());
    }
    // Not std::ranges::copy, which g++ 12 compiles to one byte at a time.
    std::copy(from.begin(), from.end(),
              target.content.begin() + static_cast<std::ptrdiff_t>(offset));
    return disk_status::ok;
}

disk_status disk::truncate(const file& f, std::uint64_t size) {
    if (!usable(f)) {
        return disk_status::powered_off;
    }
    auto& target = *f.node_;
    if (size != target.content.size()) {
        target.remember(++changes_, node::change::deed::resize, size,
                        std::max<std::uint64_t>(size, target.content.size()));
        target.content.resize(size);
    }
    return disk_status::ok;
}

disk_status disk::sync(const file& f) {
    if (!usable(f)) {
        return disk_status::powered_off;
    }
    f.node_->forget_unsynced();
    return disk_status::ok;
}

// NOLINTEND(readability-make-member-function-const)

// Lets `name` lead to `target` (null: to nothing), and notes what it led to before.
void disk::rename_to(std::uint64_t number, std::string_view name, std::shared_ptr<node> target) {
    auto found = names_.find(name);
    if (found == names_.end()) {
        unsynced_names_.push_back({number, std::string{name}, nullptr});
        if (target != nullptr) {
            names_.emplace(name, std::move(target));
        }
        return;
    }
    unsynced_names_.push_back({number, found->first, std::move(found->second)});
    if (target != nullptr) {
        found->second = std::move(target);
    } else {
        names_.erase(found);
    }
}

disk_status disk::remove(std::string_view name) {
    if (!powered_) {
        return disk_status::powered_off;
    }
    if (!exists(name)) {
        return disk_status::no_such_file;
    }
    rename_to(++changes_, name, nullptr);
    return disk_status::ok;
}

disk_status disk::rename(std::string_view from, std::string_view to) {
    if (!powered_) {
        return disk_status::powered_off;
    }
    const auto found = names_.find(from);
    if (found == names_.end()) {
        return disk_status::no_such_file;
    }
    if (from != to) {
        ++changes_;
        rename_to(changes_, to, found->second);
        rename_to(changes_, from, nullptr);
    }
    return disk_status::ok;
}

disk_status disk::sync_directory(std::string_view directory) {
    if (!powered_) {
        return disk_status::powered_off;
    }
    std::erase_if(unsynced_names_, [directory](const name_change& change) {
        return directory_of(change.name) == directory;
    });
    return disk_status::ok;
}

std::string_view disk::directory_of(std::string_view name) {
    const auto slash = name.rfind('/');
    return slash == std::string_view::npos ? std::string_view{} : name.substr(0, slash);
}

void disk::power_on() {
    powered_ = true;
}

disk::image disk::snapshot() {
    ONCEPROOF_ASSERT(powered_, "a disk that is off cannot be pictured");
    auto taken = std::make_shared<picture>();
    for (const auto& [name, named] : names_) {
        named->forget_unsynced();
        taken->files.push_back({name, named->content});
    }
    unsynced_names_.clear();
    image result;
    result.picture_ = taken;
    track(std::move(taken));
    return result;
}

// Takes `from` as the image that the files are compared with. Requires: the names are its names.
void disk::track(std::shared_ptr<const picture> from) {
    for (const auto& tracked : tracked_nodes_) {
        tracked->base = nullptr;
        tracked->differs.clear();
        tracked->different.clear();
    }
    tracked_ = std::move(from);
    tracked_nodes_.clear();
    for (const auto& entry : tracked_->files) {
        const auto& named = names_.find(entry.name)->second;
        named->track(entry.content);
        tracked_nodes_.push_back(named);
    }
}

void disk::restore(const image& from) {
    ONCEPROOF_ASSERT(from.picture_ != nullptr, "an empty image cannot be restored");
    powered_ = true;
    unsynced_names_.clear();
    if (from.picture_ != tracked_) {
        name_map names;
        for (const auto& entry : from.picture_->files) {
            // A file of the same name is kept, for the sake of those who have it open.
            const auto old = names_.find(entry.name);
            auto target = old != names_.end() ? old->second : make_node();
            target->forget_unsynced();
            target->content = entry.content;
            names.emplace(entry.name, std::move(target));
        }
        names_ = std::move(names);
        track(from.picture_);
        return;
    }
    for (const auto& tracked : tracked_nodes_) {
        tracked->put_back();
    }
    restore_names();
}

// Both sides are in order, and equal but for a few names.
void disk::restore_names() {
    auto here = names_.begin();
    for (std::size_t i = 0; i < tracked_nodes_.size(); ++i) {
        const auto& name = tracked_->files[i].name;
        while (here != names_.end() && here->first < name) {
            here = names_.erase(here);
        }
        if (here == names_.end() || here->first != name) {
            here = names_.emplace_hint(here, name, tracked_nodes_[i]);
        }
        here->second = tracked_nodes_[i];
        ++here;
    }
    names_.erase(here, names_.end());
}

}  // namespace onceproof::sim
