// See oracle.hpp.
#include "model/oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace onceproof::model {
namespace {

bool is_success(const http_response& answer) {
    return answer.status / 100 == 2;
}

// The body of the closing probe that asks for something else marks its effect so.
constexpr std::string_view other_mark = "/other";

// What one intent's judgement needs.
class judge_of_one {
public:
    judge_of_one(const history& seen, const seen_intent& intent) : intent_(intent) {
        for (const seen_attempt& a : seen.attempts) {
            if (a.intent == intent.number) {
                attempts_.push_back(&a);
            }
        }
        effects_ = count_effects(seen, intent.reference);
        other_effects_ = count_effects(seen, intent.reference + std::string(other_mark));
    }

    std::vector<violation> verdict() {
        check_effects();
        check_replay();
        check_other_body();
        if (!intent_.settled) {
            report(rule::settles, "its client came to no final answer after faults had stopped");
        }
        return std::move(found_);
    }

private:
    std::size_t count_effects(const history& seen, const std::string& reference) const {
        return static_cast<std::size_t>(
            std::count_if(seen.effects.begin(), seen.effects.end(), [&](const seen_effect& e) {
                return e.tenant == intent_.tenant && e.reference == reference;
            }));
    }

    // The first final answer to the intent's own request, by the client or by the probe.
    const http_response* first_final() const {
        for (const seen_attempt* a : attempts_) {
            if (a->why != seen_attempt::purpose::other_body && a->answer && is_final(*a->answer)) {
                return &*a->answer;
            }
        }
        return nullptr;
    }

    void check_effects() {
        const http_response* answer = first_final();
        const bool acknowledged = answer != nullptr && is_success(*answer);
        if (effects_ > 1) {
            report(rule::one_effect, fmt::format("it took effect {} times", effects_));
        } else if (effects_ == 0 && acknowledged) {
            report(rule::one_effect,
                   fmt::format("it was answered {} and has no effect", answer->status));
        } else if (effects_ > 0 && answer != nullptr && !acknowledged) {
            report(rule::no_rejected_effect,
                   fmt::format("it was answered {} and took effect all the same", answer->status));
        }
    }

    void check_replay() {
        const http_response* first = first_final();
        for (const seen_attempt* a : attempts_) {
            if (a->why == seen_attempt::purpose::other_body || !a->answer ||
                !is_final(*a->answer)) {
                continue;
            }
            const http_response& answer = *a->answer;
            const char* differs = answer.status != first->status   ? "status"
                                  : answer.body != first->body     ? "body"
                                  : !same_location(answer, *first) ? "Location"
                                                                   : nullptr;
            if (differs != nullptr) {
                report(rule::faithful_replay,
                       fmt::format("attempt {} was answered with another {} than the first",
                                   a->number, differs));
                return;
            }
        }
    }

    static bool same_location(const http_response& a, const http_response& b) {
        const std::string* x = a.headers.find("Location");
        const std::string* y = b.headers.find("Location");
        return (x == nullptr) == (y == nullptr) && (x == nullptr || *x == *y);
    }

    void check_other_body() {
        for (const seen_attempt* a : attempts_) {
            if (a->why == seen_attempt::purpose::other_body && a->answer && is_final(*a->answer) &&
                a->answer->status != 422) {
                report(rule::other_body_rejected,
                       fmt::format("its key with another request was answered {}, not 422",
                                   a->answer->status));
            }
        }
        if (other_effects_ > 0) {
            report(rule::other_body_rejected, "its key with another request took effect");
        }
    }

    void report(rule broken, std::string why) {
        found_.push_back({broken, intent_.number, std::move(why)});
    }

    const seen_intent& intent_;
    std::vector<const seen_attempt*> attempts_;
    std::size_t effects_ = 0;
    std::size_t other_effects_ = 0;
    std::vector<violation> found_;
};

bool is_known(const history& seen, const seen_effect& e) {
    return std::any_of(seen.intents.begin(), seen.intents.end(), [&](const seen_intent& i) {
        return i.tenant == e.tenant &&
               (i.reference == e.reference || i.reference + std::string(other_mark) == e.reference);
    });
}

}  // namespace

std::string_view to_text(rule r) {
    constexpr std::array<std::string_view, 6> names{
        "one effect",      "no effect of a rejected request",
        "faithful replay", "other body rejected",
        "settles",         "known effects only"};
    return names[static_cast<std::size_t>(r)];
}

bool is_liveness(rule r) {
    return r == rule::settles;
}

bool is_final(const http_response& answer) {
    return answer.status >= 200 && answer.status < 500 && answer.status != 409 &&
           answer.status != 429;
}

std::vector<violation> judge(const history& seen) {
    std::vector<violation> found;
    for (const seen_intent& intent : seen.intents) {
        for (violation& v : judge_of_one(seen, intent).verdict()) {
            found.push_back(std::move(v));
        }
    }
    for (const seen_effect& e : seen.effects) {
        if (!is_known(seen, e)) {
            found.push_back(
                {rule::known_effects_only, 0,
                 fmt::format("the ledger holds '{}', which nobody asked for", e.reference)});
        }
    }
    return found;
}

}  // namespace onceproof::model
