// Plays one run: the client asks, and asks again under the same key until it has a final answer;
// then all is calm, it asks once more, once for something else under the key, and once more again;
// then the effects are read, and the oracle judges.
#pragma once

#include "model/oracle/oracle.hpp"
#include "rehearsal/proxy/backend.hpp"
#include "rehearsal/run/client.hpp"
#include "rehearsal/run/director.hpp"
#include "rehearsal/run/scene.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace onceproof::rehearsal {

struct run_result {
    std::vector<std::string> points{};            // that were met
    std::vector<model::violation> broken{};       // what must never happen, whatever the timing was
    std::vector<model::violation> not_settled{};  // what must happen in time
    std::vector<std::string> unplanned{};         // what went wrong that no fault has caused
    std::vector<std::string> missing{};           // why nothing can be said; empty: something can
    std::vector<std::string> own_ends{};          // processes that ended by themselves
    std::vector<std::string> story{};
    std::chrono::nanoseconds took{};

    bool holds() const {
        return broken.empty() && not_settled.empty() && missing.empty() && own_ends.empty();
    }
};

class player {
public:
    // Requires: all that is referred to outlives it.
    player(const service_spec& s, director& directs, fleet& processes, client& asks,
           condition& changes, std::span<const std::unique_ptr<backend>> backends,
           boost::asio::io_context& on);

    boost::asio::awaitable<run_result> play(plan what_goes_wrong);

    // One request of a tenant of its own, to warm up that process.
    boost::asio::awaitable<void> warm_up(std::uint32_t replica);

private:
    intent_of_run new_intent();
    boost::asio::awaitable<void> attempt_until_final(scene& s, const intent_of_run& i);
    boost::asio::awaitable<void> probe(scene& s, const intent_of_run& i);
    boost::asio::awaitable<const asking*> ask(scene& s, const intent_of_run& i, std::string label,
                                              model::seen_attempt::purpose why);
    boost::asio::awaitable<void> rest(scene& s);
    boost::asio::awaitable<void> make_calm(scene& s);
    boost::asio::awaitable<void> end_what_hangs(scene& s);
    boost::asio::awaitable<std::uint32_t> choose_process(scene& s);
    run_result judged(scene& s, const intent_of_run& i);

    const service_spec& spec_;
    director& director_;
    fleet& fleet_;
    client& client_;
    condition& changes_;
    std::span<const std::unique_ptr<backend>> backends_;
    boost::asio::io_context& context_;
    std::chrono::nanoseconds timeout_;
    std::shared_ptr<scene> scene_;
    std::uint64_t serial_ = 0;
    std::uint32_t last_process_ = 0;
    std::string tag_;  // of this program's names
};

}  // namespace onceproof::rehearsal
