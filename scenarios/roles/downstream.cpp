// See downstream.hpp.
#include "scenarios/roles/downstream.hpp"

#include "base/document_members.hpp"
#include "designs/beside/downstream.hpp"
#include "scenarios/environment.hpp"
#include "scenarios/roles/part_json.hpp"
#include "scenarios/roles/wire.hpp"
#include "sim/process.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <fmt/format.h>

#include <optional>

namespace onceproof::scenarios {
namespace {

constexpr std::string_view downstream_process = "downstream-1";

class downstream_participant final : public participant {
public:
    using participant::participant;

    void set_up() override {
        sim::host& home = add_host(downstream_host);
        disk_ = &in().keep(home, "payments.db", designs::downstream_schema());
        in().add_address(downstream_host, {downstream_host, first_port});
        const designs::downstream_options options = options_of_run();
        sim::process& added =
            home.add_process(downstream_process, [options](sim::incarnation& self) {
                boost::asio::co_spawn(self, designs::serve_downstream(self, first_port, options),
                                      boost::asio::detached);
            });
        process_ = added.name_at();
        added.start();
    }

    void saw(const sim::trace_event& r) override {
        if (r.actor != process_) {
            return;
        }
        if (r.kind == sim::event_kind::sent) {
            saw_answer(r);
        } else if (r.kind == sim::event_kind::lost) {
            in().watches().facts().lost_downstream_answer |=
                effect_under_ != 0 && r.activity == effect_under_;
        } else if (r.word == designs::downstream_effect().text()) {
            effect_under_ = r.activity;
        }
    }

    bool add_effects(std::vector<model::seen_effect>& to) override {
        return in().add_effects_of(downstream_name, *disk_, to);
    }

private:
    designs::downstream_options options_of_run() const {
        const auto& work = in().work().get<downstream_work>();
        designs::downstream_options options(in().under_test().design->has("keyed-downstream"));
        options.visible_after = work.lag;
        options.work_time = work.span;
        return options;
    }

    void saw_answer(const sim::trace_event& r) {
        if (const std::optional<unsigned> status = status_of_answer(r.detail)) {
            in().watches().facts().add_answer_downstream(*status);
        }
    }

    sim::storage* disk_ = nullptr;
    sim::name_index process_{};
    std::uint32_t effect_under_ = 0;  // the activity whose effect has not been answered yet
};

class downstream final : public role {
public:
    std::string_view name() const override { return downstream_name; }

    std::unique_ptr<participant> enter(environment& in) const override {
        return in.under_test().design->needs_role(downstream_name)
                   ? std::make_unique<downstream_participant>(in)
                   : nullptr;
    }

    std::vector<sim::event_kind> sees() const override {
        return {sim::event_kind::note, sim::event_kind::sent, sim::event_kind::lost};
    }

    std::vector<std::string_view> own_names() const override {
        return {downstream_host, downstream_process};
    }

    std::vector<std::string_view> members() const override { return {downstream_name}; }

    void read(const base::node& n, workload& to, actor_names& /*taken*/) const override {
        if (const base::node* part = n.find(downstream_name)) {
            base::expect_members(*part, "what is downstream", {"lag", "span"});
            to.set(downstream_work{read_span(*part, "lag"), read_span(*part, "span")});
        }
    }

    std::string write(const workload& work) const override {
        const auto& part = work.get<downstream_work>();
        if (part == downstream_work()) {
            return {};
        }
        const std::string text = span_member("lag", part.lag) + span_member("span", part.span);
        return fmt::format(R"( "{}": {{{}}},)", downstream_name, text.substr(1, text.size() - 2));
    }

    void add_smaller(const workload& whole, std::vector<workload>& to) const override {
        const auto& part = whole.get<downstream_work>();
        for (const downstream_work& less :
             {downstream_work{}, downstream_work{part.lag, {}}, downstream_work{{}, part.span}}) {
            if (!(less == part)) {
                to.push_back(whole);
                to.back().set(less);
            }
        }
    }
};

}  // namespace

const role& downstream_role() {
    static const downstream one;
    return one;
}

}  // namespace onceproof::scenarios
