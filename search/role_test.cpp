// A role that nobody knows but this file: a process that ticks at a client.
#include "scenarios/roles/role.hpp"

#include "base/document_members.hpp"
#include "faults/plan_json.hpp"
#include "scenarios/environment.hpp"
#include "scenarios/roles/part_json.hpp"
#include "search/plan_file/trial_json.hpp"
#include "search/runner.hpp"
#include "sim/process.hpp"
#include "sim/time/timer.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace onceproof::search {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using ::testing::HasSubstr;

struct ticker_work {
    std::string client{};
    std::uint64_t times = 0;
    bool pays = false;  // says that it has made an effect

    friend bool operator==(const ticker_work&, const ticker_work&) = default;
};

// What the ticker of the last run has seen and done.
struct {
    int ticks = 0;
    bool was_healed = false;
    bool was_asked_again = false;
    bool has_ended = false;
} last;

asio::awaitable<void> tick(sim::incarnation& self, std::uint64_t times) {
    for (std::uint64_t i = 1; i <= times; ++i) {
        sim::timer due(self.get_executor(), 1ms);
        co_await due.async_wait(asio::use_awaitable);
        self.note("TICKS", i);
    }
}

class ticker_participant final : public scenarios::participant {
public:
    explicit ticker_participant(scenarios::environment& in) : scenarios::participant(in) {
        last = {};
    }

    void start() override {
        const ticker_work work = in().work().get<ticker_work>();
        in().host(work.client + "'s host")
            .add_process("ticker",
                         [times = work.times](sim::incarnation& self) {
                             asio::co_spawn(self, tick(self, times), asio::detached);
                         })
            .start();
    }
    void saw(const sim::trace_event& r) override { last.ticks += r.word == "TICKS" ? 1 : 0; }
    void heal(std::span<const std::string_view> lost) override {
        scenarios::participant::heal(lost);
        last.was_healed = true;
    }
    void ask_again(std::span<const std::string_view> /*lost*/) override {
        last.was_asked_again = true;
    }
    bool add_effects(std::vector<model::seen_effect>& to) override {
        if (in().work().get<ticker_work>().pays) {
            to.emplace_back().reference = "a tick";
        }
        return true;
    }
    void end() override { last.has_ended = true; }
};

class ticker final : public scenarios::role {
public:
    std::string_view name() const override { return "ticker"; }

    std::unique_ptr<scenarios::participant> enter(scenarios::environment& in) const override {
        return in.work().get<ticker_work>().times == 0 ? nullptr
                                                       : std::make_unique<ticker_participant>(in);
    }

    std::vector<sim::event_kind> sees() const override { return {sim::event_kind::note}; }
    std::vector<std::string_view> own_names() const override { return {"ticker"}; }
    std::vector<std::string_view> members() const override { return {"ticker"}; }

    void read(const base::node& n, scenarios::workload& to,
              scenarios::actor_names& /*taken*/) const override {
        if (const base::node* part = n.find("ticker")) {
            base::expect_members(*part, "a ticker", {"client", "times"});
            to.set(ticker_work{scenarios::read_word(*part, "client", "client"),
                               base::number_of(base::need(*part, "a ticker", "times"),
                                               "how often it ticks", 100)});
        }
    }

    std::string write(const scenarios::workload& work) const override {
        const auto& part = work.get<ticker_work>();
        return part == ticker_work()
                   ? ""
                   : " \"ticker\": {\"client\": " + scenarios::in_quotes(part.client) +
                         ", \"times\": " + std::to_string(part.times) + "},";
    }

    void add_smaller(const scenarios::workload& whole,
                     std::vector<scenarios::workload>& to) const override {
        if (ticker_work less = whole.get<ticker_work>(); less.times > 0) {
            --less.times;
            to.emplace_back(whole).set(less);
        }
    }
};

const scenarios::scenario& plain() {
    return *scenarios::find("lost-answer");
}

scenarios::trial with_ticker(std::uint64_t times, bool pays = false) {
    scenarios::trial t(plain());
    t.work.set(ticker_work{"client", times, pays});
    return t;
}

TEST(Role, IsInARunIfItsPartOfTheWorkloadSaysSo) {
    const scenarios::registered_role here(std::make_unique<ticker>());
    runner p(plain());
    const run_report ticked = p.run(with_ticker(3));
    EXPECT_FALSE(ticked.broke());
    EXPECT_EQ(last.ticks, 3);
    EXPECT_TRUE(last.was_healed);
    EXPECT_TRUE(last.was_asked_again);
    EXPECT_TRUE(last.has_ended);
    last = {};
    EXPECT_NE(p.run(scenarios::trial(plain())).hash, ticked.hash);
    EXPECT_EQ(last.ticks, 0);
}

TEST(Role, ChangesNothingWhereItHasNothingToDo) {
    runner p(plain());
    const sim::trace_hash alone = p.run(7).hash;
    const scenarios::registered_role here(std::make_unique<ticker>());
    EXPECT_EQ(p.run(7).hash, alone);
}

TEST(Role, TellsEffectsThatTheOracleJudges) {
    const scenarios::registered_role here(std::make_unique<ticker>());
    const run_report r = runner(plain()).run(with_ticker(1, true));
    ASSERT_EQ(r.violations.size(), 1U);
    EXPECT_EQ(r.violations.front().broken, model::rule::known_effects_only);
}

TEST(Role, ReadsAndWritesItsPartOfAWorkload) {
    const scenarios::registered_role here(std::make_unique<ticker>());
    const std::string text = to_json(with_ticker(3));
    EXPECT_THAT(text, HasSubstr(R"("ticker": {"client": "client", "times": 3})"));
    EXPECT_EQ(read_trial(text).work, with_ticker(3).work);
    EXPECT_THAT(to_json(scenarios::trial(plain())), Not(HasSubstr("ticker")));
}

TEST(Role, IsKnownOnlyWhileItIsRegistered) {
    std::string text;
    {
        const scenarios::registered_role here(std::make_unique<ticker>());
        text = to_json(with_ticker(3));
    }
    try {
        read_trial(text);
        FAIL() << "a part of nobody was read";
    } catch (const base::bad_document& e) {
        EXPECT_THAT(e.what(), HasSubstr("a workload has no member 'ticker'"));
    }
}

TEST(Role, KeepsItsNamesFromServersAndClients) {
    const std::string text = R"({"onceproof_plan": 2, "scenario": "lost-answer", "faults": [],
        "workload": {"servers": ["ticker"], "clients": []}})";
    EXPECT_NO_THROW(read_trial(text));
    const scenarios::registered_role here(std::make_unique<ticker>());
    EXPECT_THROW(read_trial(text), base::bad_document);
}

TEST(Role, MakesItsPartSmaller) {
    const scenarios::registered_role here(std::make_unique<ticker>());
    const scenarios::trial t = with_ticker(2);
    std::vector<scenarios::workload> smaller;
    for (const scenarios::role* r : scenarios::roles()) {
        r->add_smaller(t.work, smaller);
    }
    EXPECT_THAT(smaller, ::testing::Contains(with_ticker(1).work));
}

TEST(Roles, EachHasANameOfItsOwn) {
    std::set<std::string_view> names;
    for (const scenarios::role* r : scenarios::roles()) {
        EXPECT_TRUE(names.insert(r->name()).second) << r->name();
    }
    EXPECT_THAT(names, ::testing::IsSupersetOf({"server", "client", "downstream", "key store",
                                                "proxy", "sweep", "prober"}));
}

TEST(Subjects, HaveNoFeatureAndNeedNoRoleThatThereIsNot) {
    for (const designs::subject& s : designs::subjects()) {
        for (const std::string_view name : s.features) {
            EXPECT_NE(designs::find_feature(name), nullptr) << s.name << ": " << name;
        }
        for (const std::string_view name : s.roles) {
            EXPECT_THAT(scenarios::roles(),
                        ::testing::Contains(::testing::Property(&scenarios::role::name, name)));
        }
        EXPECT_FALSE(s.records.empty()) << s.name;
    }
}

}  // namespace
}  // namespace onceproof::search
