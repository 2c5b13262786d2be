// See fleet.hpp.
#include "rehearsal/process/fleet.hpp"

#include "model/http/http.hpp"
#include "rehearsal/proxy/loopback.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <system_error>
#include <utility>

namespace onceproof::rehearsal {
namespace {

namespace asio = boost::asio;

constexpr int failed_starts_max = 3;
// How often a port is looked at that nobody listens at yet: a process tells nobody that it does.
constexpr std::chrono::milliseconds look_at_port_again(3);

}  // namespace

struct fleet::slot {
    std::uint16_t port = 0;
    std::unique_ptr<child> process{};
    std::uint64_t life = 0;
    bool is_ready = false;
    bool is_to_end = false;  // somebody ends it
    int failed_starts = 0;   // in a row
};

fleet::fleet(asio::io_context& on, keeper& kept_by, const process_spec& spec, condition& changes,
             fleet_surroundings surroundings)
    : context_(on),
      keeper_(kept_by),
      spec_(spec),
      changes_(changes),
      surroundings_(std::move(surroundings)) {
    for (std::uint32_t i = 0; i <= spec_.replicas; ++i) {
        slots_.push_back(std::make_unique<slot>());
        slots_.back()->port = free_port(context_);
    }
}

fleet::~fleet() = default;

void fleet::start() {
    for (std::uint32_t i = 0; i < size(); ++i) {
        launch(i);
    }
}

void fleet::shut_down() {
    is_over_ = true;
    for (const auto& s : slots_) {
        s->process.reset();
        s->is_ready = false;
    }
    changes_.changed();
}

bool fleet::is_ready(std::uint32_t replica) const {
    return slots_[replica]->is_ready;
}

bool fleet::are_all_ready() const {
    return std::ranges::all_of(slots_, [](const auto& s) { return s->is_ready; });
}

std::uint16_t fleet::port(std::uint32_t replica) const {
    return slots_[replica]->port;
}

bool fleet::is_alive(std::uint32_t replica) const {
    const auto& process = slots_[replica]->process;
    return process != nullptr && process->is_alive();
}

std::uint64_t fleet::life(std::uint32_t replica) const {
    return slots_[replica]->life;
}

void fleet::kill(std::uint32_t replica) {
    slot& s = *slots_[replica];
    s.is_to_end = true;
    s.is_ready = false;
    if (s.process != nullptr) {
        s.process->signal(SIGKILL);
    }
}

void fleet::signal(std::uint32_t replica, int number) {
    if (slots_[replica]->process != nullptr) {
        slots_[replica]->process->signal(number);
    }
}

std::vector<own_end> fleet::take_own_ends() {
    return std::exchange(own_ends_, {});
}

void fleet::launch(std::uint32_t replica) {
    slot& s = *slots_[replica];
    model::fields names = surroundings_.names(replica);
    names.push_back({"port", std::to_string(s.port)});
    child_spec wanted{.command = spec_.command,
                      .folder = spec_.folder,
                      .env = spec_.env,
                      .output = fmt::format("{}/api-{}.log", surroundings_.logs, replica + 1)};
    for (model::field& f : wanted.env) {
        f.value = fill_names(f.value, names);
    }
    for (std::string& word : wanted.command) {
        word = fill_names(word, names);
    }
    s.is_to_end = false;
    ++s.life;
    s.process = std::make_unique<child>(context_, keeper_, wanted,
                                        [this, replica](int waited) { see_end(replica, waited); });
    asio::co_spawn(context_, make_ready(replica, s.life), asio::detached);
}

// Called from within the process that ended, so what follows comes later.
void fleet::see_end(std::uint32_t replica, int waited) {
    slot& s = *slots_[replica];
    if (!s.is_to_end) {
        own_ends_.push_back({replica, end_in_words(waited)});
        s.failed_starts += s.is_ready ? 0 : 1;
    }
    s.is_ready = false;
    changes_.changed();
    if (s.failed_starts >= failed_starts_max) {
        failure_ = fmt::format("the service ended {} times before it was ready, with {}; see {}",
                               s.failed_starts, end_in_words(waited), surroundings_.logs);
        return;
    }
    asio::post(context_, [this, replica] {
        if (!is_over_) {
            launch(replica);
        }
    });
}

asio::awaitable<void> fleet::make_ready(std::uint32_t replica, std::uint64_t life) {
    slot& s = *slots_[replica];
    const auto is_current = [&] { return !is_over_ && s.life == life && is_alive(replica); };
    const auto bound = condition::now() + spec_.start_within;
    bool is_up = false;
    while (is_current() && !is_up) {
        if (condition::now() >= bound) {
            failure_ = fmt::format("the service was not ready in time; see {}", surroundings_.logs);
            changes_.changed();
            co_return;
        }
        is_up = co_await answers(s.port);
        if (!is_up) {
            co_await changes_.pass(look_at_port_again);
        }
    }
    if (is_current()) {
        co_await surroundings_.warm_up(replica);
    }
    if (is_current() && !s.is_to_end) {
        s.is_ready = true;
        s.failed_starts = 0;
        changes_.changed();
    }
}

asio::awaitable<bool> fleet::answers(std::uint16_t port) {
    boost::system::error_code failed;
    tcp::socket to(context_);
    co_await to.async_connect(on_loopback(port), asio::redirect_error(asio::use_awaitable, failed));
    if (failed || spec_.ready.empty()) {
        co_return !failed;
    }
    model::http_request request("GET", spec_.ready, "");
    request.headers.add("Host", "localhost");
    model::http_connection<tcp::socket> with(std::move(to));
    failed = co_await with.write(request);
    const auto answer = co_await with.read_response();
    co_return answer && answer->status / 100 == 2;
}

}  // namespace onceproof::rehearsal
