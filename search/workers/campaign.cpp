// See campaign.hpp.
#include "search/workers/campaign.hpp"

#include "search/workers/worker.hpp"
#include "sim/assert.hpp"
#include "sim/hash.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <memory>
#include <system_error>
#include <utility>

namespace onceproof::search {
namespace {

using namespace std::chrono_literals;

// tidy: allow steady_clock: real time limits the search and reaches no run
using real_clock = std::chrono::steady_clock;

constexpr auto tick = 100ms;  // how often progress is told and slow runs are looked for

// A signal handler has no argument to find its campaign by.
volatile sig_atomic_t wants_no_more = 0;
volatile sig_atomic_t stands = 0;

struct chunk {
    std::uint64_t position = 0;
    std::uint64_t count = 0;
};

// One call of campaign::run.
class search {
public:
    search(const campaign_options& options, const job_function_factory& factory,
           const job_list& jobs, const campaign_listener& who,
           std::optional<std::chrono::nanoseconds> time, const sigset_t& mask_in_poll)
        : options_(options),
          factory_(factory),
          jobs_(jobs),
          listener_(who),
          time_(time),
          mask_in_poll_(mask_in_poll),
          chunk_size_(
              std::clamp<std::uint64_t>(jobs.count / options.jobs / 8, 1, worker::jobs_max)),
          slots_(options.jobs) {}

    ending run() {
        while (!is_enough() && hand_out()) {
            wait();
            add_what_is_next();
        }
        if (wants_no_more != 0) {
            save_what_was_done();
        }
        sum_.interrupted = wants_no_more != 0;
        sum_.elapsed = real_clock::now() - begin_;
        return sum_;
    }

private:
    struct slot {
        std::unique_ptr<worker> process;
        std::optional<chunk> work{};
        std::uint64_t last_done = 0;  // of the work, when that number last changed
        real_clock::time_point changed{};
    };

    bool is_enough() {
        return wants_no_more != 0 || told_enough_ || sum_.hangs >= options_.hangs_max;
    }

    // What a dead worker left is done even if the time is up, so that there are no gaps.
    std::optional<chunk> next_chunk() {
        if (!left_behind_.empty()) {
            const chunk c = left_behind_.back();
            left_behind_.pop_back();
            return c;
        }
        const bool time_is_up = time_ && real_clock::now() - begin_ >= *time_;
        if (next_ == jobs_.count || time_is_up) {
            return std::nullopt;
        }
        const chunk c{next_, std::min(chunk_size_, jobs_.count - next_)};
        next_ += c.count;
        return c;
    }

    std::vector<job> jobs_of(const chunk& c) const {
        std::vector<job> all;
        for (std::uint64_t i = 0; i < c.count; ++i) {
            all.push_back(jobs_.at(c.position + i));
        }
        return all;
    }

    // Whether anybody has something to do.
    bool hand_out() {
        bool busy = false;
        for (slot& s : slots_) {
            if (!s.work && (s.work = next_chunk())) {
                if (s.process == nullptr) {
                    s.process = std::make_unique<worker>(factory_, options_.patience);
                }
                s.process->give(jobs_of(*s.work));
                s.last_done = 0;
                s.changed = real_clock::now();
            }
            busy = busy || s.work;
        }
        return busy;
    }

    // For answers, a tick at most.
    void wait() {
        std::vector<pollfd> channels;
        for (const slot& s : slots_) {
            channels.push_back({s.work ? s.process->channel() : -1, POLLIN, 0});
        }
        const timespec most{0, std::chrono::nanoseconds(tick).count()};
        const int n = ppoll(channels.data(), channels.size(), &most, &mask_in_poll_);
        if (n < 0 && errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "waiting for workers");
        }
        for (std::size_t i = 0; n > 0 && i < slots_.size(); ++i) {
            if (channels[i].revents != 0) {
                hear(slots_[i]);
            }
        }
        if (real_clock::now() - ticked_ >= tick) {
            ticked_ = real_clock::now();
            look_around();
        }
    }

    void hear(slot& s) {
        const bool finished = s.process->has_finished();
        std::vector<outcome> done = s.process->results();
        const chunk work = *std::exchange(s.work, std::nullopt);
        if (finished && done.size() < work.count) {
            s.process->kill({std::string(crash_rule), 0, "the process wrote over its own results"});
        }
        if (!finished || done.size() < work.count) {
            const finding cause = s.process->cause_of_death();
            s.process.reset();
            if (done.size() < work.count) {
                done.push_back({{cause}, {}});
            }
            if (done.size() < work.count) {
                left_behind_.push_back({work.position + done.size(), work.count - done.size()});
            }
        }
        done_ += done.size();
        tell_of_broken(work.position, done);
        waiting_.emplace(work.position, std::move(done));
    }

    void tell_of_broken(std::uint64_t position, const std::vector<outcome>& done) const {
        for (std::size_t i = 0; listener_.on_broken && i < done.size(); ++i) {
            for (const finding& f : done[i].broken) {
                listener_.on_broken(position + i, f);
            }
        }
    }

    void look_around() {
        std::uint64_t done = done_;
        for (slot& s : slots_) {
            if (!s.work) {
                continue;
            }
            const std::uint64_t now = s.process->jobs_done();
            done += now;
            if (std::exchange(s.last_done, now) != now) {
                s.changed = ticked_;
            } else if (ticked_ - s.changed > options_.patience_with_job) {
                s.process->kill({std::string(hang_rule), 0, "the run has not ended in time"});
            }
        }
        if (listener_.on_progress) {
            listener_.on_progress({done, jobs_.count, ticked_ - begin_});
        }
    }

    void add(std::uint64_t first, const std::vector<outcome>& done) {
        for (std::size_t i = 0; i < done.size() && sum_.hangs < options_.hangs_max; ++i) {
            if (told_enough_) {
                return;
            }
            ++sum_.jobs;
            sum_.hangs += static_cast<std::uint64_t>(
                std::ranges::count(done[i].broken, hang_rule, &finding::rule));
            told_enough_ = listener_.on_outcome && !listener_.on_outcome(first + i, done[i]);
        }
    }

    void add_what_is_next() {
        for (auto it = waiting_.find(added_); it != waiting_.end(); it = waiting_.find(added_)) {
            add(it->first, it->second);
            added_ += it->second.size();
            waiting_.erase(it);
        }
    }

    // What lies behind a gap too: a finding is one, whatever is missing before it.
    void save_what_was_done() {
        for (slot& s : slots_) {
            if (s.work) {
                s.process->kill({});
                s.process->cause_of_death();
                waiting_.emplace(s.work->position, s.process->results());
            }
        }
        for (const auto& [position, done] : waiting_) {
            add(position, done);
        }
    }

    const campaign_options& options_;
    const job_function_factory& factory_;
    const job_list& jobs_;
    const campaign_listener& listener_;
    std::optional<std::chrono::nanoseconds> time_;
    sigset_t mask_in_poll_;
    std::uint64_t chunk_size_;

    real_clock::time_point begin_ = real_clock::now();
    real_clock::time_point ticked_ = begin_;
    std::vector<slot> slots_;
    std::uint64_t next_ = 0;          // position from which nothing has been handed out
    std::vector<chunk> left_behind_;  // by workers that died
    std::uint64_t done_ = 0;
    std::map<std::uint64_t, std::vector<outcome>> waiting_;  // to be added, by their first position
    std::uint64_t added_ = 0;                                // position before which all is added
    ending sum_;
    bool told_enough_ = false;
};

}  // namespace

std::optional<std::chrono::seconds> progress::left() const {
    using std::chrono::duration;
    if (jobs == 0 || total == UINT64_MAX || elapsed < 2s) {
        return std::nullopt;
    }
    const double share = static_cast<double>(total - jobs) / static_cast<double>(jobs);
    return std::chrono::ceil<std::chrono::seconds>(duration<double>(elapsed) * share);
}

job_list::job_list(std::vector<job> all) : count(all.size()) {
    at = [all = std::move(all)](std::uint64_t i) { return all[i]; };
}

// Of whoever died nothing is known but that.
void tally::add(std::uint64_t seed, const outcome& o) {
    const auto* const known = std::get_if<seed_result>(&o.result);
    const seed_result run = known == nullptr ? seed_result() : *known;
    ++runs;
    hash.high = sim::mix(hash.high, run.hash.high);
    hash.low = sim::mix(hash.low, run.hash.low);
    for (std::size_t i = 0; i < goals.size(); ++i) {
        goals[i] += run.goals >> i & 1U;
    }
    for (std::size_t i = 0; i < not_judged.size(); ++i) {
        not_judged[i] += run.not_judged >> i & 1U;
    }
    for (finding f : o.broken) {
        f.seed = seed;
        onceproof::search::add(findings, std::move(f));
    }
}

job_function_factory run_with(const scenarios::scenario& s, const designs::implementation& by) {
    return [&s, by]() -> job_function {
        return [p = std::make_shared<runner>(s, by)](const job& j) {
            return outcome_of(p->run(std::get<run_seed>(j).seed));
        };
    };
}

job_function_factory measure_windows_of_subjects() {
    return []() -> job_function {
        return [](const job& j) -> outcome {
            const designs::subject& s =
                *designs::find_subject(std::get<measure_windows>(j).subject);
            return {{},
                    windows_result{windows_of(s),
                                   s.has("downstream") ? lateness_of(s) : std::vector<lateness>()}};
        };
    };
}

std::uint64_t first_seed_from(std::string_view revision) {
    return sim::hash_text(revision) >> 16U;
}

// SIGINT is let in only while workers are waited for, so that none is missed between a look and a
// wait. One that the program was started to ignore stays ignored.
campaign::campaign(campaign_options options) : options_(std::move(options)) {
    ONCEPROOF_ASSERT(stands == 0, "one campaign at a time");
    ONCEPROOF_ASSERT(options_.jobs > 0, "somebody must run");
    stands = 1;
    wants_no_more = 0;
    struct sigaction action{};
    action.sa_handler = [](int) { wants_no_more = 1; };
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &old_action_);
    if (old_action_.sa_handler == SIG_IGN) {
        sigaction(SIGINT, &old_action_, nullptr);
    }
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigprocmask(SIG_BLOCK, &interrupt, &old_mask_);
}

campaign::~campaign() {
    sigprocmask(SIG_SETMASK, &old_mask_, nullptr);
    sigaction(SIGINT, &old_action_, nullptr);
    stands = 0;
}

ending campaign::run(const job_function_factory& factory, const job_list& jobs,
                     const campaign_listener& who, std::optional<std::chrono::nanoseconds> time) {
    return search(options_, factory, jobs, who, time, old_mask_).run();
}

tally campaign::run_seeds(const job_function_factory& factory, seed_range seeds,
                          const campaign_listener& who,
                          std::optional<std::chrono::nanoseconds> time) {
    tally seen;
    campaign_listener all = who;
    all.on_outcome = [&](std::uint64_t position, const outcome& o) {
        seen.add(seeds.first + position, o);
        return !who.on_outcome || who.on_outcome(position, o);
    };
    const job_list jobs(seeds.count, [&](std::uint64_t i) { return run_seed{seeds.first + i}; });
    const ending end = run(factory, jobs, all, time);
    seen.hangs = end.hangs;
    seen.interrupted = end.interrupted;
    seen.elapsed = end.elapsed;
    return seen;
}

bool campaign::interrupted() const {
    return wants_no_more != 0;
}

}  // namespace onceproof::search
