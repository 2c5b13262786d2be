// What the folders of designs add to the lists in subject.hpp.
//
// A folder that has rows has a file design.cpp, which defines one function, named for the folder:
//
//     void add_look_up(design_list& to) {
//         to.add(60, look_up());
//         to.add_mutants(90, look_up_mutants());
//     }
//
// CMake finds the file and makes the code that calls it, so a new design touches its folder alone.
#pragma once

#include "designs/subject.hpp"

#include <map>
#include <span>
#include <vector>

namespace onceproof::designs {

class design_list {
public:
    // POSITION says where it stands in lists and in reports; the first is the reference. Where two
    // say the same, the folder decides.
    void add(int position, subject row);
    // Of one file, in that order.
    void add_mutants(int position, std::span<const mutant> rows);

    std::vector<subject> subjects() const;
    std::vector<mutant> mutants() const;

private:
    std::multimap<int, subject> subjects_;
    std::multimap<int, mutant> mutants_;
};

// Calls the function of each folder, in the order of their names.
void add_folders(design_list& to);

}  // namespace onceproof::designs
