// See part_json.hpp.
#include "scenarios/roles/part_json.hpp"

#include "base/document_members.hpp"
#include "base/span.hpp"
#include "scenarios/roles/actor_names.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace onceproof::scenarios {

using base::node;
using base::refuse;
using base::text_of;

const std::string& actor_names::read(const node& n, std::string_view what) {
    const std::string& name = text_of(n, what);
    const bool plain =
        !name.empty() && name.size() <= 64 &&
        std::all_of(name.begin(), name.end(), [](unsigned char c) {
            return c > ' ' && c < 127 && c != '/' && c != '>' && c != '#' && c != '\'';
        });
    if (!plain) {
        refuse(n, fmt::format("{} has a name of 1 to 64 visible ASCII characters, none of / > # '",
                              what));
    }
    if (!taken_.insert(name).second || !taken_.insert(name + "'s host").second) {
        refuse(n, fmt::format("there are two by the name of '{}'", name));
    }
    return name;
}

bool read_flag(const node& n, std::string_view member, bool otherwise) {
    const node* const flag = n.find(member);
    if (flag != nullptr && flag->type != node::kind::boolean) {
        refuse(*flag, fmt::format("'{}' is true or false", member));
    }
    return flag == nullptr ? otherwise : flag->boolean;
}

std::string read_word(const node& n, std::string_view member, std::string_view otherwise) {
    const node* const word = n.find(member);
    if (word == nullptr) {
        return std::string(otherwise);
    }
    const std::string& text = text_of(*word, member);
    const bool plain = !text.empty() && text.size() <= 255 &&
                       std::all_of(text.begin(), text.end(), [](unsigned char c) {
                           return c > ' ' && c < 127 && c != '"' && c != '\\';
                       });
    if (!plain) {
        refuse(*word, fmt::format("'{}' is 1 to 255 visible ASCII characters, no quotes", member));
    }
    return text;
}

sim::duration read_span(const node& n, std::string_view member, sim::duration otherwise) {
    const node* const span = n.find(member);
    if (span == nullptr) {
        return otherwise;
    }
    const sim::duration value = base::span_of(*span, fmt::format("'{}'", member));
    if (value < sim::duration::zero()) {
        refuse(*span, fmt::format("'{}' is not less than nothing", member));
    }
    return value;
}

std::string in_quotes(std::string_view text) {
    return boost::json::serialize(boost::json::string(text.data(), text.size()));
}

std::string span_member(std::string_view name, sim::duration span) {
    return span == sim::duration::zero()
               ? ""
               : fmt::format(R"( "{}": "{}",)", name, base::span_text(span));
}

std::string flag_member(std::string_view name, bool set) {
    return set ? fmt::format(R"( "{}": true,)", name) : "";
}

}  // namespace onceproof::scenarios
