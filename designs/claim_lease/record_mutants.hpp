// Servers that each get the record of a key wrong, in one step: what binds it to a request, how the
// outcome comes into it, what becomes of it after a failure, a refusal or a long time. Named for
// the mistake.
#pragma once

#include "designs/claim_lease/claim_mutants.hpp"

namespace onceproof::designs::mutants {

class no_fingerprint final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    bool is_same_request(const charge_request&, const key_record&) const override { return true; }
};

// Over the bytes as they came: the same request, spelled otherwise, is another one.
class raw_fingerprint final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    std::string fingerprint_of(const charge_request& c) const override { return c.raw_body; }
};

// Over the reference alone.
class partial_fingerprint final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    std::string fingerprint_of(const charge_request& c) const override { return c.reference; }
};

// Over what differs in each attempt, such as the time of its arrival.
class volatile_fingerprint final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    std::string fingerprint_of(const charge_request& c) const override {
        return c.body + std::to_string(now());
    }
};

// What another version wrote is compared with what this one would write.
class one_version_only final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    bool is_same_request(const charge_request& c, const key_record& found) const override {
        return own_fingerprint_of(c) == found.fingerprint;
    }
};

// The completed record is written anew, without the fingerprint.
class fingerprint_not_kept final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override;
};

// What was refused is what the key stands for from then on.
class refusal_overwrites_record final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> refuse_other_request(database& db,
                                                         const charge_request& c) override;
};

// A key that is too old is a new one.
class expiry_redoes final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<claim_outcome> claim(database& db, const charge_request& c) override;
};

// The effect is committed, the answer to it is not kept.
class answer_not_stored final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override;
};

// The effect and the record of it are two commits.
class two_commits final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override;
};

// The first commit tells that the outcome is there, the second makes the effect.
class record_before_effect final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override;
};

// Records the outcome whoever has the claim by now, and charges with it.
class unconditional_complete final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override;
};

// An error after the effect deletes the record, as one before it would.
class delete_on_error final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<void> after_failure(database& db, const held_claim& held,
                                  bool safe_to_repeat) override;
};

// A failure deletes the record, though the claim may be another's by now.
class zombie_erases final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<void> after_failure(database& db, const held_claim& held,
                                  bool safe_to_repeat) override;
};

// A failure that would pass is kept as the outcome.
class transient_failure_stored final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<void> after_failure(database& db, const held_claim& held,
                                  bool safe_to_repeat) override;
};

}  // namespace onceproof::designs::mutants
