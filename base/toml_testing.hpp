// For tests of what reads TOML.
#pragma once

#include "base/document_testing.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace onceproof::base {

// "5:3: sentence" if READ refuses TEXT, and "read" if it does not.
template <class Read>
std::string refusal_by(Read read, const std::string& text) {
    try {
        read(text);
    } catch (const bad_document& refusal) {
        EXPECT_EQ(flaw_of(refusal, text), "");
        return fmt::format("{}:{}: {}", refusal.line(), refusal.column(), refusal.what());
    }
    return "read";
}

}  // namespace onceproof::base
