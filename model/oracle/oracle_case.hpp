// What the oracle's families of rules share: a history taken apart by intent. For oracle*.cpp only.
//
// This is on the path of every run, so there are no maps and no texts: a run has a handful of
// intents, and what belongs to one is a range of a sorted vector of pointers.
#pragma once

#include "model/oracle/oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::model::oracle {

bool is_success(const http_response& answer);

// Whether it carries the contract's replay marker.
bool is_marked(const http_response& answer, const contract& promised);

// Whether it is an outcome that the contract says is kept: a later attempt must get it again.
bool is_kept(const http_response& answer, const contract& promised);

// Whether nobody can tell from it what became of the request.
bool is_unknown(const seen_attempt& a);

// Whether the header is there in neither, or with the same value in both.
bool same_header(const http_response& a, const http_response& b, std::string_view name);

// Pointers to all of a kind that were seen, sorted by intent; within one, in the order of the
// history.
template <class Seen>
class by_intent {
public:
    explicit by_intent(const std::vector<Seen>& all) {
        sorted_.reserve(all.size());
        for (const Seen& s : all) {
            sorted_.push_back(&s);
        }
        // They are elements of one vector, so that their addresses are in its order.
        std::sort(sorted_.begin(), sorted_.end(), [](const Seen* a, const Seen* b) {
            return a->intent != b->intent ? a->intent < b->intent : a < b;
        });
    }

    std::span<const Seen* const> for_intent(std::uint64_t intent) const {
        const auto first = std::partition_point(sorted_.begin(), sorted_.end(),
                                                [&](const Seen* s) { return s->intent < intent; });
        const auto last = std::partition_point(first, sorted_.end(),
                                               [&](const Seen* s) { return s->intent <= intent; });
        return {first, last};
    }

private:
    std::vector<const Seen*> sorted_;
};

// All that the rules have found.
class findings {
public:
    // Texts are made here, and so only for what is wrong.
    template <class... Args>
    void report(rule broken, std::uint64_t intent, fmt::format_string<Args...> why,
                Args&&... args) {
        all_.push_back({broken, intent, fmt::format(why, std::forward<Args>(args)...)});
    }

    std::vector<violation> in_order();

private:
    std::vector<violation> all_;
};

// One intent, and what was seen of it.
struct intent_case {
    const history& seen;
    const contract& promised;
    const seen_intent& intent;
    std::span<const seen_attempt* const> attempts;  // in the order in which they ended
    std::span<const seen_outcome* const> outcomes;
    std::span<const seen_call* const> calls;
    std::span<const seen_mark* const> marks;
    std::size_t own_effects = 0;
    std::size_t other_effects = 0;  // under its name, but otherwise than it was asked for
    bool idempotent = false;        // naturally
    bool is_rewritten = false;      // whether its client sent something else for it than before
    bool has_other_body = false;    // whether another request was sent under its key
    moment began{};                 // its first attempt
    moment last{};                  // the last thing that is known of the run

    // Whether the key's record may have gone by the time of that attempt.
    bool may_have_expired(const seen_attempt& a) const;

    // Whether that attempt was answered with an outcome that must not change any more: a kept one,
    // to its own request, and not that the key has expired.
    bool counts(const seen_attempt& a) const;

    // The first of those that count; nullptr if there is none.
    const seen_attempt* first_answered() const;
};

// All effects, and for each whether some intent asked for it.
class effects_by_reference {
public:
    explicit effects_by_reference(const std::vector<seen_effect>& all);

    // Sets how many effects the intent has. Requires: all else of the case is there.
    void count(intent_case& c);

    void report_unknown(findings& found) const;

private:
    struct entry {
        const seen_effect* effect;
        bool known;
    };

    std::vector<entry> sorted_;
};

// --- The families of rules ---

void judge_effects(const intent_case& c, findings& found);
void judge_answers(const intent_case& c, findings& found);
void judge_names(const intent_case& c, findings& found);
void judge_due(const intent_case& c, findings& found);
void judge_machinery(std::span<const intent_case> cases, findings& found);
// Whether a client sent something else for the intent than before.
bool judge_requests(const intent_case& c, findings& found);
void judge_keys(const intent_case& c, findings& found);
void judge_shared_keys(std::span<const intent_case> cases, findings& found);
void judge_outcomes(const intent_case& c, findings& found);
void judge_retries(std::span<const intent_case> cases, const contract& promised, findings& found);
void judge_marks(const intent_case& c, std::span<const seen_mark* const> deaths, findings& found);

}  // namespace onceproof::model::oracle
