// For tests of servers whose effect is at the acquirer: two of them, and what they ask of it.
#pragma once

#include "designs/parts/server_testing.hpp"
#include "model/oracle/marks.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::designs::testing {

// Two server processes on one database, and one acquirer.
template <class Server>
struct shop_with_bank : server_world {
    explicit shop_with_bank(server_setup s) : server_world(std::move(s)) {
        serve<Server>("api-1", 80);
        serve<Server>("api-2", 81);
    }

    // "capture shop-1 order-17 1250", the oldest first.
    std::vector<std::string> effects() {
        return payments(
            "SELECT kind || ' ' || tenant || ' ' || reference || ' ' || amount FROM payments "
            "ORDER BY id");
    }

    std::size_t captures() {
        return payments("SELECT id FROM payments WHERE kind = 'capture'").size();
    }

    // "authorizations KEY" or "captures KEY", in order.
    std::vector<std::string> calls() const { return texts(model::marks::calls); }

    std::size_t calls_of(std::string_view step) const {
        std::size_t found = 0;
        for (const std::string& call : calls()) {
            found += call.starts_with(step) ? 1 : 0;
        }
        return found;
    }
};

inline constexpr const char* one_authorization = "authorization shop-1 order-17 1250";
inline constexpr const char* one_capture = "capture shop-1 order-17 1250";

inline void expect_not_known(const model::http_response& answer) {
    EXPECT_EQ(answer.status, 503U);
    EXPECT_EQ(header(answer, "Retry-After"), "1");
}

}  // namespace onceproof::designs::testing
