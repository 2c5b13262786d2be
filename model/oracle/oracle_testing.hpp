// For tests: histories that are told by hand, one thing after the other, and what the oracle must
// find in them.
#pragma once

#include "model/oracle/oracle.hpp"

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace onceproof::model::testing {

using namespace std::chrono_literals;

// What says "in flight" comes with the pause that contracts have unless they say otherwise.
inline http_response answer(unsigned status, std::string_view body = R"({"title":"no"})") {
    http_response a(status, body);
    if (status == 409 || status == 423) {
        a.headers.add("Retry-After", "1");
    }
    return a;
}

// The answer to intent-N that was charged.
inline http_response charged(std::uint64_t n = 1, std::string_view id = "ch_1") {
    http_response a(201, R"({"id":")" + std::string(id) + R"(","amount":1250,"reference":"order-)" +
                             std::to_string(n) + R"("})");
    a.headers.add("Content-Type", "application/json");
    a.headers.add("Location", "/v1/charges/" + std::string(id));
    return a;
}

inline http_response with(http_response a, std::string_view header, std::string_view value) {
    a.headers.add(header, value);
    return a;
}

inline http_response replayed(const http_response& stored) {
    return with(stored, "Idempotent-Replayed", "true");
}

inline contract without_fingerprint() {
    contract c;
    c.fingerprint = fingerprint_of::nothing;
    return c;
}

// Tells a history. Each attempt is made by the client that was named last, at the intent that was
// named last, some time after the one before; what is told next happens after it.
class events {
public:
    // Something between client and server may have sent a request again, which excuses any 409.
    events() { seen_.requests_were_repeated = true; }
    events& each_request_went_once() {
        seen_.requests_were_repeated = false;
        return *this;
    }

    // There is intent-N, of a charge of 1250 for order-N.
    events& pay(std::uint64_t n, std::string_view tenant = "shop",
                std::string_view operation = "POST /v1/charges") {
        seen_intent& i = seen_.intents.emplace_back();
        i.number = n;
        i.tenant = tenant;
        i.operation = operation;
        i.settled = true;
        reference("order-" + std::to_string(n)).amount(1250);
        request_ = std::string(operation) + R"( {"amount":1250,"reference":"order-)" +
                   std::to_string(n) + R"("})";
        key_ = "key-" + std::to_string(n);
        number_ = 0;
        declined_ = false;
        return *this;
    }
    events& reference(std::string_view of) {
        seen_.intents.back().reference = of;
        return describe();
    }
    events& amount(std::int64_t of) {
        seen_.intents.back().asks_for = {{"amount", std::to_string(of)}};
        return describe();
    }
    // What it asks for is declined by the rules of the business.
    events& due_to_be_declined() {
        declined_ = true;
        return *this;
    }
    // Nobody asked for it but who looks whether work is still done.
    events& fresh() {
        seen_.intents.back().fresh = true;
        return *this;
    }
    events& never_settles() {
        seen_.intents.back().settled = false;
        return *this;
    }

    // --- Who acts, when, and with what ---

    events& from(std::string_view client) {
        client_ = client;
        number_ = 0;
        return *this;
    }
    events& restarts() {
        ++run_;
        number_ = 0;
        return *this;
    }
    events& to(std::string_view server) {
        server_ = server;
        return *this;
    }
    events& at(moment now) {
        now_ = now;
        return *this;
    }
    events& waits(moment span) {
        now_ += span;
        waited_ = true;
        return *this;
    }
    events& key(std::string_view k) {
        key_ = k;
        return *this;
    }
    // The head of what is sent, as it goes to the network.
    events& heads(std::string_view lines) {
        heads_ = "POST /v1/charges HTTP/1.1\r\n" + std::string(lines) + "\r\n";
        return *this;
    }
    events& request(std::string_view r) {
        request_ = r;
        return *this;
    }

    // --- What is sent ---

    events& answered(const http_response& a, moment took = 10ms) { return attempt(a, took); }
    events& lost() { return attempt(std::nullopt, 1s); }
    events& dies_in_it() {
        attempt(std::nullopt, 5ms);
        seen_.attempts.back().ended = false;
        seen_.attempts.back().end = {};
        return *this;
    }
    events& probed(const http_response& a) {
        return attempt_by("prober", seen_attempt::purpose::probe, a);
    }
    events& other_body(const std::optional<http_response>& a) {
        return attempt_by("thief", seen_attempt::purpose::other_body, a);
    }
    events& other_body_of_its_own(const http_response& a) {
        return attempt_by(std::string(client_), seen_attempt::purpose::other_body, a);
    }
    // Sends an attempt that begins and ends like the last one, as if both had been under way at
    // once.
    events& meanwhile() {
        now_ = seen_.attempts.back().begin;
        waited_ = true;
        return *this;
    }

    // Faults have stopped, and the disks are looked at.
    events& rests() {
        seen_.effects_at_rest = seen_.effects;
        return *this;
    }

    events& tells(const http_response& a) {
        seen_.outcomes.push_back({intent(), client_, a, run_});
        return *this;
    }
    events& gives_up() {
        seen_.outcomes.push_back({intent(), client_, std::nullopt, run_});
        return *this;
    }

    events& calls(std::string_view with_key, std::optional<unsigned> status,
                  std::string_view target = "/v1/captures") {
        seen_.calls.push_back({intent(), seen_call::purpose::effect, now_, std::string(with_key),
                               "POST " + std::string(target) + " {}", status});
        return *this;
    }
    events& looks_up(std::optional<unsigned> status,
                     std::string_view request = "GET /v1/captures?reference=order-1") {
        seen_.calls.push_back(
            {intent(), seen_call::purpose::look_up, now_, "", std::string(request), status});
        return *this;
    }

    // --- What is there in the end, and what is said from inside ---

    // Of the intent that was named last.
    events& effect(std::int64_t amount = 1250) {
        const seen_intent& i = seen_.intents.back();
        seen_.effects.push_back(
            {i.tenant, i.operation, i.reference, "", {{"amount", std::to_string(amount)}}});
        return *this;
    }
    // The last one is what answers call so.
    events& called(std::string_view id) {
        seen_.effects.back().id = id;
        return *this;
    }
    events& effect_of(std::string_view reference, std::string_view tenant = "shop",
                      std::string_view operation = "POST /v1/charges") {
        seen_.effects.push_back({std::string(tenant),
                                 std::string(operation),
                                 std::string(reference),
                                 "",
                                 {{"amount", "1250"}}});
        return *this;
    }
    events& says(std::string_view who, mark what, std::uint64_t epoch = 0,
                 std::uint64_t of_attempt = 0) {
        seen_.has_marks = true;
        const std::uint64_t of = what == mark::dies ? 0 : intent();
        seen_.marks.push_back({what, of, of_attempt, std::string(who), epoch, now_});
        return *this;
    }
    events& has_marks() {
        seen_.has_marks = true;
        return *this;
    }
    events& clocks_were_wrong(moment by = 25h) {
        seen_.clocks_were_true = false;
        seen_.clock_changes.push_back({{}, by, 0});
        return *this;
    }
    events& clocks_drifted(std::int64_t gains_ppb) {
        seen_.clocks_were_true = false;
        seen_.clock_changes.push_back({{}, {}, gains_ppb});
        return *this;
    }
    events& may_try(std::uint32_t attempts_max) {
        seen_.attempts_max = attempts_max;
        return *this;
    }
    events& clients_were_paused() {
        seen_.clients_kept_pace = false;
        return *this;
    }

    operator const history&() const { return seen_; }  // NOLINT: implicit, as it is one

private:
    std::uint64_t intent() const { return seen_.intents.back().number; }

    events& describe() {
        seen_intent& i = seen_.intents.back();
        const std::string* const amount = find_field(i.asks_for, "amount");
        i.described = "'" + i.reference + "' of " + i.tenant + " over " +
                      (amount == nullptr ? "nothing" : *amount);
        return *this;
    }

    events& attempt(const std::optional<http_response>& a, moment took,
                    seen_attempt::purpose why = seen_attempt::purpose::work) {
        now_ += waited_ ? 0ms : 40ms;
        waited_ = false;
        seen_attempt made;
        made.intent = intent();
        made.number = ++number_;
        made.why = why;
        made.client = client_;
        made.client_run = run_;
        made.server = server_;
        made.begin = now_;
        made.end = now_ += took;
        made.key = key_;
        made.request = request_;
        made.deadline = 1s;
        made.sent = heads_;
        // 402 was due, whatever else is told.
        made.declined =
            (declined_ || (a && a->status == 402)) && why != seen_attempt::purpose::other_body;
        made.answer = a;
        seen_.attempts.push_back(made);
        now_ += a && a->status == 409 ? 1s : 0s;  // as it asks
        return *this;
    }

    events& attempt_by(std::string_view client, seen_attempt::purpose why,
                       const std::optional<http_response>& a) {
        const auto before = std::tuple(client_, number_, run_, request_);
        client_ = client;
        number_ = 0;
        run_ = 1;
        if (why == seen_attempt::purpose::other_body) {
            request_ = R"(POST /v1/charges {"amount":1,"reference":"order-1"})";
        }
        attempt(a, 10ms, why);
        std::tie(client_, number_, run_, request_) = before;
        return *this;
    }

    history seen_;
    moment now_{};
    bool waited_ = false;
    bool declined_ = false;
    std::string client_ = "client";
    std::string server_ = "api-1";
    std::uint32_t run_ = 1;
    std::uint64_t number_ = 0;
    std::string key_;
    std::string request_;
    std::string heads_;
};

// A history, what it is about, and the rules that it breaks.
struct sample {
    rule about;
    std::string_view name;  // "answered twice alike"
    std::vector<rule> broken;
    history seen;
    contract promised{};
};

inline std::vector<sample> together(std::initializer_list<std::vector<sample>> families) {
    std::vector<sample> all;
    for (const std::vector<sample>& family : families) {
        all.insert(all.end(), family.begin(), family.end());
    }
    return all;
}

std::vector<sample> effect_samples();
std::vector<sample> answer_samples();
std::vector<sample> key_samples();
std::vector<sample> retry_samples();
std::vector<sample> mark_samples();
std::vector<sample> due_samples();
std::vector<sample> giving_up_samples();

}  // namespace onceproof::model::testing
