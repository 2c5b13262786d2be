// See campaign.hpp.
#include "scenarios/campaign.hpp"

#include "scenarios/worker.hpp"
#include "sim/assert.hpp"
#include "sim/hash.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <memory>
#include <system_error>
#include <utility>

namespace onceproof::scenarios {
namespace {

using namespace std::chrono_literals;

// tidy: allow steady_clock: real time limits the search and reaches no run
using real_clock = std::chrono::steady_clock;

constexpr auto tick = 100ms;  // how often progress is told and slow runs are looked for

// A signal handler has no argument to find its campaign by.
volatile sig_atomic_t wants_no_more = 0;
volatile sig_atomic_t stands = 0;

// Seeds are counted from the first of the range: that is their position.
struct chunk {
    std::uint64_t position = 0;
    std::uint64_t count = 0;
};

// Adds up runs, which must come in the order of their positions.
class summing {
public:
    explicit summing(seed_range seeds) : seeds_(seeds) {}

    void add(std::uint64_t position, const played& p) {
        ++sum_.runs;
        sum_.hash.high = sim::mix(sum_.hash.high, p.hash.high);
        sum_.hash.low = sim::mix(sum_.hash.low, p.hash.low);
        for (std::size_t i = 0; i < sum_.marks.size(); ++i) {
            sum_.marks[i] += p.marks >> i & 1U;
        }
        for (std::size_t i = 0; i < sum_.not_judged.size(); ++i) {
            sum_.not_judged[i] += p.not_judged >> i & 1U;
        }
        for (const broken_rule& b : p.broken) {
            sum_.hangs += b.rule == hang_rule ? 1 : 0;
            finding_for(b, seeds_.first + position).seeds += 1;
        }
    }
    tally& sum() { return sum_; }

private:
    finding& finding_for(const broken_rule& b, std::uint64_t seed) {
        const auto same = [&](const finding& f) { return f.rule == b.rule; };
        const auto found = std::find_if(sum_.findings.begin(), sum_.findings.end(), same);
        if (found != sum_.findings.end()) {
            return *found;
        }
        return sum_.findings.emplace_back(finding{b.rule, b.sentence, seed, 0});
    }

    seed_range seeds_;
    tally sum_;
};

// One call of campaign::play.
class search {
public:
    search(const campaign_options& options, const play_factory& factory, seed_range seeds,
           std::optional<std::chrono::nanoseconds> time, const sigset_t& mask_in_poll)
        : options_(options),
          factory_(factory),
          seeds_(seeds),
          time_(time),
          mask_in_poll_(mask_in_poll),
          chunk_size_(
              std::clamp<std::uint64_t>(seeds.count / options.jobs / 8, 1, worker::runs_max)),
          slots_(options.jobs),
          summing_(seeds) {}

    tally run() {
        while (!is_enough() && hand_out()) {
            wait();
            add_what_is_next();
        }
        if (wants_no_more != 0) {
            save_what_was_played();
        }
        tally& sum = summing_.sum();
        sum.interrupted = wants_no_more != 0;
        sum.elapsed = real_clock::now() - begin_;
        return sum;
    }

private:
    struct slot {
        std::unique_ptr<worker> who;
        std::optional<chunk> work{};
        std::uint64_t last_runs = 0;  // of the work, when that number last changed
        real_clock::time_point changed{};
    };

    bool is_enough() {
        return wants_no_more != 0 || told_enough_ || summing_.sum().hangs >= options_.hangs_max;
    }

    // What a dead worker left is played even if the time is up, so that there are no gaps.
    std::optional<chunk> next_chunk() {
        if (!left_behind_.empty()) {
            const chunk c = left_behind_.back();
            left_behind_.pop_back();
            return c;
        }
        const bool time_is_up = time_ && real_clock::now() - begin_ >= *time_;
        if (next_ == seeds_.count || time_is_up) {
            return std::nullopt;
        }
        const chunk c{next_, std::min(chunk_size_, seeds_.count - next_)};
        next_ += c.count;
        return c;
    }

    // Whether anybody has something to do.
    bool hand_out() {
        bool busy = false;
        for (slot& s : slots_) {
            if (!s.work && (s.work = next_chunk())) {
                if (s.who == nullptr) {
                    s.who = std::make_unique<worker>(factory_, options_.patience);
                }
                s.who->give(seeds_.first + s.work->position, s.work->count);
                s.last_runs = 0;
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
            channels.push_back({s.work ? s.who->channel() : -1, POLLIN, 0});
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
        const bool finished = s.who->has_finished();
        std::vector<played> runs = s.who->results();
        const chunk work = *std::exchange(s.work, std::nullopt);
        if (finished && runs.size() < work.count) {
            s.who->kill({std::string(crash_rule), "the process wrote over its own results"});
        }
        if (!finished || runs.size() < work.count) {
            const broken_rule cause = s.who->cause_of_death();
            s.who.reset();
            if (runs.size() < work.count) {
                runs.push_back({{}, 0, 0, {cause}, {}});
            }
            if (runs.size() < work.count) {
                left_behind_.push_back({work.position + runs.size(), work.count - runs.size()});
            }
        }
        played_ += runs.size();
        tell_of_broken(work.position, runs);
        waiting_.emplace(work.position, std::move(runs));
    }

    void tell_of_broken(std::uint64_t position, const std::vector<played>& runs) const {
        for (std::size_t i = 0; options_.on_broken && i < runs.size(); ++i) {
            for (const broken_rule& b : runs[i].broken) {
                options_.on_broken(seeds_.first + position + i, b);
            }
        }
    }

    void look_around() {
        std::uint64_t runs = played_;
        for (slot& s : slots_) {
            if (!s.work) {
                continue;
            }
            const std::uint64_t now = s.who->runs();
            runs += now;
            if (std::exchange(s.last_runs, now) != now) {
                s.changed = ticked_;
            } else if (ticked_ - s.changed > options_.patience_with_run) {
                s.who->kill({std::string(hang_rule), "the run has not ended in time"});
            }
        }
        if (options_.on_progress) {
            options_.on_progress({runs, seeds_.count, ticked_ - begin_});
        }
    }

    void add(std::uint64_t first, const std::vector<played>& runs) {
        for (std::size_t i = 0; i < runs.size() && summing_.sum().hangs < options_.hangs_max; ++i) {
            if (told_enough_) {
                return;
            }
            summing_.add(first + i, runs[i]);
            told_enough_ =
                options_.on_run && !options_.on_run(seeds_.first + first + i, runs[i].attachment);
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
    void save_what_was_played() {
        for (slot& s : slots_) {
            if (s.work) {
                s.who->kill({});
                s.who->cause_of_death();
                waiting_.emplace(s.work->position, s.who->results());
            }
        }
        for (const auto& [position, runs] : waiting_) {
            add(position, runs);
        }
    }

    const campaign_options& options_;
    const play_factory& factory_;
    seed_range seeds_;
    std::optional<std::chrono::nanoseconds> time_;
    sigset_t mask_in_poll_;
    std::uint64_t chunk_size_;

    real_clock::time_point begin_ = real_clock::now();
    real_clock::time_point ticked_ = begin_;
    std::vector<slot> slots_;
    std::uint64_t next_ = 0;          // position from which nothing has been handed out
    std::vector<chunk> left_behind_;  // by workers that died
    std::uint64_t played_ = 0;
    std::map<std::uint64_t, std::vector<played>> waiting_;  // to be added, by their first position
    std::uint64_t added_ = 0;                               // position before which all is added
    summing summing_;
    bool told_enough_ = false;
};

}  // namespace

std::optional<std::chrono::seconds> progress::left() const {
    using std::chrono::duration;
    if (runs == 0 || of == UINT64_MAX || elapsed < 2s) {
        return std::nullopt;
    }
    const double share = static_cast<double>(of - runs) / static_cast<double>(runs);
    return std::chrono::ceil<std::chrono::seconds>(duration<double>(elapsed) * share);
}

play_factory play_with(const scenario& s, const performer& by) {
    return [&s, by]() -> play_function {
        return [p = std::make_shared<player>(s, by)](std::uint64_t seed) { return p->play(seed); };
    };
}

std::uint64_t first_seed_from(std::string_view revision) {
    return sim::hash_text(revision) >> 16U;
}

// SIGINT is let in only while workers are waited for, so that none is missed between a look and a
// wait. One that the program was started to ignore stays ignored.
campaign::campaign(campaign_options options) : options_(std::move(options)) {
    ONCEPROOF_ASSERT(stands == 0, "one campaign at a time");
    ONCEPROOF_ASSERT(options_.jobs > 0, "somebody must play");
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

tally campaign::play(const play_factory& factory, seed_range seeds,
                     std::optional<std::chrono::nanoseconds> time) {
    return search(options_, factory, seeds, time, old_mask_).run();
}

bool campaign::interrupted() const {
    return wants_no_more != 0;
}

}  // namespace onceproof::scenarios
