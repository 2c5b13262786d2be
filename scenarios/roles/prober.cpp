// See prober.hpp.
#include "scenarios/roles/prober.hpp"

#include "model/contract/method_class.hpp"
#include "scenarios/asking.hpp"
#include "scenarios/environment.hpp"
#include "scenarios/roles/client.hpp"
#include "scenarios/roles/server.hpp"
#include "sim/assert.hpp"

#include <algorithm>

namespace onceproof::scenarios {
namespace {

class prober_participant final : public asking_participant {
public:
    using asking_participant::asking_participant;

    void ask_again(std::span<const std::string_view> lost) override {
        client_work work(prober_name, {});
        for (const model::seen_intent& i : in().watches().seen().intents) {
            add_submissions(i.number, server_left(lost), work);
        }
        if (!work.submissions.empty()) {
            model::retry_policy policy = in().under_test().design->promised->retry;
            policy.budget = {};
            policy.breaker = {};
            add_client(work, policy, &designs::make_reference_client);
        }
    }

private:
    std::string server_left(std::span<const std::string_view> lost) const {
        const std::vector<std::string> names = servers_by_name(in().work());
        const auto left = std::ranges::find_if(names, [&](const std::string& name) {
            return std::ranges::find(lost, name) == lost.end();
        });
        ONCEPROOF_ASSERT(left != names.end(), "somebody is left to be asked");
        return *left;
    }

    void add_submissions(std::uint64_t intent, const std::string& server, client_work& to) const {
        submission again = *submission_of(in().work(), intent);
        again.at = server;
        again.respelled = false;
        again.key = in().watches().last_key(intent);
        const model::wanted wants = request_of(*in().under_test().design, again);
        const bool is_unsafe =
            model::class_of(wants.operation) == model::method_class::repeat_unsafe;
        if (is_unsafe && !again.key.empty()) {
            submission other = again;
            other.other_body = true;
            to.submissions.insert(to.submissions.end(), {again, other, again});
        }
    }
};

class prober final : public role {
public:
    std::string_view name() const override { return prober_name; }

    std::unique_ptr<participant> enter(environment& in) const override {
        return std::make_unique<prober_participant>(in);
    }

    std::vector<sim::event_kind> sees() const override { return asking_participant::events(); }

    std::vector<std::string_view> own_names() const override {
        return {prober_name, "prober's host"};
    }
};

}  // namespace

const role& prober_role() {
    static const prober one;
    return one;
}

}  // namespace onceproof::scenarios
