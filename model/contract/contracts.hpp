// The contracts that are built into the program: the files of model/contracts/.
#pragma once

#include "model/contract/contract.hpp"

#include <span>
#include <string_view>

namespace onceproof::model {

// In the order of their names.
std::span<const contract> contracts();

// nullptr: there is none of that name.
const contract* find_contract(std::string_view name);

// A file of them: read_contract(text) is the contract of that name.
struct contract_file {
    std::string_view name;
    std::string_view text;
};

std::span<const contract_file> contract_files();

}  // namespace onceproof::model
