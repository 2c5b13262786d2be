// Servers with recovery points, each with one step broken. Named for the mistake.
#include "designs/mutant_rows.hpp"
#include "designs/recovery_points/recovery_point_server.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::designs::mutants {
namespace {

using recovery_point_server = designs::recovery_point_server<platform>;

std::vector<mutant> recovery_points_rows;

class no_downstream_key final : public recovery_point_server {
public:
    using recovery_point_server::recovery_point_server;

protected:
    std::string key_for(const charge_request&, const held_claim&, std::string_view) override {
        return {};
    }
};
const added no_downstream_key_row(
    recovery_points_rows,
    of_server<no_downstream_key>("no-downstream-key", "downstream key",
                                 "The call downstream carries no key.", "recovery-points"));

// The key has what is minted for each call, such as a token.
class downstream_key_per_call final : public recovery_point_server {
public:
    using recovery_point_server::recovery_point_server;

protected:
    std::string key_for(const charge_request& c, const held_claim& held,
                        std::string_view step) override {
        return recovery_point_server::key_for(c, held, step) + std::to_string(now());
    }
};
const added downstream_key_per_call_row(
    recovery_points_rows,
    of_server<downstream_key_per_call>("downstream-key-per-call", "downstream key",
                                       "The key downstream has what is minted for each call.",
                                       "recovery-points"));

// The key has what each owner of the claim has its own of, such as the id of a row.
class downstream_key_per_owner final : public recovery_point_server {
public:
    using recovery_point_server::recovery_point_server;

protected:
    std::string key_for(const charge_request& c, const held_claim& held,
                        std::string_view step) override {
        return recovery_point_server::key_for(c, held, step) + std::to_string(held.epoch);
    }
};
const added downstream_key_per_owner_row(
    recovery_points_rows,
    of_server<downstream_key_per_owner>(
        "downstream-key-per-owner", "downstream key",
        "The key downstream has what each owner of the claim has its own of.", "recovery-points"));

// Not to know whether it was done is taken for that it was not.
class unknown_is_failure final : public recovery_point_server {
public:
    using recovery_point_server::recovery_point_server;

protected:
    awaitable<std::optional<model::http_response>> after_unknown(database& db,
                                                                 const charge_request&,
                                                                 const held_claim& held) override {
        return record(db, held, declined());
    }
};
const added unknown_is_failure_row(
    recovery_points_rows,
    of_server<unknown_is_failure>(
        "unknown-is-failure", "unknown outcome",
        "Not to know whether it was done downstream is taken for that it was not.",
        "recovery-points"));

// ... for that it was.
class unknown_is_success final : public recovery_point_server {
public:
    using recovery_point_server::recovery_point_server;

protected:
    awaitable<std::optional<model::http_response>> after_unknown(database& db,
                                                                 const charge_request& c,
                                                                 const held_claim& held) override {
        return record_success(db, c, held, 1);
    }
};
const added unknown_is_success_row(
    recovery_points_rows,
    of_server<unknown_is_success>(
        "unknown-is-success", "unknown outcome",
        "Not to know whether it was done downstream is taken for that it was.", "recovery-points"));

}  // namespace

std::span<const mutant> recovery_points_mutants() {
    return recovery_points_rows;
}

}  // namespace onceproof::designs::mutants
