// See proxy.hpp.
#include "scenarios/roles/proxy.hpp"

#include "scenarios/environment.hpp"
#include "scenarios/roles/part_json.hpp"
#include "scenarios/roles/resending_proxy.hpp"
#include "scenarios/roles/server.hpp"
#include "sim/process.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace onceproof::scenarios {
namespace {

constexpr std::string_view process_name = "proxy-1";

class proxy_participant final : public participant {
public:
    using participant::participant;

    void start() override {
        std::vector<sim::endpoint> servers;
        for (const std::string& name : servers_by_name(in().work())) {
            servers.push_back(in().address_of(name));
        }
        in().add_address(proxy_name, {proxy_name, first_port});
        add_host(proxy_name)
            .add_process(process_name,
                         [servers](sim::incarnation& self) {
                             boost::asio::co_spawn(self, run_proxy(self, first_port, servers),
                                                   boost::asio::detached);
                         })
            .start();
    }
};

class proxy final : public role {
public:
    std::string_view name() const override { return proxy_name; }

    std::unique_ptr<participant> enter(environment& in) const override {
        return in.work().get<proxy_work>().stands_there ? std::make_unique<proxy_participant>(in)
                                                        : nullptr;
    }

    std::vector<std::string_view> own_names() const override { return {proxy_name, process_name}; }

    std::vector<std::string> addresses(const workload& work) const override {
        return work.get<proxy_work>().stands_there ? std::vector{std::string(proxy_name)}
                                                   : std::vector<std::string>();
    }

    std::vector<std::string_view> members() const override { return {proxy_name}; }

    void read(const base::node& n, workload& to, actor_names& /*taken*/) const override {
        to.set(proxy_work{read_flag(n, proxy_name, false)});
    }

    std::string write(const workload& work) const override {
        return flag_member(proxy_name, work.get<proxy_work>().stands_there);
    }

    // Without it those who ask it ask the first server.
    void add_smaller(const workload& whole, std::vector<workload>& to) const override {
        if (!whole.get<proxy_work>().stands_there || whole.servers.empty()) {
            return;
        }
        workload& less = to.emplace_back(whole);
        less.set(proxy_work{});
        for (client_work& c : less.clients) {
            for (submission& e : c.submissions) {
                e.at = e.at == proxy_name ? whole.servers.front().name : e.at;
            }
        }
    }
};

}  // namespace

const role& proxy_role() {
    static const proxy one;
    return one;
}

}  // namespace onceproof::scenarios
