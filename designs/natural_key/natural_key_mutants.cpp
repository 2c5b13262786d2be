// Servers that rely on a natural key, each with one step broken. Named for the mistake.
#include "designs/mutant_rows.hpp"
#include "designs/natural_key/natural_key_server.hpp"
#include "model/http/problem.hpp"
#include "model/oracle/marks.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace onceproof::designs::mutants {
namespace {

using natural_key_server = designs::natural_key_server<platform>;

std::vector<mutant> natural_key_rows;

// What is there already is an error, and a final one.
class existing_is_an_error final : public natural_key_server {
public:
    using natural_key_server::natural_key_server;

protected:
    awaitable<model::http_response> charge_under_reference(database& db,
                                                           const charge_request& c) override {
        co_await begin(db);
        const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
        co_await commit(db);
        if (!row) {
            co_return model::problem(400, "There is one already",
                                     "Each reference is charged once.");
        }
        self().note(makes_charge, static_cast<std::uint64_t>(*row), c.reference);
        co_return charged(c, *row);
    }
};
const added existing_is_an_error_row(
    natural_key_rows,
    of_server<existing_is_an_error>("existing-is-an-error", "natural key",
                                    "What is there already is an error.", "natural-key"));

// Whatever is there under the reference will do.
class existing_is_good_enough final : public natural_key_server {
public:
    using natural_key_server::natural_key_server;

protected:
    bool is_same_charge(const charge_request&,
                        const ledger<model::simulated>::row&) const override {
        return true;
    }
};
const added existing_is_good_enough_row(
    natural_key_rows,
    of_server<existing_is_good_enough>("existing-is-good-enough", "natural key",
                                       "Whatever is there under the reference will do.",
                                       "natural-key"));

}  // namespace

std::span<const mutant> natural_key_mutants() {
    return natural_key_rows;
}

}  // namespace onceproof::designs::mutants
