// See header_text.hpp.
#include "model/http/header_text.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace onceproof::model {

std::string to_text(const header_fields& fields) {
    std::string text;
    for (const auto& [name, value] : fields) {
        text += fmt::format("{}: {}\n", name, value);
    }
    return text;
}

header_fields fields_from(std::string_view text) {
    header_fields fields;
    while (!text.empty()) {
        const std::size_t colon = text.find(": ");
        const std::size_t end = text.find('\n');
        fields.add(text.substr(0, colon), text.substr(colon + 2, end - colon - 2));
        text.remove_prefix(end + 1);
    }
    return fields;
}

}  // namespace onceproof::model
