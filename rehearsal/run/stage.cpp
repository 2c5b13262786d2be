// See stage.hpp.
#include "rehearsal/run/stage.hpp"

#include "rehearsal/process/keeper.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/signal_set.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace onceproof::rehearsal {

namespace asio = boost::asio;

struct stage::parts {
    parts(const service_spec& s, std::string logs)
        : spec(s),
          ends(context, SIGINT, SIGTERM),
          backends(make_backends(logs)),
          processes(context, keeps, s.process, changes, surroundings(std::move(logs))),
          asks(context, directs, processes, changes),
          plays(s, directs, processes, asks, changes, backends, context) {
        directs.look_for_locks([this](std::int32_t process) {
            return std::ranges::any_of(backends,
                                       [process](const auto& b) { return b->is_blocked(process); });
        });
        ends.async_wait(
            [this](const boost::system::error_code& failed, int) { is_interrupted = !failed; });
    }

    // What runs refers to all parts, so it ends before them: nobody accepts, nobody is there any
    // more, and nobody waits.
    ~parts() {
        processes.shut_down();
        for (const auto& b : backends) {
            b->close();
        }
        directs.rest();
        ends.cancel();
        changes.shut();
        context.run();
    }

    std::vector<std::unique_ptr<backend>> make_backends(const std::string& logs) {
        std::vector<std::unique_ptr<backend>> all;
        for (const backend_spec& b : spec.backends) {
            all.push_back(b.kind == backend_kind::played
                              ? make_played(context, b, spec.promised, directs)
                              : make_postgres(context, keeps, spec, b, logs, directs));
        }
        return all;
    }

    fleet_surroundings surroundings(std::string logs) {
        return {[this](std::uint32_t replica) { return names_for(replica); },
                [this](std::uint32_t replica) { return plays.warm_up(replica); }, std::move(logs)};
    }

    // The address of each backend's front for that process, which it keeps when it starts again.
    model::fields names_for(std::uint32_t replica) {
        while (names.size() <= replica) {
            model::fields& own = names.emplace_back();
            for (std::size_t b = 0; b < backends.size(); ++b) {
                const auto front = static_cast<std::uint32_t>(names.size() - 1);
                own.push_back({spec.backends[b].name,
                               fmt::format("127.0.0.1:{}", backends[b]->open_front(front))});
            }
        }
        return names[replica];
    }

    // Runs until WORK is done. Who is interrupted leaves it behind, so it owns what it writes to.
    template <class Result>
    Result complete(asio::awaitable<Result> work) {
        struct outcome {
            std::optional<Result> result{};
            std::exception_ptr failure{};
        };
        const auto done = std::make_shared<outcome>();
        asio::co_spawn(context, std::move(work), [done](std::exception_ptr failed, Result r) {
            done->failure = failed;
            done->result = std::move(r);
        });
        while (!done->result) {
            context.run_one();
            if (is_interrupted) {
                throw interrupted();
            }
        }
        if (done->failure) {
            std::rethrow_exception(done->failure);
        }
        return std::move(*done->result);
    }

    asio::awaitable<bool> become_ready() {
        const auto is_settled = [this] {
            return processes.are_all_ready() || !processes.failure().empty();
        };
        co_return co_await changes.until(is_settled, 2 * spec.process.start_within);
    }

    const service_spec& spec;
    asio::io_context context;
    asio::signal_set ends;
    bool is_interrupted = false;
    condition changes{context};
    keeper keeps;
    director directs{changes};
    std::vector<std::unique_ptr<backend>> backends;
    std::vector<model::fields> names;
    fleet processes;
    client asks;
    player plays;
};

std::unique_ptr<stage::parts> stage::make_parts(const service_spec& s, std::string logs) {
    try {
        return std::make_unique<parts>(s, std::move(logs));
    } catch (const std::system_error&) {
        throw;
    } catch (const std::runtime_error& failed) {
        throw not_staged(failed.what());
    }
}

stage::stage(const service_spec& s, std::string logs) : parts_(make_parts(s, std::move(logs))) {
    parts_->processes.start();
    const bool is_ready = parts_->complete(parts_->become_ready());
    if (!is_ready || !parts_->processes.are_all_ready()) {
        throw not_staged(parts_->processes.failure().empty() ? "the service was not ready in time"
                                                             : parts_->processes.failure());
    }
}

stage::~stage() = default;

run_result stage::play(const plan& what_goes_wrong) {
    return parts_->complete(parts_->plays.play(what_goes_wrong));
}

}  // namespace onceproof::rehearsal
