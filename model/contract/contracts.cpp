// See contracts.hpp.
#include "model/contract/contracts.hpp"

#include "model/contract/contract_toml.hpp"

#include <algorithm>
#include <vector>

namespace onceproof::model {

std::span<const contract> contracts() {
    static const std::vector<contract> all = [] {
        std::vector<contract> read;
        for (const contract_file& f : contract_files()) {
            read.push_back(read_contract(f.text));
        }
        return read;
    }();
    return all;
}

const contract* find_contract(std::string_view name) {
    const std::span<const contract> all = contracts();
    const auto found = std::ranges::find(all, name, &contract::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace onceproof::model
