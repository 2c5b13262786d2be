// See roles/key_store.hpp.
#include "scenarios/roles/key_store.hpp"

#include "designs/beside/key_store.hpp"
#include "scenarios/environment.hpp"
#include "sim/process.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace onceproof::scenarios {
namespace {

constexpr std::string_view store_process = "store-1";

boost::asio::awaitable<void> serve_keys(sim::incarnation& self) {
    designs::key_store<designs::platform> store(self);
    co_await store.serve(first_port);
}

class key_store_participant final : public participant {
public:
    using participant::participant;

    void set_up() override {
        in().add_address(key_store_host, {key_store_host, first_port});
        add_host(key_store_host)
            .add_process(store_process,
                         [](sim::incarnation& self) {
                             boost::asio::co_spawn(self, serve_keys(self), boost::asio::detached);
                         })
            .start();
    }
};

class key_store final : public role {
public:
    std::string_view name() const override { return key_store_name; }

    std::unique_ptr<participant> enter(environment& in) const override {
        return in.under_test().design->needs_role(key_store_name)
                   ? std::make_unique<key_store_participant>(in)
                   : nullptr;
    }

    std::vector<std::string_view> own_names() const override {
        return {key_store_host, store_process};
    }
};

}  // namespace

const role& key_store_role() {
    static const key_store one;
    return one;
}

}  // namespace onceproof::scenarios
