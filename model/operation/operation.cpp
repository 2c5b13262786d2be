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

// Gives each variant that WHEN asks for to SEE, the last one last.
template <class See>
void for_variants(const operation& op, const occasion& when, See see) {
    const auto give = [&](bool is_asked_for, const std::optional<variant>& v) {
        if (is_asked_for) {
            see(v);
        }
    };
    give(when.declined, op.declined);
    give(when.other, op.other);
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

std::string as_it_is(const std::string& value) {
    return value;
}

// Between the quotes of a JSON string.
std::string json_escaped(const std::string& value) {
    const std::string quoted = boost::json::serialize(boost::json::string(value));
    return quoted.substr(1, quoted.size() - 2);
}

// Puts values in the place of their names in braces; other braces are text.
std::string filled(std::string_view text, const fields& values,
                   std::string (*in_its_place)(const std::string&)) {
    std::string result;
    while (!text.empty()) {
        const std::size_t end = text.find('}');
        const std::string* value = nullptr;
        if (text.front() == '{' && end != std::string_view::npos) {
            value = find_field(values, text.substr(1, end - 1));
        }
        if (value != nullptr) {
            result += in_its_place(*value);
            text.remove_prefix(end + 1);
        } else {
            result += text.front();
            text.remove_prefix(1);
        }
    }
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
    for_variants(op, when, [&](const std::optional<variant>& v) { all = all && v.has_value(); });
    return all;
}

fields fields_of(const operation& op, const occasion& when) {
    const fields known{{"serial", std::to_string(when.serial)}, {"tenant", when.tenant}};
    fields all = op.asks_for;
    for (field& f : all) {
        f.value = filled(f.value, known, as_it_is);
    }
    change(all, when.changes);
    for_variants(op, when, [&](const std::optional<variant>& v) { change(all, v->changes); });
    return all;
}

wanted fill(const operation& op, const occasion& when) {
    wanted w;
    w.operation = op.request;
    w.asks_for = fields_of(op, when);
    w.headers = op.headers;
    std::string_view body = op.body;
    for_variants(op, when, [&](const std::optional<variant>& v) {
        body = v->body.empty() ? body : std::string_view(v->body);
        w.headers.insert(w.headers.end(), v->headers.begin(), v->headers.end());
    });
    fields known = w.asks_for;
    known.push_back({"serial", std::to_string(when.serial)});
    known.push_back({"tenant", when.tenant});
    known.push_back({"extra", std::string(when.extra, 'x')});
    w.body = filled(body, known, json_escaped);
    w.described = filled(op.described, known, as_it_is);
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
