// A system downstream that holds the effect: it moves the money, for a server that calls it. It
// remembers idempotency keys, or ignores them, as real ones do.
//
//     POST /v1/authorizations, POST /v1/captures
//     Idempotency-Key: "8e03978e"
//
//     {"tenant": "shop-1", "amount": 1250, "currency": "EUR", "reference": "order-17"}
//
//     201  done; the body names it: {"id":"cap_1", and what was asked for}
//     400  the key or the body is malformed
//     402  declined, since the amount is above `largest_amount` (ledger.hpp): nothing is done
//     409  another request with this key is under way; Retry-After says when to ask again
//     422  the key has come with another request before
//     500  the outcome is unknown
//
//     GET /v1/captures?reference=order-17, and likewise of authorizations
//
//     200  {"captures":[...]}, the oldest first, with `&tenant=shop-1` those of that tenant alone
//     400  the reference is missing
//
//     404, 405  another target, another method
//     429, 500, 503  failure of its own (http_server.hpp), at "acquirer-1/serve": too busy, failed
//          after the work, failed before it
//
// All but 2xx are `application/problem+json` (RFC 9457).
#pragma once

#include "designs/beside/downstream.hpp"
#include "designs/parts/key_records.hpp"
#include "designs/parts/service.hpp"
#include "model/http/http.hpp"
#include "model/platform/platform.hpp"
#include "sim/hash.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace onceproof::designs {

// The tables of the acquirer. Running it twice does no harm. Each row of `payments` is an effect;
// its `key` is what was sent, whether it was honoured or not.
extern const std::string acquirer_schema;

// It says so when it has captured: that is the effect.
inline constexpr sim::literal captures("CAPTURES");

// Which of the two tables of a bank a request is about.
struct payment_kind;

// A request to pay that is fit to be done.
struct payment_order {
    const payment_kind* kind = nullptr;
    std::string key{};  // empty: none was sent
    std::string fingerprint{};
    std::string tenant{};
    std::string reference{};
    std::int64_t amount = 0;
    std::string currency{};
};

template <class Platform>
class acquirer final : public service<Platform> {
public:
    using base = service<Platform>;
    using typename base::database;
    using typename base::process;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;
    using records = key_records<Platform>;

    explicit acquirer(const process& self, downstream_options options = downstream_options());

private:
    // What came of an order: the answer, and the number of its row; 0 if it was declined.
    struct payment {
        model::http_response answer{};
        std::int64_t row = 0;
    };

    awaitable<model::http_response> answer(database& db,
                                           const model::http_request& request) override;

    awaitable<model::http_response> look_up(database& db, const payment_kind& kind,
                                            std::string_view target);
    awaitable<model::http_response> take(database& db, const payment_kind& kind,
                                         const model::http_request& request);
    awaitable<model::http_response> pay_each_time(database& db, const payment_order& order);
    awaitable<model::http_response> pay_once(database& db, const payment_order& order);
    model::http_response answer_again(const payment_order& order, const key_record& found) const;

    // A step of an open transaction.
    awaitable<payment> pay(database& db, const payment_order& order);
    awaitable<void> work();
    void tell(const payment_order& order, std::int64_t row) const;

    downstream_options options_;
    // The keys under way. Shared, since who waits may outlive this when the process dies.
    std::shared_ptr<std::set<std::string>> under_way_;
};

extern template class acquirer<model::simulated>;
extern template class acquirer<model::real>;

}  // namespace onceproof::designs
