// Servers that each get the claim of a key wrong, in one step: the claim itself, its scope, its
// lease, its takeover, and what is told to who comes second. Named for the mistake.
#pragma once

#include "designs/claim_lease/charge_server.hpp"

#include <map>

namespace onceproof::designs::mutants {

using charge_server = designs::charge_server<model::simulated>;
template <class T>
using awaitable = boost::asio::awaitable<T>;

// Looks whether the key is there, works, and notes the key with the effect: nothing arbitrates.
class check_then_act final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<claim_outcome> claim(database& db, const charge_request& c) override;
    awaitable<std::optional<model::http_response>> work(database& db, const charge_request& c,
                                                        const held_claim& held) override;
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override;
};

// The key is noted once the work is done.
class claim_after_work final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<claim_outcome> claim(database& db, const charge_request& c) override;
    awaitable<std::optional<model::http_response>> work(database& db, const charge_request& c,
                                                        const held_claim& held) override;
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override;
};

// Keys are claimed in the memory of the process: another process, or the next, knows nothing.
class claim_in_memory final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> settle(database& db, const charge_request& c) override;

private:
    struct kept {
        std::string fingerprint{};
        std::optional<model::http_response> answer{};
    };
    std::map<std::string, kept> keys_;
};

// The unique insert that is lost surfaces as a failure of the database.
class lost_insert_is_an_error final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<claim_outcome> claim(database& db, const charge_request& c) override;
};

class key_without_tenant final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    record_id record_of(const charge_request& c) const override { return {"", c.operation, c.key}; }
};

class key_without_operation final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    record_id record_of(const charge_request& c) const override { return {c.tenant, "", c.key}; }
};

// The body is part of the key, so another one is another request.
class body_in_key final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    record_id record_of(const charge_request& c) const override {
        return {c.tenant, c.operation, c.key + c.body};
    }
};

// What to do at shutdown includes freeing the keys that are claimed, though they are worked on.
class shutdown_frees_keys final : public charge_server {
public:
    using charge_server::charge_server;
    void stop() override;
};

// A claim is honoured for ever.
class claim_without_lease final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    bool is_in_flight(const key_record&) const override { return true; }
};

class lease_shorter_than_work final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    std::int64_t lease_end() const override { return now() + 1; }
};

// Who claims notes no lease, and a claim without one looks as if its owner were dead.
class missing_lease_is_dead final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    std::int64_t lease_end() const override { return 0; }
};

// Each process has a clock of its own, ahead of that of the one before by 1.5 s.
class clocks_disagree final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    std::int64_t lease_end() const override { return charge_server::lease_end() + ahead(); }
    bool is_in_flight(const key_record& found) const override;

private:
    std::int64_t ahead() const;
};

// A lease that ends far in the future is believed: it was made before the clock was set back.
class lease_from_the_future final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    bool is_in_flight(const key_record& found) const override {
        return left_until(found.lease_end) > sim::duration::zero();
    }
};

// Who sees a dead claim writes itself in, whoever else has done so meanwhile.
class takeover_without_compare final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<std::int64_t>> take_over(database& db, const charge_request& c,
                                                     const key_record& found) override;
};

// Compares and swaps the end of the lease, and leaves the epoch as it was.
class takeover_in_the_same_epoch final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<std::int64_t>> take_over(database& db, const charge_request& c,
                                                     const key_record& found) override;
};

// The error handler of the refused duplicate deletes the record.
class refused_duplicate_cleans_up final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> refuse_in_flight(database& db,
                                                     const charge_request& c) override;
};

// A duplicate in flight is told that its request is bad: the client takes it for the end.
class in_flight_is_a_rejection final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> refuse_in_flight(database& db,
                                                     const charge_request& c) override;
};

// Who has waited long enough for the outcome does the work itself.
class wait_then_work final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<key_record>> wait_for(database& db, const charge_request& c,
                                                  key_record found) override;
};

}  // namespace onceproof::designs::mutants
