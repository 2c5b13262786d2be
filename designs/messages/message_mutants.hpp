// Message servers that lack one guard, a class each. See message_server.hpp.
#pragma once

#include "designs/messages/message_server.hpp"

#include <optional>

namespace onceproof::designs::mutants {

// "claim": looks whether the key is there, then works; what was there in the meantime is replaced.
template <class Platform>
class message_looks_then_acts final : public message_server<Platform> {
public:
    using base = message_server<Platform>;
    using base::base;
    using typename base::database;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

protected:
    awaitable<std::optional<model::http_response>> take(database& db, const message_request& m) override;
};

// "one transaction": the message is a commit of its own, before that of the key.
template <class Platform>
class message_before_key final : public message_server<Platform> {
public:
    using base = message_server<Platform>;
    using base::base;
    using typename base::database;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

protected:
    awaitable<std::optional<model::http_response>> take(database& db, const message_request& m) override;
};

// "fingerprint": a key stands for whatever it comes with.
template <class Platform>
class message_without_fingerprint final : public message_server<Platform> {
public:
    using message_server<Platform>::message_server;

protected:
    bool is_same_request(const message_request&, const message_key&) const override { return true; }
};

// "replay": a duplicate is told that it is one.
template <class Platform>
class message_told_as_duplicate final : public message_server<Platform> {
public:
    using message_server<Platform>::message_server;

protected:
    model::http_response replay(const message_key& found) const override;
};

extern template class message_looks_then_acts<model::simulated>;
extern template class message_before_key<model::simulated>;
extern template class message_told_as_duplicate<model::simulated>;

}  // namespace onceproof::designs::mutants
