// A backend that we play: see backend.hpp.
#include "rehearsal/proxy/backend.hpp"

#include <list>

namespace onceproof::rehearsal {
namespace {

class played_backend final : public backend {
public:
    played_backend(boost::asio::io_context& on, const backend_spec& spec,
                   const model::contract& promised, exchange_hook& decides)
        : context_(on),
          spec_(spec),
          decides_(decides),
          ledger_(spec.played,
                  spec.played.honours.empty() ? promised.key_header : spec.played.honours) {}

    std::uint16_t open_front(std::uint32_t replica) override {
        return fronts_.emplace_back(context_, spec_, ledger_, decides_, replica).port();
    }

    void close() override { fronts_.clear(); }

    std::vector<model::seen_effect> effects_of(const model::seen_intent& intent) override {
        std::vector<model::seen_effect> all;
        for (const played_call& c : ledger_.calls()) {
            if (c.is_effect && is_of(c, intent)) {
                model::seen_effect e;
                e.tenant = intent.tenant;
                e.operation = intent.operation;
                e.reference = intent.reference;
                e.details = members_of(c.body);
                all.push_back(std::move(e));
            }
        }
        return all;
    }

    std::vector<model::seen_call> calls_of(const model::seen_intent& intent) override {
        std::vector<model::seen_call> all;
        for (const played_call& c : ledger_.calls()) {
            if (is_of(c, intent)) {
                model::seen_call call;
                call.intent = intent.number;
                call.key = c.key;
                call.request = c.request;
                call.status = c.status;
                all.push_back(std::move(call));
            }
        }
        return all;
    }

private:
    // Each run has references of its own.
    static bool is_of(const played_call& c, const model::seen_intent& intent) {
        return c.request.find(intent.reference) != std::string::npos;
    }

    boost::asio::io_context& context_;
    const backend_spec& spec_;
    exchange_hook& decides_;
    played_ledger ledger_;
    std::list<played_server> fronts_;
};

}  // namespace

std::unique_ptr<backend> make_played(boost::asio::io_context& on, const backend_spec& spec,
                                     const model::contract& promised, exchange_hook& decides) {
    return std::make_unique<played_backend>(on, spec, promised, decides);
}

}  // namespace onceproof::rehearsal
