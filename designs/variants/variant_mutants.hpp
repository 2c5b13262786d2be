// The other designs (variants.hpp, downstream_servers.hpp, cache_marker_server.hpp), each with one
// step broken. Named for the mistake.
#pragma once

#include "designs/cache_marker/cache_marker_server.hpp"
#include "designs/claim_lease/claim_mutants.hpp"
#include "designs/downstream/downstream_servers.hpp"
#include "designs/variants/variants.hpp"

namespace onceproof::designs::mutants {

using local_transaction_server = designs::local_transaction_server<model::simulated>;
using natural_key_server = designs::natural_key_server<model::simulated>;
using recovery_point_server = designs::recovery_point_server<model::simulated>;
using look_up_server = designs::look_up_server<model::simulated>;
using cache_marker_server = designs::cache_marker_server<model::simulated>;

// The effect is one commit, the key and the answer are the next.
class effect_before_key final : public local_transaction_server {
public:
    using local_transaction_server::local_transaction_server;

protected:
    awaitable<std::optional<model::http_response>> charge_once(database& db,
                                                               const charge_request& c) override;
};

// The key and the answer are one commit, the effect is the next.
class key_before_effect final : public local_transaction_server {
public:
    using local_transaction_server::local_transaction_server;

protected:
    awaitable<std::optional<model::http_response>> charge_once(database& db,
                                                               const charge_request& c) override;
};

// What is there already is an error, and a final one.
class existing_is_an_error final : public natural_key_server {
public:
    using natural_key_server::natural_key_server;

protected:
    awaitable<model::http_response> charge_under_reference(database& db,
                                                           const charge_request& c) override;
};

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

class no_downstream_key final : public recovery_point_server {
public:
    using recovery_point_server::recovery_point_server;

protected:
    std::string key_for(const charge_request&, const held_claim&, std::string_view) override {
        return {};
    }
};

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

// Not to know whether it was done is taken for that it was not.
class unknown_is_failure final : public recovery_point_server {
public:
    using recovery_point_server::recovery_point_server;

protected:
    awaitable<std::optional<model::http_response>> after_unknown(database& db,
                                                                 const charge_request& c,
                                                                 const held_claim& held) override;
};

// ... for that it was.
class unknown_is_success final : public recovery_point_server {
public:
    using recovery_point_server::recovery_point_server;

protected:
    awaitable<std::optional<model::http_response>> after_unknown(database& db,
                                                                 const charge_request& c,
                                                                 const held_claim& held) override;
};

// The call is made again without a look.
class blind_reissue final : public look_up_server {
public:
    using look_up_server::look_up_server;

protected:
    awaitable<downstream_answer> look_up(const charge_request& c) override;
    bool is_believable(std::int64_t) const override { return true; }
};

// "There is none" is believed at once, whatever may be on its way or not yet be seen.
class stale_look_up_believed final : public look_up_server {
public:
    using look_up_server::look_up_server;

protected:
    bool is_believable(std::int64_t) const override { return true; }
};

// It waits as long as a latecomer can take, by a clock that may gain meanwhile.
class clock_trusted final : public look_up_server {
public:
    using look_up_server::look_up_server;

protected:
    bool is_believable(std::int64_t called_at) const override {
        return left_until(called_at + sim::duration(latest_arrival).count()) <=
               sim::duration::zero();
    }
};

// When the keys cannot be asked, the work is done without.
class fail_open final : public cache_marker_server {
public:
    using cache_marker_server::cache_marker_server;

protected:
    awaitable<model::http_response> without_keys(database& db, const charge_request& c) override {
        return take_effect(db, c);
    }
};

}  // namespace onceproof::designs::mutants
