// Servers that each get the answer to a later attempt wrong, in one step, or give it where none is
// due. Named for the mistake.
#pragma once

#include "designs/claim_lease/claim_mutants.hpp"

#include <map>

namespace onceproof::designs::mutants {

class replay_loses_headers final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> replay(database& db, const charge_request& c,
                                           const key_record& found) override;
};

// 200, for nothing was created this time.
class replay_changes_status final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> replay(database& db, const charge_request& c,
                                           const key_record& found) override;
};

// The stored body is wrapped into another one.
class replay_wraps_body final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> replay(database& db, const charge_request& c,
                                           const key_record& found) override;
};

// Having answered, the request is handed on to the handler all the same.
class replay_falls_through final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> replay(database& db, const charge_request& c,
                                           const key_record& found) override;
};

// An outcome without a body is taken for no outcome.
class empty_answer_is_none final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> replay(database& db, const charge_request& c,
                                           const key_record& found) override;
};

// The machinery of keys is applied to what needs none: the first resource that was put stays.
class keys_for_puts final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> answer_order(database& db, const order_request& order) override;

private:
    std::map<std::string, model::http_response> kept_;
};

}  // namespace onceproof::designs::mutants
