// See degenerate_mutants.hpp.
#include "designs/degenerate/degenerate_mutants.hpp"

#include "designs/casting.hpp"
#include "designs/claim_lease/charge_server.hpp"
#include "designs/parts/charge_request.hpp"
#include "designs/parts/ledger.hpp"
#include "model/http/problem.hpp"
#include "sim/channel.hpp"

#include <boost/asio/use_awaitable.hpp>

#include <array>
#include <string>
#include <utility>
#include <variant>

namespace onceproof::designs {
namespace {

using boost::asio::awaitable;
using boost::asio::use_awaitable;
using model::http_request;
using model::http_response;

// --- Servers that have one answer to everything, and do nothing ---

class declines_all final : public charge_server<platform> {
public:
    using charge_server::charge_server;

private:
    awaitable<http_response> answer(database&, const http_request&) override {
        co_return declined();
    }
};

class refuses_all_as_mismatch final : public charge_server<platform> {
public:
    using charge_server::charge_server;

private:
    awaitable<http_response> answer(database&, const http_request&) override {
        co_return model::problem(promised().mismatch_status, "The key is that of another request",
                                 "A new request needs a new key.");
    }
};

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

class refuses_all_as_expired final : public charge_server<platform> {
public:
    using charge_server::charge_server;

private:
    awaitable<http_response> answer(database&, const http_request&) override {
        co_return model::problem(promised().expired_status, "The key has expired",
                                 "What it did is not kept any more.");
    }
};

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

// --- Servers that look at the request ---

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

// --- Clients ---

class never_retries final : public cast::client {
public:
    using cast::client::charge_client;

private:
    bool attempts_left(std::uint32_t) const override { return false; }
};

class always_retries final : public cast::client {
public:
    using cast::client::charge_client;

private:
    bool may_retry(const answer_or_none&) const override { return true; }
    bool may_repeat(const charge_attempt&) const override { return true; }
    bool attempts_left(std::uint32_t) const override { return true; }
    bool pays_for_retry() override { return true; }
};

template <class Server>
mutant server(std::string_view name, std::string_view mistake) {
    return {name, "work", mistake, "claim-lease", with_server<Server>()};
}

template <class Client>
mutant client(std::string_view name, std::string_view mistake) {
    static const cast who{
        reference().who->make_server,
        [](const platform::process& self, sim::endpoint at, const model::retry_policy& policy,
           client_observer* observer, key_book* keys) -> std::unique_ptr<cast::client> {
            return std::make_unique<Client>(self, std::move(at), policy, observer, keys);
        }};
    return {name, "retry decision", mistake, "claim-lease", &who};
}

}  // namespace

std::span<const mutant> degenerate_mutants() {
    static const std::array<mutant, 10> all{{
        server<declines_all>("declines-all", "Whatever is asked for is declined."),
        server<refuses_all_as_mismatch>("refuses-all-as-mismatch",
                                        "Each key is that of another request."),
        server<refuses_all_as_in_flight>("refuses-all-as-in-flight",
                                         "Each key is that of an attempt under way, for ever."),
        server<refuses_all_as_expired>("refuses-all-as-expired", "Each key has expired."),
        server<answers_and_does_nothing>("answers-and-does-nothing",
                                         "The answer is as it should be, and nothing is done."),
        server<answers_a_constant>("answers-a-constant", "All is answered alike."),
        server<does_everything_each_time>("does-everything-each-time", "Keys are not looked at."),
        server<never_answers>("never-answers", "A request waits for ever."),
        client<never_retries>("never-retries", "What has no answer is given up at once."),
        client<always_retries>("always-retries", "Whatever the answer is, it is asked for again."),
    }};
    return all;
}

}  // namespace onceproof::designs
