// Implementations that do not even try: each is wrong in all that can be asked of it, so each
// scenario has to find it so. What judges lets one of them pass looks at too little.
#include "designs/claim_lease/charge_server.hpp"
#include "designs/mutant_rows.hpp"
#include "designs/parts/charge_request.hpp"
#include "designs/parts/ledger.hpp"
#include "designs/role_factories.hpp"
#include "model/http/problem.hpp"
#include "sim/channel.hpp"
#include "sim/time/timer.hpp"

#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <variant>
#include <vector>

namespace onceproof::designs::mutants {
namespace {

using boost::asio::awaitable;
using boost::asio::use_awaitable;
using model::http_request;
using model::http_response;

std::vector<mutant> degenerate_rows;

// --- Servers that have one answer to everything, and do nothing ---

class declines_all final : public charge_server<platform> {
public:
    using charge_server::charge_server;

private:
    awaitable<http_response> answer(database&, const http_request&) override {
        co_return declined();
    }
};
const added declines_all_row(degenerate_rows,
                             of_server<declines_all>("declines-all", "work",
                                                     "Whatever is asked for is declined."));

class refuses_all_as_mismatch final : public charge_server<platform> {
public:
    using charge_server::charge_server;

private:
    awaitable<http_response> answer(database&, const http_request&) override {
        co_return model::problem(promised().mismatch_status, "The key is that of another request",
                                 "A new request needs a new key.");
    }
};
const added refuses_all_as_mismatch_row(
    degenerate_rows, of_server<refuses_all_as_mismatch>("refuses-all-as-mismatch", "work",
                                                        "Each key is that of another request."));

class refuses_all_as_in_flight final : public charge_server<platform> {
public:
    using charge_server::charge_server;

private:
    awaitable<http_response> answer(database&, const http_request&) override {
        co_return model::passing_problem(promised().in_flight_status,
                                         "Another attempt with this key is under way",
                                         "Ask again with the same key.", promised().retry_after);
    }
};
const added refuses_all_as_in_flight_row(
    degenerate_rows,
    of_server<refuses_all_as_in_flight>("refuses-all-as-in-flight", "work",
                                        "Each key is that of an attempt under way, for ever."));

class refuses_all_as_expired final : public charge_server<platform> {
public:
    using charge_server::charge_server;

private:
    awaitable<http_response> answer(database&, const http_request&) override {
        co_return model::problem(promised().expired_status, "The key has expired",
                                 "What it did is not kept any more.");
    }
};
const added refuses_all_as_expired_row(degenerate_rows,
                                       of_server<refuses_all_as_expired>("refuses-all-as-expired",
                                                                         "work",
                                                                         "Each key has expired."));

class answers_a_constant final : public charge_server<platform> {
public:
    using charge_server::charge_server;

private:
    awaitable<http_response> answer(database&, const http_request&) override {
        http_response constant(201, R"({"id":"ch_1"})");
        constant.headers.add("Content-Type", "application/json");
        constant.headers.add("Location", "/v1/charges/ch_1");
        co_return constant;
    }
};
const added answers_a_constant_row(degenerate_rows,
                                   of_server<answers_a_constant>("answers-a-constant", "work",
                                                                 "All is answered alike."));

// A request waits for what nobody sends.
class never_answers final : public charge_server<platform> {
public:
    using charge_server::charge_server;

private:
    awaitable<http_response> answer(database&, const http_request&) override {
        sim::channel<void> never(self().get_executor());
        co_await never.async_receive(use_awaitable);
        co_return unknown();
    }
};
const added never_answers_row(degenerate_rows,
                              of_server<never_answers>("never-answers", "work",
                                                       "A request waits for ever."));

// --- Servers that look at the request ---

// All is done as it should be, and nobody is there any more to hear of it.
class answers_when_all_have_gone final : public charge_server<platform> {
public:
    using charge_server::charge_server;

private:
    awaitable<http_response> answer(database& db, const http_request& request) override {
        http_response done = co_await charge_server::answer(db, request);
        sim::timer late(self().get_executor(), std::chrono::hours(1));
        co_await late.async_wait(use_awaitable);
        co_return done;
    }
};
const added answers_when_all_have_gone_row(
    degenerate_rows, of_server<answers_when_all_have_gone>("answers-when-all-have-gone", "work",
                                                           "An answer takes an hour."));

// What the answer would be if the work were done.
class answers_and_does_nothing final : public charge_server<platform> {
public:
    using charge_server::charge_server;

private:
    awaitable<http_response> answer(database&, const http_request& request) override {
        const auto read = read_request(request, promised());
        if (const auto* charge = std::get_if<charge_request>(&read)) {
            co_return charge->amount > largest_amount ? declined() : charged(*charge, 1);
        }
        if (const auto* order = std::get_if<order_request>(&read)) {
            co_return http_response(200, order->body);
        }
        co_return std::get<http_response>(read);
    }
};
const added answers_and_does_nothing_row(
    degenerate_rows,
    of_server<answers_and_does_nothing>("answers-and-does-nothing", "work",
                                        "The answer is as it should be, and nothing is done."));

class does_everything_each_time final : public charge_server<platform> {
public:
    using charge_server::charge_server;

private:
    awaitable<http_response> settle(database& db, const charge_request& c) override {
        if (c.amount > largest_amount) {
            co_return declined();
        }
        co_await begin(db);
        const std::optional<std::int64_t> row = co_await ledger<platform>::insert(db, c);
        co_await commit(db);
        co_return charged(c, row.value());
    }
};
const added does_everything_each_time_row(
    degenerate_rows, of_server<does_everything_each_time>("does-everything-each-time", "work",
                                                          "Keys are not looked at."));

// --- Clients ---

class never_retries final : public role_factories::client {
public:
    using role_factories::client::retrying_client;

private:
    bool attempts_left(std::uint32_t) const override { return false; }
};
const added never_retries_row(degenerate_rows,
                              of_client<never_retries>("never-retries", "retry decision",
                                                       "What has no answer is given up at once."));

class always_retries final : public role_factories::client {
public:
    using role_factories::client::retrying_client;

private:
    bool may_retry(const answer_or_none&) const override { return true; }
    bool may_repeat(const client_attempt&) const override { return true; }
    bool attempts_left(std::uint32_t) const override { return true; }
    bool pays_for_retry() override { return true; }
};
const added always_retries_row(
    degenerate_rows, of_client<always_retries>("always-retries", "retry decision",
                                               "Whatever the answer is, it is asked for again."));

}  // namespace

std::span<const mutant> degenerate_mutants() {
    return degenerate_rows;
}

}  // namespace onceproof::designs::mutants
