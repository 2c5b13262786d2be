// An operation: what can be asked for, as data. Where its effects are is the subject's business,
// and what is promised of it the contract's.
//
// Texts are templates: {serial}, the number of the intent, {tenant}, {extra}, so much text as is
// asked for, and each field by its name.
//
//     operation charge{.name = "charge",
//                      .request = "POST /v1/charges",
//                      .asks_for = {{"amount", "1250"}, {"reference", "order-{serial}"}},
//                      .body = R"({"amount":{amount},"reference":"{reference}"})"};
//     charge.others = {variant{.changes = {{"amount", "+1"}}}};
#pragma once

#include "model/operation/fields.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::model {

// How a request may be otherwise.
struct variant {
    fields changes{};    // of fields; "+1": so much more than otherwise
    std::string body{};  // empty: as otherwise
    fields headers{};    // more of them
};

struct operation {
    std::string name{};       // "charge"
    std::string request{};    // method and target
    fields asks_for{};        // one of them is "reference", the client's own name for it
    fields headers{};         // beside those of each request: Host, Authorization, the key
    std::string body{};       // empty: it has none
    std::string described{};  // its effect, for people: "'{reference}' of {tenant}"

    // What asks for more than one of these whole numbers is declined by the rules of the business.
    fields limits{};

    // Something else, under the same key: each in another field.
    std::vector<variant> others{};

    // Each is missing if there is no such request.
    std::optional<variant> declined{};   // will be refused for good, by the rules of the business
    std::optional<variant> respelled{};  // the same in other bytes
    std::optional<variant> minimal{};    // wants an answer without a body
    std::optional<variant> large{};      // with {extra}, which the answer repeats
};

// Which request of an operation.
struct occasion {
    std::uint64_t serial = 0;
    std::string tenant{};
    fields changes{};       // of fields that the operation has; others say nothing
    std::size_t other = 0;  // the first of the others is 1; 0: none
    bool declined = false;
    bool respelled = false;
    bool minimal = false;
    std::size_t extra = 0;  // bytes; 0: it is not the large one
};

// A request, filled in.
struct wanted {
    std::string operation{};  // method and target
    fields asks_for{};
    fields headers{};
    std::string body{};
    std::string described{};
};

// Whether the operation has all variants that are asked for.
bool has_variants(const operation& op, const occasion& when);

// What is asked for. Requires: has_variants().
fields fields_of(const operation& op, const occasion& when);

// Whether the rules of the business refuse for good what is asked for then. ASKED: fields_of()
// that.
bool is_declined(const operation& op, const occasion& when, const fields& asked);

// The whole request. Requires: has_variants().
wanted fill(const operation& op, const occasion& when);

// Of several operations that which is called NAME: by its class ("unsafe", "replace", "read": the
// first of it; "another unsafe": the second), or by method and target, of which the last part may
// be another. nullptr if there is none.
const operation* find_operation(std::span<const operation* const> all, std::string_view name);

// Whether there are such classes.
bool is_class_of_operations(std::string_view name);

}  // namespace onceproof::model
