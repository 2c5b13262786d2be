// See service_spec.hpp.
#include "rehearsal/service/service_spec.hpp"

#include <algorithm>

namespace onceproof::rehearsal {

std::string_view to_text(backend_kind k) {
    return k == backend_kind::played ? "played" : "postgres";
}

const backend_spec* service_spec::find_backend(std::string_view backend) const {
    const auto found = std::ranges::find(backends, backend, &backend_spec::name);
    return found == backends.end() ? nullptr : &*found;
}

std::string fill_names(std::string_view text, const model::fields& values) {
    std::string result;
    for (std::size_t open = text.find('{'); open != text.npos; open = text.find('{')) {
        result += text.substr(0, open);
        text.remove_prefix(open);
        const std::size_t end = text.find('}');
        const std::string* const value =
            end == text.npos ? nullptr : model::find_field(values, text.substr(1, end - 1));
        result += value == nullptr ? "{" : *value;
        text.remove_prefix(value == nullptr ? 1 : end + 1);
    }
    return result += text;
}

}  // namespace onceproof::rehearsal
