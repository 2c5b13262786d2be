// The oracle's rules about what can only be seen from inside: who owned a key, and what was logged.
//
// A mark is said after what it says was done, so that a process which stood still in between says
// it late. Nothing is concluded here from the order of two marks that lateness could have swapped.
#include "model/oracle/oracle_case.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace onceproof::model::oracle {
namespace {

using mark_range = std::span<const seen_mark* const>;

std::string_view process_of(std::string_view who) {
    return who.substr(0, who.rfind('/'));
}

bool is_claim(const seen_mark& m) {
    return m.kind == mark::claims || m.kind == mark::takes_over;
}

// A client that does not keep to its key has several records, each with owners of its own.
bool is_one_key(const seen_mark& a, const seen_mark& b) {
    return a.key == b.key || a.key == 0 || b.key == 0;
}

// Whether the second mark is of the work that the first one, a claim, began.
bool is_of(const seen_mark& m, const seen_mark& claim) {
    return m.process == claim.process && m.epoch == claim.epoch && is_one_key(m, claim) &&
           (m.attempt == claim.attempt || m.attempt == 0 || claim.attempt == 0);
}

// Looks at the marks of one intent.
class judge_of_marks {
public:
    judge_of_marks(const intent_case& c, mark_range deaths, findings& found)
        : c_(c), deaths_(deaths), found_(found) {}

    void judge_overlap() {
        for (std::size_t i = 0; i < c_.marks.size(); ++i) {
            if (!is_claim(*c_.marks[i])) {
                continue;
            }
            if (is_too_early(i)) {
                found_.report(rule::no_overlap, c_.intent.number,
                              "{} takes it over before a lease can have run out",
                              c_.marks[i]->process);
                return;
            }
            for (std::size_t k = 0; k < i; ++k) {
                if (!is_one_key(*c_.marks[k], *c_.marks[i])) {
                    continue;
                }
                if (is_same_takeover(*c_.marks[k], *c_.marks[i])) {
                    found_.report(rule::no_overlap, c_.intent.number,
                                  "{} and {} both take it over in epoch {}", c_.marks[k]->process,
                                  c_.marks[i]->process, c_.marks[i]->epoch);
                    return;
                }
                if (is_claim(*c_.marks[k]) && is_at_work(k, i)) {
                    found_.report(rule::no_overlap, c_.intent.number,
                                  "{} begins to work while {} is at work", c_.marks[i]->process,
                                  c_.marks[k]->process);
                    return;
                }
            }
        }
    }

    void judge_owner() {
        for (std::size_t i = 0; i < c_.marks.size(); ++i) {
            const seen_mark& m = *c_.marks[i];
            if (m.kind != mark::completes && m.kind != mark::releases) {
                continue;
            }
            const char* does = m.kind == mark::completes ? "completes" : "releases";
            const std::optional<std::size_t> claim = claim_of(i);
            if (!claim) {
                found_.report(rule::owner_only, c_.intent.number,
                              "{} {} it without a claim of its own", m.process, does);
                return;
            }
            if (const seen_mark* next = superseded_by(*claim, i)) {
                found_.report(rule::owner_only, c_.intent.number,
                              "{} {} it, which has been {}'s since", m.process, does,
                              next->process);
                return;
            }
        }
    }

    void judge_log() {
        std::size_t suppressed = 0;
        std::size_t rejected = 0;
        for (const seen_attempt* a : c_.attempts) {
            if (a->answer) {
                suppressed += is_suppressed(*a->answer) ? 1 : 0;
                rejected += a->answer->status == c_.promised.mismatch_status ? 1 : 0;
            }
        }
        report_missing("suppressed", suppressed, mark::suppresses);
        report_missing("rejected", rejected, mark::rejects);
    }

private:
    // An epoch has one owner.
    static bool is_same_takeover(const seen_mark& a, const seen_mark& b) {
        return a.kind == mark::takes_over && b.kind == mark::takes_over && a.epoch == b.epoch &&
               a.epoch != 0 && a.process != b.process;
    }

    // The earliest time at which the lease of that claim can have begun: each takeover waits for
    // one lease more, unless the owner has given its claim up.
    moment earliest(std::size_t claim) const {
        const seen_mark& m = *c_.marks[claim];
        if (m.kind == mark::claims) {
            return c_.began;
        }
        for (std::size_t k = claim; k-- > 0;) {
            if (is_claim(*c_.marks[k]) && c_.marks[k]->epoch + 1 == m.epoch &&
                is_one_key(*c_.marks[k], m)) {
                const bool waits = !may_have_released(k, m.at);
                return earliest(k) + (waits ? c_.promised.lease : moment::zero());
            }
        }
        return c_.began + c_.promised.lease;
    }

    // It may be said late, or not at all by one who died meanwhile.
    bool may_have_released(std::size_t owner, moment by) const {
        const seen_mark& old = *c_.marks[owner];
        return has_died(old, by) ||
               std::any_of(c_.marks.begin(), c_.marks.end(), [&](const seen_mark* m) {
                   return m->kind == mark::releases && is_of(*m, old);
               });
    }

    bool is_too_early(std::size_t claim) const {
        return c_.marks[claim]->kind == mark::takes_over && c_.marks[claim]->at < earliest(claim);
    }

    // Whether the owner by that claim is still at work, and by right, at the later claim.
    bool is_at_work(std::size_t owner, std::size_t later) const {
        const seen_mark& old = *c_.marks[owner];
        const seen_mark& now = *c_.marks[later];
        const bool by_takeover =
            now.kind == mark::takes_over && (now.epoch > old.epoch || now.epoch == 0);
        if (by_takeover || now.epoch < old.epoch || now.at >= old.at + c_.promised.lease) {
            return false;
        }
        for (std::size_t k = owner + 1; k < c_.marks.size(); ++k) {
            const seen_mark& m = *c_.marks[k];
            // It may be said late that a claim was released, but not that work has ended.
            const bool over =
                (m.kind == mark::releases || (m.kind == mark::rests && k < later)) && is_of(m, old);
            const bool lost = k < later && m.kind == mark::takes_over && m.epoch > old.epoch;
            if (over || lost) {
                return false;
            }
        }
        return !has_died(old, now.at);
    }

    bool has_died(const seen_mark& owner, moment by) const {
        const auto is_another_run = [&](const seen_mark* m) {
            return m->at >= owner.at && m->at <= by && m->process != owner.process &&
                   process_of(m->process) == process_of(owner.process);
        };
        const auto is_death = [&](const seen_mark* m) {
            return m->kind == mark::dies && m->process == owner.process && m->at >= owner.at &&
                   m->at <= by;
        };
        return std::any_of(c_.marks.begin(), c_.marks.end(), is_another_run) ||
               std::any_of(deaths_.begin(), deaths_.end(), is_death);
    }

    // The claim by which the mark's sayer has it; nothing if it has none.
    std::optional<std::size_t> claim_of(std::size_t at) const {
        for (std::size_t k = at; k-- > 0;) {
            if (is_claim(*c_.marks[k]) && is_of(*c_.marks[at], *c_.marks[k])) {
                return k;
            }
        }
        return std::nullopt;
    }

    // Who took it over between the claim and that mark. With a fresh claim in between the record
    // had gone, and nobody can tell from which of the two it was taken.
    const seen_mark* superseded_by(std::size_t claim, std::size_t at) const {
        for (std::size_t k = claim + 1; k < at; ++k) {
            const seen_mark& m = *c_.marks[k];
            if (!is_one_key(m, *c_.marks[claim])) {
                continue;
            }
            if (m.kind == mark::claims) {
                return nullptr;
            }
            if (m.kind == mark::takes_over && m.epoch > c_.marks[claim]->epoch) {
                return &m;
            }
        }
        return nullptr;
    }

    bool is_suppressed(const http_response& answer) const {
        return answer.status == c_.promised.in_flight_status || is_marked(answer, c_.promised);
    }

    void report_missing(std::string_view what, std::size_t answered, mark logged_as) {
        const auto logged = static_cast<std::size_t>(
            std::count_if(c_.marks.begin(), c_.marks.end(),
                          [&](const seen_mark* m) { return m->kind == logged_as; }));
        if (answered > logged) {
            found_.report(rule::suppressed_logged, c_.intent.number,
                          "{} attempts were answered as {}, and {} are logged as that", answered,
                          what, logged);
        }
    }

    const intent_case& c_;
    mark_range deaths_;
    findings& found_;
};

}  // namespace

void judge_marks(const intent_case& c, mark_range deaths, findings& found) {
    judge_of_marks judge(c, deaths, found);
    if (c.seen.clocks_were_true) {
        judge.judge_overlap();
    }
    judge.judge_owner();
    if (!c.idempotent) {
        judge.judge_log();
    }
}

}  // namespace onceproof::model::oracle
