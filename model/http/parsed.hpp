// What came of reading a text from outside: a value, or one sentence that says what is wrong.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace onceproof::model {

// A sentence without its full stop, such as "The key is empty": callers say where.
struct complaint {
    explicit complaint(std::string s) : sentence(std::move(s)) {}

    std::string sentence;
};

template <class Value>
class parsed {
public:
    parsed(Value value) : content_(std::move(value)) {}    // NOLINT: implicit, as a result is
    parsed(complaint what) : content_(std::move(what)) {}  // NOLINT: implicit, as a result is

    explicit operator bool() const { return content_.index() == 0; }

    // Requires: there is a value.
    const Value& operator*() const { return std::get<0>(content_); }
    const Value* operator->() const { return &std::get<0>(content_); }

    // Requires: there is none.
    const std::string& error() const { return std::get<1>(content_).sentence; }

private:
    std::variant<Value, complaint> content_;
};

}  // namespace onceproof::model
