// See design_list.hpp, and subject.hpp for the lists.
#include "designs/design_list.hpp"

#include <algorithm>
#include <utility>

namespace onceproof::designs {
namespace {

template <class Row>
std::vector<Row> in_order(const std::multimap<int, Row>& placed) {
    std::vector<Row> all;
    for (const auto& [position, row] : placed) {
        all.push_back(row);
    }
    return all;
}

const design_list& all_designs() {
    static const design_list all = [] {
        design_list some;
        add_folders(some);
        return some;
    }();
    return all;
}

template <class Row>
const Row* find(std::span<const Row> all, std::string_view name) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Row& one) { return one.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace

void design_list::add(int position, subject row) {
    subjects_.emplace(position, std::move(row));
}

void design_list::add_mutants(int position, std::span<const mutant> rows) {
    for (const mutant& m : rows) {
        mutants_.emplace(position, m);
    }
}

std::vector<subject> design_list::subjects() const {
    return in_order(subjects_);
}

std::vector<mutant> design_list::mutants() const {
    return in_order(mutants_);
}

std::span<const subject> subjects() {
    static const std::vector<subject> all = all_designs().subjects();
    return all;
}

const subject* find_subject(std::string_view name) {
    return find(subjects(), name);
}

const subject& reference() {
    return subjects().front();
}

std::span<const mutant> all_mutants() {
    static const std::vector<mutant> all = all_designs().mutants();
    return all;
}

const mutant* find_mutant(std::string_view name) {
    return find(all_mutants(), name);
}

}  // namespace onceproof::designs
