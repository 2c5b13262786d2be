// See prober.hpp.
#include "scenarios/roles/prober.hpp"

#include "model/contract/method_class.hpp"
#include "scenarios/asking.hpp"
#include "scenarios/environment.hpp"
#include "scenarios/roles/client.hpp"
#include "scenarios/roles/server.hpp"
#include "sim/assert.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace onceproof::scenarios {
namespace {

class prober_participant final : public asking_participant {
public:
    using asking_participant::asking_participant;

    void ask_again(std::span<const std::string_view> lost) override {
        const std::vector<model::seen_intent>& intents = in().watches().seen().intents;
        if (intents.empty()) {
            return;
        }
        const std::string server = server_left(lost);
        client_work work(prober_name, {});
        for (const model::seen_intent& i : intents) {
            add_submissions(i, server, work);
        }
        add_fresh_submissions(server, work);
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

    void add_submissions(const model::seen_intent& intent, const std::string& server,
                         client_work& to) const {
        submission again = *submission_of(in().work(), intent.number);
        again.at = server;
        again.respelled = false;
        again.key = in().watches().last_key(intent.number);
        switch (model::class_of(intent.operation)) {
            case model::method_class::repeat_unsafe:
                if (!again.key.empty()) {
                    add_with_other(intent, again, to);
                }
                break;
            case model::method_class::idempotent:
                if (is_unsettled(intent)) {
                    to.submissions.push_back(again);
                }
                break;
            default:
                break;
        }
    }

    // Once, once for something else under its key, if there is such a request, and once more.
    // Intents that follow one another are not changed in the same field.
    void add_with_other(const model::seen_intent& intent, const submission& again,
                        client_work& to) const {
        to.submissions.push_back(again);
        if (const std::size_t others = count_others(*in().under_test().design, again); others > 0) {
            submission other = again;
            other.other_body = 1 + intent.number % others;
            to.submissions.insert(to.submissions.end(), {other, again});
        }
    }

    // Whether what became of it is not known, or of another one of the resource: then all are asked
    // for again, so that the last one stays the last.
    bool is_unsettled(const model::seen_intent& intent) const {
        return std::ranges::any_of(in().watches().seen().intents, [&](const auto& other) {
            return other.tenant == intent.tenant && other.operation == intent.operation &&
                   !other.settled;
        });
    }

    // One for each tenant and each unsafe operation that somebody asked for, and of several intents
    // not for the same.
    void add_fresh_submissions(const std::string& server, client_work& to) const {
        std::uint64_t number = largest_intent(in().work());
        std::set<std::pair<std::string, std::string>> asked;
        for (const model::seen_intent& i : in().watches().seen().intents) {
            if (model::class_of(i.operation) == model::method_class::repeat_unsafe &&
                asked.emplace(i.tenant, i.operation).second) {
                submission fresh(++number);
                fresh.at = server;
                fresh.tenant = i.tenant;
                fresh.operation = submission_of(in().work(), i.number)->operation;
                fresh.other_body = number % (1 + count_others(*in().under_test().design, fresh));
                to.submissions.push_back(std::move(fresh));
            }
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
