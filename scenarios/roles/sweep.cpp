// See sweep.hpp.
#include "scenarios/roles/sweep.hpp"

#include "designs/claim_lease/charge_server.hpp"
#include "scenarios/environment.hpp"
#include "scenarios/roles/part_json.hpp"
#include "scenarios/roles/server.hpp"
#include "sim/process.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace onceproof::scenarios {
namespace {

constexpr std::string_view member_name = "sweep_at";

class sweep_participant final : public participant {
public:
    using participant::participant;

    void start() override {
        const model::contract& promised = *in().under_test().design->promised;
        in().host(servers_host)
            .add_process(sweep_name,
                         [&promised](sim::incarnation& self) {
                             boost::asio::co_spawn(
                                 self, designs::sweep_records<designs::platform>(self, promised),
                                 boost::asio::detached);
                         })
            .start_after(in().work().get<sweep_work>().at);
    }
};

class sweep final : public role {
public:
    std::string_view name() const override { return sweep_name; }

    std::unique_ptr<participant> enter(environment& in) const override {
        const bool is_swept = in.work().get<sweep_work>().at > sim::duration::zero() &&
                              in.under_test().design->has("sweep");
        return is_swept ? std::make_unique<sweep_participant>(in) : nullptr;
    }

    std::vector<std::string_view> own_names() const override { return {sweep_name}; }

    std::vector<std::string_view> members() const override { return {member_name}; }

    void read(const base::node& n, workload& to, actor_names& /*taken*/) const override {
        to.set(sweep_work{read_span(n, member_name)});
    }

    std::string write(const workload& work) const override {
        return span_member(member_name, work.get<sweep_work>().at);
    }

    void add_smaller(const workload& whole, std::vector<workload>& to) const override {
        if (whole.get<sweep_work>().at > sim::duration::zero()) {
            to.push_back(whole);
            to.back().set(sweep_work{});
        }
    }
};

}  // namespace

const role& sweep_role() {
    static const sweep one;
    return one;
}

}  // namespace onceproof::scenarios
