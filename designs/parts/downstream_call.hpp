// One call of the system downstream (acquirer.hpp), and what its answer means.
#pragma once

#include "designs/parts/charge_request.hpp"
#include "model/platform/platform.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <string_view>

namespace onceproof::designs {

struct downstream_answer {
    enum class kind : std::uint8_t {
        done,         // under `number`
        none,         // of a look-up: it knows of nothing
        declined,     // 402: nothing was done, and nothing will be
        turned_away,  // 429: nothing was done yet
        unknown,      // no answer, 409, 5xx, or one that makes no sense
    };

    kind type = kind::unknown;
    std::int64_t number = 0;
};

template <class Platform>
class downstream_call {
public:
    downstream_call(const typename Platform::process& self, typename Platform::endpoint where,
                    std::chrono::nanoseconds at_most)
        : self_(self), where_(std::move(where)), at_most_(at_most) {}

    // STEP is "authorizations" or "captures". An empty key is not sent.
    boost::asio::awaitable<downstream_answer> make(std::string_view step, const charge_request& c,
                                                   std::string_view key);

    // Whether there is a capture for C.
    boost::asio::awaitable<downstream_answer> look_up(const charge_request& c);

private:
    boost::asio::awaitable<downstream_answer> ask(const model::http_request& request);

    typename Platform::process self_;
    typename Platform::endpoint where_;
    std::chrono::nanoseconds at_most_;
};

extern template class downstream_call<model::simulated>;
extern template class downstream_call<model::real>;

}  // namespace onceproof::designs
