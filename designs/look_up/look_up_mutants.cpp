// Servers that look up, each with one step broken. Named for the mistake.
#include "designs/look_up/look_up_server.hpp"
#include "designs/mutant_rows.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace onceproof::designs::mutants {
namespace {

using look_up_server = designs::look_up_server<platform>;

std::vector<mutant> look_up_rows;

// The call is made again without a look.
class blind_reissue final : public look_up_server {
public:
    using look_up_server::look_up_server;

protected:
    awaitable<downstream_answer> look_up(const charge_request&) override {
        downstream_answer told;
        told.type = downstream_answer::kind::none;
        co_return told;
    }
    bool is_believable(std::int64_t) const override { return true; }
};
const added blind_reissue_row(look_up_rows,
                              of_server<blind_reissue>("blind-reissue", "look-up",
                                                       "The call is made again without a look.",
                                                       "look-up"));

// "There is none" is believed at once, whatever may be on its way or not yet be seen.
class stale_look_up_believed final : public look_up_server {
public:
    using look_up_server::look_up_server;

protected:
    bool is_believable(std::int64_t) const override { return true; }
};
const added stale_look_up_believed_row(
    look_up_rows,
    of_server<stale_look_up_believed>("stale-look-up-believed", "look-up",
                                      "\"There is none\" is believed at once.", "look-up"));

// It waits as long as a latecomer can take, by a clock that may gain meanwhile.
class clock_trusted final : public look_up_server {
public:
    using look_up_server::look_up_server;

protected:
    bool is_believable(std::int64_t called_at) const override {
        return left_until(called_at + sim::duration(latest_arrival).count()) <=
               sim::duration::zero();
    }
};
const added clock_trusted_row(
    look_up_rows,
    of_server<clock_trusted>(
        "clock-trusted", "look-up",
        "Latecomers are waited for by a clock that may gain, with nothing added.", "look-up"));

}  // namespace

std::span<const mutant> look_up_mutants() {
    return look_up_rows;
}

}  // namespace onceproof::designs::mutants
