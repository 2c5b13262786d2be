// A backend that is a Postgres, ours or the user's: see proxy/backend.hpp.
#include "rehearsal/postgres/database.hpp"
#include "rehearsal/postgres/proxy.hpp"
#include "rehearsal/postgres/server.hpp"
#include "rehearsal/proxy/backend.hpp"

#include <charconv>
#include <list>
#include <optional>
#include <stdexcept>

namespace onceproof::rehearsal {
namespace {

// Requires: the file's reader has accepted it.
std::uint16_t port_in(const std::string& at) {
    std::uint16_t port = 0;
    const std::size_t colon = at.find(':') + 1;
    std::from_chars(at.data() + colon, at.data() + at.size(), port);
    return port;
}

class postgres_backend final : public backend {
public:
    postgres_backend(boost::asio::io_context& on, keeper& kept_by, const service_spec& s,
                     const backend_spec& b, const std::string& logs, exchange_hook& decides)
        : context_(on), service_(s), spec_(b), decides_(decides) {
        const postgres_spec& p = b.postgres;
        if (p.at.empty()) {
            address_ = own_.emplace(on, kept_by, p, logs).address();
        } else {
            address_ = {port_in(p.at), p.user, p.database, p.password};
        }
        asks_.emplace(address_);
    }

    std::uint16_t open_front(std::uint32_t replica) override {
        return fronts_.emplace_back(context_, spec_.name, address_.port, decides_, replica).port();
    }

    void close() override {
        fronts_.clear();
        asks_.reset();
        own_.reset();
    }

    std::vector<model::seen_effect> effects_of(const model::seen_intent& intent) override {
        std::vector<model::seen_effect> all;
        for (model::fields& row : asks_->rows(service_.effects.query, intent.tenant)) {
            const std::string* const reference = model::find_field(row, "reference");
            model::seen_effect e;
            e.tenant = intent.tenant;
            e.operation = intent.operation;
            // Without one it is the tenant's, who asks for nothing else.
            e.reference = reference == nullptr ? intent.reference : *reference;
            e.details = std::move(row);
            all.push_back(std::move(e));
        }
        return all;
    }

    std::vector<model::seen_call> calls_of(const model::seen_intent& /*intent*/) override {
        return {};
    }

    bool is_blocked(std::int32_t process) override {
        const auto found =
            asks_->rows("SELECT 1 AS it WHERE cardinality(pg_blocking_pids($1::int)) > 0",
                        std::to_string(process));
        return !found.empty();
    }

private:
    boost::asio::io_context& context_;
    const service_spec& service_;
    const backend_spec& spec_;
    exchange_hook& decides_;
    std::optional<postgres_server> own_;
    database_address address_;
    std::optional<database> asks_;
    std::list<postgres_proxy> fronts_;
};

}  // namespace

std::unique_ptr<backend> make_postgres(boost::asio::io_context& on, keeper& kept_by,
                                       const service_spec& s, const backend_spec& b,
                                       const std::string& logs, exchange_hook& decides) {
    return std::make_unique<postgres_backend>(on, kept_by, s, b, logs, decides);
}

}  // namespace onceproof::rehearsal
