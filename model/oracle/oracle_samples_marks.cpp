// Histories about what can only be seen from inside: who owned a key, and what was logged. The
// lease is two seconds.
#include "model/oracle/oracle_testing.hpp"

namespace onceproof::model::testing {
namespace {

events claimed() {
    return events().pay(1).lost().effect().at(100ms).says("api-1/1", mark::claims, 1);
}

std::vector<sample> takeovers_by_epoch() {
    const auto about = rule::no_overlap;
    return {
        {about,
         "two takeovers of one epoch",
         {about},
         claimed()
             .says("api-1/1", mark::dies)
             .at(3s)
             .says("api-2/1", mark::takes_over, 2)
             .says("api-2/1", mark::rests, 2)
             .at(6s)
             .says("api-3/1", mark::takes_over, 2)},
        {about,
         "two takeovers, one after the other",
         {},
         claimed()
             .says("api-1/1", mark::dies)
             .at(3s)
             .says("api-2/1", mark::takes_over, 2)
             .says("api-2/1", mark::rests, 2)
             .at(6s)
             .says("api-3/1", mark::takes_over, 3)},
        {about,
         "given up, and taken over at once",
         {},
         claimed()
             .says("api-1/1", mark::releases, 1)
             .says("api-1/1", mark::rests, 1)
             .says("api-2/1", mark::takes_over, 2)},
    };
}

std::vector<sample> overlap() {
    const auto about = rule::no_overlap;
    const events by_two = claimed().at(200ms).says("api-2/1", mark::claims, 1);
    return {
        {about, "one owner", {}, claimed().says("api-1/1", mark::rests, 1)},
        {about, "two owners", {about}, by_two},
        {about,
         "two owners, of whom one has died",
         {},
         claimed().says("api-1/1", mark::dies).says("api-2/1", mark::claims, 1)},
        {about,
         "two owners, of whom another has died",
         {about},
         claimed().says("api-3/1", mark::dies).says("api-2/1", mark::claims, 1)},
        {about,
         "two owners, of whom one died later",
         {about},
         events(by_two).at(300ms).says("api-1/1", mark::dies)},
        {about,
         "two owners, and the first runs anew",
         {},
         claimed().says("api-1/2", mark::claims, 1)},
        {about,
         "one after the other",
         {},
         claimed().says("api-1/1", mark::rests, 1).says("api-2/1", mark::claims, 1)},
        {about,
         "one before the other had ended",
         {about},
         events(by_two).says("api-1/1", mark::rests, 1)},
        {about, "released, and said late", {}, events(by_two).says("api-1/1", mark::releases, 1)},
        {about,
         "two owners, none of them of an epoch",
         {about},
         events().pay(1).lost().effect().says("a/1", mark::claims).says("b/1", mark::claims)},
        {about, "two in one process", {about}, claimed().says("api-1/1", mark::claims, 1)},
        {about,
         "two owners, and nothing is said",
         {},
         [&] {
             history silent = by_two;
             silent.has_marks = false;
             return silent;
         }()},
        {about,
         "two owners of two keys",
         {},
         [&] {
             history of_two_keys = by_two;
             of_two_keys.marks[0].key = 1;
             of_two_keys.marks[1].key = 2;
             return of_two_keys;
         }()},
        {about,
         "two owners, of whom one runs anew later",
         {about},
         events(by_two).at(300ms).says("api-1/2", mark::suppresses)},
    };
}

std::vector<sample> takeovers() {
    const auto about = rule::no_overlap;
    return {
        {about,
         "a takeover after the lease",
         {},
         claimed().at(2100ms).says("b/1", mark::takes_over, 2)},
        {about,
         "a takeover before the lease has run out",
         {about},
         claimed().at(2030ms).says("b/1", mark::takes_over, 2)},
        {about,
         "a takeover of who rests before the lease has run out",
         {about},
         claimed().says("api-1/1", mark::rests, 1).says("b/1", mark::takes_over, 2)},
        {about,
         "a takeover as soon as it may be, of a claim that was said late",
         {},
         events()
             .pay(1)
             .lost()
             .effect()
             .at(1s)
             .says("a/1", mark::claims, 1)
             .at(2100ms)
             .says("b/1", mark::takes_over, 2)},
        {about,
         "two takeovers, the second too early",
         {about},
         claimed()
             .at(2500ms)
             .says("b/1", mark::takes_over, 2)
             .at(3500ms)
             .says("c/1", mark::takes_over, 3)},
    };
}

std::vector<sample> takeovers_later() {
    const auto about = rule::no_overlap;
    return {
        {about,
         "a takeover of who rests, after the lease",
         {},
         claimed().says("api-1/1", mark::rests, 1).at(2100ms).says("b/1", mark::takes_over, 2)},
        {about,
         "two takeovers in time",
         {},
         claimed()
             .at(2500ms)
             .says("b/1", mark::takes_over, 2)
             .at(4500ms)
             .says("c/1", mark::takes_over, 3)},
        {about,
         "two take over at once",
         {about},
         claimed().at(2500ms).says("b/1", mark::takes_over, 2).says("c/1", mark::takes_over, 2)},
        {about,
         "a claim of an owner who woke up late",
         {},
         events()
             .pay(1)
             .lost()
             .effect()
             .at(2100ms)
             .says("b/1", mark::takes_over, 2)
             .says("a/1", mark::claims, 1)},
        {about,
         "a fresh claim after the lease of who sleeps",
         {},
         claimed().at(2500ms).says("b/1", mark::claims, 1)},
        {about,
         "a takeover by a clock that was wrong",
         {},
         claimed().says("b/1", mark::takes_over, 2).clocks_were_wrong()},

        {about,
         "a fresh claim after who slept was succeeded and the record released",
         {},
         events()
             .pay(1)
             .lost()
             .effect()
             .at(1900ms)
             .says("a/1", mark::claims, 1)
             .at(2100ms)
             .says("b/1", mark::takes_over, 2)
             .says("b/1", mark::releases, 2)
             .says("c/1", mark::claims, 1)},
    };
}

std::vector<sample> owner() {
    const auto about = rule::owner_only;
    const events claimed =
        events().pay(1).lost().effect().at(100ms).says("a/1", mark::claims, 1, 1);
    const events lost = events(claimed).at(2500ms).says("b/1", mark::takes_over, 2, 2);
    return {
        {about, "the owner completes", {}, events(claimed).says("a/1", mark::completes, 1, 1)},
        {about, "the owner releases", {}, events(claimed).says("a/1", mark::releases, 1, 1)},
        {about, "another completes", {about}, events(claimed).says("b/1", mark::completes, 1)},
        {about, "another releases", {about}, events(claimed).says("b/1", mark::releases, 1)},
        {about, "who has no claim releases", {about}, events(claimed).says("a/1", mark::releases)},
        {about,
         "who refused a duplicate in the same process releases",
         {about},
         events(claimed).says("a/1", mark::suppresses, 0, 2).says("a/1", mark::releases, 1, 2)},
        {about,
         "the owner releases after a duplicate was refused",
         {},
         events(claimed).says("a/1", mark::suppresses, 0, 2).says("a/1", mark::releases, 1, 1)},
        {about,
         "of another epoch than it has",
         {about},
         events(claimed).says("a/1", mark::completes, 2, 1)},
        {about, "the new owner completes", {}, events(lost).says("b/1", mark::completes, 2, 2)},
        {about,
         "the old owner completes",
         {about},
         events(lost).says("a/1", mark::completes, 1, 1)},
        {about, "the old owner releases", {about}, events(lost).says("a/1", mark::releases, 1, 1)},
        {about,
         "released, and said late, after a fresh claim was taken over",
         {},
         events()
             .pay(1)
             .lost()
             .effect()
             .at(100ms)
             .says("a/1", mark::claims, 1, 1)
             .says("a/1", mark::rests, 1, 1)
             .says("c/1", mark::claims, 1, 3)
             .at(2500ms)
             .says("b/1", mark::takes_over, 2, 2)
             .says("a/1", mark::releases, 1, 1)},
        {about,
         "before it was lost",
         {rule::no_overlap},
         events(claimed).says("a/1", mark::completes, 1, 1).says("b/1", mark::takes_over, 2)},
        {about,
         "the owner completes, for an attempt that is not known",
         {},
         events(claimed).says("a/1", mark::completes, 1)},
        {about,
         "the owner of a claim for an attempt that is not known completes",
         {},
         events()
             .pay(1)
             .lost()
             .effect()
             .says("a/1", mark::claims, 1)
             .says("a/1", mark::completes, 1, 1)},
        {about,
         "who suppressed a duplicate of that epoch completes",
         {about},
         events(claimed).says("b/1", mark::suppresses, 1).says("b/1", mark::completes, 1)},
        {about,
         "the owner completes after a duplicate of another epoch",
         {},
         events(claimed).says("b/1", mark::suppresses, 2).says("a/1", mark::completes, 1, 1)},
    };
}

std::vector<sample> logged() {
    const auto about = rule::suppressed_logged;
    const events paid = events().pay(1).answered(charged()).effect().has_marks();
    return {
        {about, "nothing to log", {}, paid},
        {about,
         "a replay",
         {},
         events(paid).says("a/1", mark::suppresses).probed(replayed(charged()))},
        {about, "a replay, not logged", {about}, events(paid).probed(replayed(charged()))},
        {about,
         "two replays, one logged",
         {about},
         events(paid)
             .says("a/1", mark::suppresses)
             .probed(replayed(charged()))
             .probed(replayed(charged()))},
        {about,
         "in flight, not logged",
         {about},
         events().pay(1).has_marks().answered(answer(409)).answered(charged()).effect()},
        {about, "refused", {}, events(paid).says("a/1", mark::rejects).other_body(answer(422))},
        {about, "refused, not logged", {about}, events(paid).other_body(answer(422))},
        {about,
         "refused, logged as a duplicate",
         {about},
         events(paid).says("a/1", mark::suppresses).other_body(answer(422))},
        {about,
         "a replay, logged as a refusal",
         {about},
         events(paid).says("a/1", mark::rejects).probed(replayed(charged()))},
        {about,
         "more is logged than was answered",
         {},
         events(paid).says("a/1", mark::suppresses).says("a/1", mark::rejects)},
        {about, "nothing is said", {}, events().pay(1).answered(answer(409))},
        {about,
         "a conflict of a PUT is none of it",
         {},
         events()
             .pay(1, "shop", "PUT /v1/orders/1")
             .key("")
             .has_marks()
             .answered(answer(409))
             .answered(answer(200))
             .effect()},
    };
}

}  // namespace

std::vector<sample> mark_samples() {
    return together(
        {overlap(), takeovers_by_epoch(), takeovers(), takeovers_later(), owner(), logged()});
}

}  // namespace onceproof::model::testing
