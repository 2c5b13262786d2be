// See lost_answer.hpp. A small world to look at: a client and a server that speak HTTP. The server
// keeps its answers in memory, by key; what a server must do beyond that is not shown here.
#include "scenarios/lost_answer.hpp"

#include "model/http.hpp"
#include "sim/acceptor.hpp"
#include "sim/host.hpp"
#include "sim/network.hpp"
#include "sim/socket.hpp"
#include "sim/timer.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace onceproof::scenarios {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using asio::awaitable;
using asio::use_awaitable;
using asio::experimental::awaitable_operators::operator||;

constexpr sim::port_number http_port = 80;

// What the server remembers: the answer that it gave to each key. Gone when the process dies.
using answers = std::map<std::string, model::http_response, std::less<>>;

model::http_response charge(sim::incarnation& self, answers& known,
                            const model::http_request& request) {
    const std::string* key = request.headers.find("Idempotency-Key");
    if (key == nullptr) {
        return {400, R"({"title":"Idempotency-Key is missing"})"};
    }
    if (const auto before = known.find(*key); before != known.end()) {
        self.note("replays the stored answer", 0, "key " + *key);
        return before->second;
    }
    const std::size_t number = known.size() + 1;
    self.note("CHARGES THE CARD", number, request.body);
    model::http_response answer(201, fmt::format(R"({{"id":"ch_{}"}})", number));
    answer.headers.add("Location", fmt::format("/v1/charges/ch_{}", number));
    known.emplace(*key, answer);
    return answer;
}

awaitable<void> serve(sim::incarnation& self, std::shared_ptr<answers> known, sim::socket peer) {
    model::http_connection connection(std::move(peer));
    while (true) {
        const model::http_request request = co_await connection.read_request();
        const model::http_response answer = charge(self, *known, request);
        co_await connection.write(answer);
    }
}

awaitable<void> run_server(sim::incarnation& self) {
    const auto known = std::make_shared<answers>();
    sim::acceptor listening(self, http_port);
    while (true) {
        sim::socket peer = co_await listening.async_accept(use_awaitable);
        asio::co_spawn(self, serve(self, known, std::move(peer)), asio::detached);
    }
}

awaitable<model::http_response> ask(sim::incarnation& self, const model::http_request& request) {
    sim::socket s(self);
    const sim::endpoint api("api", http_port);
    co_await s.async_connect(api, use_awaitable);
    model::http_connection connection(std::move(s));
    co_await connection.write(request);
    co_return co_await connection.read_response();
}

// The outcome of one attempt; nothing if no answer came in time, which says nothing about whether
// the charge was made.
awaitable<std::optional<model::http_response>> attempt(sim::incarnation& self,
                                                       const model::http_request& request) {
    sim::timer deadline(self, 100ms);
    auto first = co_await (ask(self, request) || deadline.async_wait(use_awaitable));
    if (first.index() == 0) {
        co_return std::get<0>(std::move(first));
    }
    co_return std::nullopt;
}

awaitable<void> pay(sim::incarnation& self) {
    const sim::activity intent = sim::activity::root(self.get_executor()).open("pay", 1);
    model::http_request request("POST", "/v1/charges", R"({"amount":1250,"currency":"EUR"})");
    request.headers.add("Host", "api");
    request.headers.add("Idempotency-Key", fmt::format("{:016x}", self.draws_for("key").next()));

    sim::draws jitter = self.draws_for("backoff");
    for (std::uint64_t n = 1; n <= 3; ++n) {
        intent.open("attempt", n);
        const std::optional<model::http_response> answer = co_await attempt(self, request);
        if (answer) {
            self.note("is answered", answer->status, answer->body);
            co_return;
        }
        const sim::duration pause = jitter.between(0ms, 50ms * (1U << n));
        self.note("times out: the outcome is unknown; waits", 0, sim::to_text(pause));
        sim::timer backoff(self, pause);
        co_await backoff.async_wait(use_awaitable);
    }
    intent.enter();
    self.note("gives up: the outcome is unknown");
}

sim::process::main_function as_main(awaitable<void> (*body)(sim::incarnation&)) {
    return [body](sim::incarnation& self) { asio::co_spawn(self, body(self), asio::detached); };
}

void build(sim::world& w) {
    sim::host& api = w.add_host("api");
    sim::host& shop = w.add_host("shop");
    w.net().set_link(api, shop, sim::link(1ms, 1ms));
    api.add_process("api-1", as_main(run_server)).start();
    shop.add_process("client", as_main(pay)).start();
}

}  // namespace

scenario lost_answer() {
    return {"lost-answer",
            "The answer to the first attempt is lost after the charge was made; the client, who "
            "cannot know that, tries again with the same key.",
            build,
            {{"pay-1/attempt-1/client>api/response", sim::disturbance(sim::harm::silence)}}};
}

}  // namespace onceproof::scenarios
