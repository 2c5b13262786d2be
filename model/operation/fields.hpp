// Named values, in the order in which they are said: what a request asks for, what an effect is.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::model {

struct field {
    std::string name;
    std::string value;

    friend bool operator==(const field&, const field&) = default;
};

using fields = std::vector<field>;

// The value of that name; nullptr if there is none.
inline const std::string* find_field(std::span<const field> all, std::string_view name) {
    for (const field& f : all) {
        if (f.name == name) {
            return &f.value;
        }
    }
    return nullptr;
}

}  // namespace onceproof::model
