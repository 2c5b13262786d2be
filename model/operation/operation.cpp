// See operation.hpp.
#include "model/operation/operation.hpp"

#include "model/contract/method_class.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace onceproof::model {
namespace {

// Gives each variant that WHEN asks for to SEE, the last one last; nullptr if there is no such.
template <class See>
void for_variants(const operation& op, const occasion& when, See see) {
    const auto give = [&](bool is_asked_for, const std::optional<variant>& v) {
        if (is_asked_for) {
            see(v ? &*v : nullptr);
        }
    };
    give(when.declined, op.declined);
    if (when.other > 0) {
        see(when.other <= op.others.size() ? &op.others[when.other - 1] : nullptr);
    }
    give(when.extra > 0, op.large);
    give(when.respelled, op.respelled);
    give(when.minimal, op.minimal);
}

std::int64_t number_in(std::string_view text) {
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

void change(fields& all, const fields& changes) {
    for (const field& c : changes) {
        for (field& f : all) {
            if (f.name == c.name) {
                f.value = c.value.starts_with('+')
                              ? std::to_string(number_in(f.value) + number_in(c.value.substr(1)))
                              : c.value;
            }
        }
    }
}

void append(std::string& to, const std::string& value) {
    to += value;
}

// As what stands between the quotes of a JSON string.
void append_escaped(std::string& to, const std::string& value) {
    const auto is_plain = [](unsigned char c) { return c >= ' ' && c != '"' && c != '\\'; };
    if (std::ranges::all_of(value, is_plain)) {
        to += value;
        return;
    }
    const std::string quoted = boost::json::serialize(boost::json::string(value));
    to.append(quoted, 1, quoted.size() - 2);
}

// Where the value of a name in braces is looked for.
struct known_values {
    const std::string* find(std::string_view name) const {
        const std::string* const asked = find_field(asks_for, name);
        return asked != nullptr ? asked : find_field(beside, name);
    }

    std::span<const field> asks_for;
    std::span<const field> beside;
};

// Puts values in the place of their names in braces; other braces are text.
std::string filled(std::string_view text, const known_values& values,
                   void (*put)(std::string& to, const std::string& value)) {
    std::string result;
    for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{')) {
        result += text.substr(0, open);
        text.remove_prefix(open);
        const std::size_t end = text.find('}');
        const std::string* const value =
            end == std::string_view::npos ? nullptr : values.find(text.substr(1, end - 1));
        if (value != nullptr) {
            put(result, *value);
            text.remove_prefix(end + 1);
        } else {
            result += '{';
            text.remove_prefix(1);
        }
    }
    result += text;
    return result;
}

struct named_class {
    std::string_view name;
    method_class kind;
    std::ptrdiff_t before;  // how many of it come first
};

constexpr std::array<named_class, 4> classes{{{"unsafe", method_class::repeat_unsafe, 0},
                                              {"another unsafe", method_class::repeat_unsafe, 1},
                                              {"replace", method_class::idempotent, 0},
                                              {"read", method_class::read_only, 0}}};

const named_class* find_class(std::string_view name) {
    const auto found = std::ranges::find(classes, name, &named_class::name);
    return found == classes.end() ? nullptr : &*found;
}

// "PUT /v1/orders/" of "PUT /v1/orders/order-1".
std::string_view without_last_part(std::string_view request) {
    return request.substr(0, request.rfind('/') + 1);
}

}  // namespace

bool has_variants(const operation& op, const occasion& when) {
    bool all = true;
    for_variants(op, when, [&](const variant* v) { all = all && v != nullptr; });
    return all;
}

fields fields_of(const operation& op, const occasion& when) {
    const std::array<field, 2> known{field{"serial", std::to_string(when.serial)},
                                     field{"tenant", when.tenant}};
    fields all = op.asks_for;
    for (field& f : all) {
        f.value = filled(f.value, {{}, known}, append);
    }
    change(all, when.changes);
    for_variants(op, when, [&](const variant* v) { change(all, v->changes); });
    return all;
}

bool is_declined(const operation& op, const occasion& when, const fields& asked) {
    return when.declined || std::ranges::any_of(op.limits, [&](const field& limit) {
               const std::string* const value = find_field(asked, limit.name);
               return value != nullptr && number_in(*value) > number_in(limit.value);
           });
}

wanted fill(const operation& op, const occasion& when) {
    wanted w;
    w.operation = op.request;
    w.asks_for = fields_of(op, when);
    w.headers = op.headers;
    std::string_view body = op.body;
    for_variants(op, when, [&](const variant* v) {
        body = v->body.empty() ? body : std::string_view(v->body);
        w.headers.insert(w.headers.end(), v->headers.begin(), v->headers.end());
    });
    const std::array<field, 3> beside{field{"serial", std::to_string(when.serial)},
                                      field{"tenant", when.tenant},
                                      field{"extra", std::string(when.extra, 'x')}};
    const known_values known{w.asks_for, beside};
    w.body = filled(body, known, append_escaped);
    w.described = filled(op.described, known, append);
    return w;
}

const operation* find_operation(std::span<const operation* const> all, std::string_view name) {
    if (const named_class* of_class = find_class(name)) {
        std::ptrdiff_t before = of_class->before;
        const auto found = std::ranges::find_if(all, [&](const operation* op) {
            return class_of(op->request) == of_class->kind && before-- == 0;
        });
        return found == all.end() ? nullptr : *found;
    }
    const auto is_like = [&](const operation* op) {
        const std::string_view base = without_last_part(op->request);
        return op->request == name || (class_of(op->request) == method_class::idempotent &&
                                       without_last_part(name) == base);
    };
    const auto found = std::ranges::find_if(all, is_like);
    return found == all.end() ? nullptr : *found;
}

bool is_class_of_operations(std::string_view name) {
    return find_class(name) != nullptr;
}

}  // namespace onceproof::model
