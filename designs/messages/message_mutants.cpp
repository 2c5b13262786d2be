// Servers of messages that lack one guard each. Named for the mistake.
#include "designs/messages/message_server.hpp"
#include "designs/mutant_rows.hpp"
#include "model/oracle/marks.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace onceproof::designs::mutants {
namespace {

using message_server = designs::message_server<platform>;

std::vector<mutant> message_rows;

// Looks whether the key is there, then works; what was there in the meantime is replaced.
class message_looks_then_acts final : public message_server {
public:
    using message_server::message_server;

protected:
    awaitable<std::optional<model::http_response>> take(database& db,
                                                        const message_request& m) override {
        const std::optional<message_key> found = co_await find_key(db, m);
        if (found) {
            co_return std::nullopt;
        }
        co_await begin(db);
        co_await insert_key(db, m);
        const std::int64_t message = co_await insert_message(db, m);
        const std::string body = body_of(m, message);
        co_await store_answer(db, m, message, body);
        co_await commit(db);
        self().note(delivers_message, static_cast<std::uint64_t>(message), m.reference);
        co_return accepted(message, body);
    }
};
const added message_looks_then_acts_row(
    message_rows,
    of_server<message_looks_then_acts>(
        "message-looks-then-acts", "claim",
        "Looks whether the key is there, then takes the message all the same.", "messages"));

// The message is a commit of its own, before that of the key.
class message_before_key final : public message_server {
public:
    using message_server::message_server;

protected:
    awaitable<std::optional<model::http_response>> take(database& db,
                                                        const message_request& m) override {
        const std::optional<message_key> found = co_await find_key(db, m);
        if (found) {
            co_return std::nullopt;
        }
        co_await begin(db);
        const std::int64_t message = co_await insert_message(db, m);
        co_await commit(db);
        self().note(delivers_message, static_cast<std::uint64_t>(message), m.reference);
        const std::string body = body_of(m, message);
        co_await begin(db);
        co_await insert_key(db, m);
        co_await store_answer(db, m, message, body);
        co_await commit(db);
        co_return accepted(message, body);
    }
};
const added message_before_key_row(
    message_rows,
    of_server<message_before_key>("message-before-key", "one transaction",
                                  "The message is a commit of its own, before that of the key.",
                                  "messages"));

// A key stands for whatever it comes with.
class message_without_fingerprint final : public message_server {
public:
    using message_server::message_server;

protected:
    bool is_same_request(const message_request&, const message_key&) const override { return true; }
};
const added message_without_fingerprint_row(
    message_rows,
    of_server<message_without_fingerprint>("message-without-fingerprint", "fingerprint",
                                           "A key stands for whatever it comes with.", "messages"));

// A duplicate is told that it is one.
class message_told_as_duplicate final : public message_server {
public:
    using message_server::message_server;

protected:
    model::http_response replay(const message_key& found) const override {
        model::http_response told = accepted(found.message, R"({"status":"taken before"})");
        told.headers.add(promised().replay_marker, "true");
        return told;
    }
};
const added message_told_as_duplicate_row(
    message_rows,
    of_server<message_told_as_duplicate>(
        "message-told-as-duplicate", "replay",
        "A duplicate is told that it is one, instead of what the first was told.", "messages"));

}  // namespace

std::span<const mutant> message_mutants() {
    return message_rows;
}

}  // namespace onceproof::designs::mutants
