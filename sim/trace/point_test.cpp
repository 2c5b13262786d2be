// Points are counted, named, and found again by their names.
#include "sim/fault_injector.hpp"
#include "sim/host.hpp"
#include "sim/process.hpp"
#include "sim/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace onceproof::sim {
namespace {

// Ids that are equal in their low bits, where the table looks first, and ids that are not. Enough
// of them that it grows several times.
TEST(PointCounter, CountsEachIdByItselfWhileItGrows) {
    point_counter counter;
    std::map<std::uint64_t, std::uint32_t> model;
    for (std::uint64_t i = 0; i < 1000; ++i) {
        for (const std::uint64_t id : {i << 48U, i, mix(i, 1), i / 10}) {
            ASSERT_EQ(counter.next(id), ++model[id]) << id;
        }
    }
    for (const auto& [id, seen] : model) {
        ASSERT_EQ(counter.next(id), seen + 1) << id;
    }
}

// Remembers each point that it is asked about.
class collector final : public fault_injector {
public:
    std::span<const injection> at(const point& where) override {
        met.push_back(where);
        return {};
    }
    std::vector<point> met;
};

// What a process called "client" on a host called "laptop" meets when it does WHAT; "shop" is
// another host.
class tiny_world {
public:
    explicit tiny_world(const std::function<void(tiny_world&)>& what)
        : laptop(w.add_host("laptop")), shop(w.add_host("shop")) {
        process& client = laptop.add_process("client", [this, what](incarnation& self) {
            me = &self;
            what(*this);
        });
        client.start();
        w.run();
    }

    void ask(literal action, name_index whom = 0) {
        w.ask(*me, point_kind::message, place(me->owner().name_at(), whom, action));
    }

    // Goes on under an activity called WORD-NUMBER within the present one.
    void open(literal word, std::uint64_t number) {
        w.enter(w.activities().open(w.current().activity, word, number));
    }

    std::vector<std::string> names() const {
        std::vector<std::string> all;
        all.reserve(seen.met.size());
        for (const point& p : seen.met) {
            all.push_back(w.name(p));
        }
        return all;
    }

    collector seen;
    world w{{.seed = 1, .injector = &seen}};
    host& laptop;
    host& shop;
    incarnation* me = nullptr;
};

TEST(Point, IsNamedByActivityHopActionAndOrdinal) {
    const tiny_world t([](tiny_world& now) {
        now.ask("db commit");
        now.ask("request", now.shop.name_at());
        now.ask("db commit");
        now.open("job", 1);
        now.ask("db commit");
        now.open("attempt", 12);
        now.ask("request", now.shop.name_at());
        now.ask("response", now.shop.name_at());
        now.ask("request", now.shop.name_at());
    });
    EXPECT_THAT(t.names(), ::testing::ElementsAre("client/db commit", "client>shop/request",
                                                  "client/db commit#2", "job-1/client/db commit",
                                                  "job-1/attempt-12/client>shop/request",
                                                  "job-1/attempt-12/client>shop/response",
                                                  "job-1/attempt-12/client>shop/request#2"));
}

// An activity that is opened again has the same name, so its points are counted on.
RC_GTEST_PROP(Point, IsFoundAgainByItsName, ()) {
    const tiny_world t([](tiny_world& now) {
        const int steps = *rc::gen::inRange(1, 60);
        for (int i = 0; i < steps; ++i) {
            switch (*rc::gen::inRange(0, 6)) {
                case 0:
                    now.w.enter(0);
                    break;
                case 1:
                    now.open("job", *rc::gen::inRange<std::uint64_t>(1, 12));
                    break;
                case 2:
                    now.open("two-words", *rc::gen::inRange<std::uint64_t>(1, 3));
                    break;
                case 3:
                    now.ask("db commit");
                    break;
                case 4:
                    now.ask("request", now.shop.name_at());
                    break;
                default:
                    now.ask("request", now.laptop.name_at());
            }
        }
    });
    std::map<std::uint64_t, std::string> names;
    for (const point& p : t.seen.met) {
        const std::string name = t.w.name(p);
        RC_ASSERT(point_id(name) == p.id);
        RC_ASSERT(names.emplace(p.id, name).second);
    }
}

TEST(Point, IsNotMetUnderANameThatIsNotQuiteItsOwn) {
    const tiny_world t([](tiny_world& now) {
        now.open("job", 1);
        now.ask("request", now.shop.name_at());
        now.ask("db commit");
    });
    for (const char* const name : {"",
                                   "/",
                                   "#",
                                   "request",
                                   "job-1",
                                   "client>shop/request",
                                   "job-2/client>shop/request",
                                   "job/client>shop/request",
                                   "job-/client>shop/request",
                                   "job-1x/client>shop/request",
                                   "job-01/client>shop/request",
                                   "/job-1/client>shop/request",
                                   "job-1//client>shop/request",
                                   "job-1/client/request",
                                   "job-1/client>/request",
                                   "job-1/shop>client/request",
                                   "job-1/client>shop/response",
                                   "job-1/client>shop/request ",
                                   "job-1/client>shop/request#",
                                   "job-1/client>shop/request#0",
                                   "job-1/client>shop/request#x",
                                   "job-1/client>shop/request#2",
                                   "job-1/client>shop/request#-1",
                                   "job-1/client>shop/request#18446744073709551616",
                                   "job-1/client>/db commit"}) {
        for (const point& p : t.seen.met) {
            EXPECT_NE(point_id(name), p.id) << name;
        }
    }
}

// "#1" is no mistake, though names leave it out.
RC_GTEST_PROP(Point, IsNotMetUnderANameWithATypingMistake, ()) {
    const tiny_world t([](tiny_world& now) {
        now.open("job", 1);
        for (int i = 0; i < 12; ++i) {
            now.ask("9", now.shop.name_at());
        }
    });
    const std::vector<std::string> names = t.names();
    std::string typed = *rc::gen::elementOf(names);
    const auto where = *rc::gen::inRange<std::size_t>(0, typed.size());
    const auto sign = *rc::gen::elementOf(std::string("a1-0/>#9"));
    typed.replace(where, *rc::gen::inRange<std::size_t>(0, 2), 1, sign);
    RC_PRE(!typed.ends_with("#1"));
    for (std::size_t i = 0; i < names.size(); ++i) {
        RC_ASSERT((point_id(typed) == t.seen.met[i].id) == (typed == names[i]));
    }
}

}  // namespace
}  // namespace onceproof::sim
