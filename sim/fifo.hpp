// A queue in one piece of memory that is used again once it has run empty: what connections and
// channels keep their bytes and messages in. `std::deque` allocates for each that is made.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace onceproof::sim {

template <class T>
class fifo {
public:
    bool empty() const { return front_ == items_.size(); }
    std::size_t size() const { return items_.size() - front_; }
    T& front() { return items_[front_]; }
    T& back() { return items_.back(); }
    T* data() { return items_.data() + front_; }

    void push(T item) { items_.push_back(std::move(item)); }

    // Makes room for COUNT items at the end, to be filled through the pointer that it returns.
    T* extend(std::size_t count) {
        items_.resize(items_.size() + count);
        return items_.data() + items_.size() - count;
    }

    // Requires: COUNT <= size().
    void pop(std::size_t count = 1) {
        front_ += count;
        if (empty()) {
            items_.clear();
            front_ = 0;
        } else if (front_ > 64 && front_ * 2 > items_.size()) {
            items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(front_));
            front_ = 0;
        }
    }

    void clear() {
        items_.clear();
        front_ = 0;
    }

private:
    std::vector<T> items_;
    std::size_t front_ = 0;
};

}  // namespace onceproof::sim
