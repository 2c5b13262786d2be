// See run_facts.hpp.
#include "scenarios/roles/run_facts.hpp"

#include <algorithm>

namespace onceproof::scenarios {
namespace {

template <class Items, class Item>
bool has(const Items& items, const Item& it) {
    return std::find(items.begin(), items.end(), it) != items.end();
}

template <class Items, class Item>
void add_once(Items& items, const Item& it) {
    if (!has(items, it)) {
        items.push_back(it);
    }
}

}  // namespace

bool run_facts::said(sim::literal what) const {
    return has(words_, what.text());
}

bool run_facts::was_told_downstream(unsigned status) const {
    return has(answers_downstream_, status);
}

void run_facts::add_word(std::string_view word) {
    add_once(words_, word);
}

void run_facts::add_answer_downstream(unsigned status) {
    add_once(answers_downstream_, status);
}

void run_facts::call_is_answered(std::uint64_t connection) {
    std::erase(calls_, connection);
}

void run_facts::call_ends(std::uint64_t connection) {
    call_unanswered |= std::erase(calls_, connection) > 0;
}

bool run_facts::is_call(std::uint64_t connection) const {
    return has(calls_, connection);
}

}  // namespace onceproof::scenarios
