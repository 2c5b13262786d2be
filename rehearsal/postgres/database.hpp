// Asks a Postgres as ourselves: for effects, and who waits for whom.
#pragma once

#include "model/operation/fields.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace onceproof::rehearsal {

// How a Postgres is reached. The password is never printed.
struct database_address {
    std::uint16_t port = 0;
    std::string user{};
    std::string database{};
    std::string password{};
};

class database {
public:
    // Throws std::runtime_error.
    explicit database(const database_address& at);
    ~database();

    // Several statements, of which no rows are wanted. Throws std::runtime_error.
    void execute(const std::string& sql);

    // The rows, each value by its column's name; nulls are left out. $1 is FIRST.
    // Throws std::runtime_error.
    std::vector<model::fields> rows(const std::string& sql, const std::string& first);

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

}  // namespace onceproof::rehearsal
