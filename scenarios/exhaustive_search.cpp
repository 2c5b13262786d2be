// See exhaustive_search.hpp.
#include "scenarios/exhaustive_search.hpp"

#include "faults/exhaustive.hpp"
#include "faults/foresight.hpp"
#include "scenarios/deadlines.hpp"
#include "scenarios/shared_text.hpp"
#include "scenarios/trial_json.hpp"
#include "scenarios/worker.hpp"
#include "sim/hash.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

namespace onceproof::scenarios {
namespace {

// What a worker tells of a part: this, then the hashes of behaviours, then a plan file.
struct part_report {
    std::uint64_t roots;  // of the whole search
    faults::search_counts counts;
    std::array<std::uint64_t, 64> marks;
    std::uint64_t violating;
    std::uint64_t met;
    std::uint64_t behaviours;
    std::uint64_t behaviours_cut;
};

constexpr std::size_t behaviours_max = 7000;
static_assert(sizeof(part_report) + behaviours_max * 8 + 4096 < worker::attachment_max);

bool ends_a_process(const finding& f) {
    return f.rule == crash_rule || f.rule == hang_rule;
}

// Lives in a worker.
class searcher {
public:
    // ANNOUNCES: where each plan is written before it is played; nullptr: nowhere.
    searcher(const scenario& s, const performer& by, const exhaustive_options& options,
             shared_text* announces = nullptr)
        : scenario_(s),
          by_(by),
          space_(by.space()),
          options_(options),
          announces_(announces),
          player_(s, by),
          foresees_(space_) {
        for (const faults::fault& f : player_.plan()) {
            names_.emplace(sim::point_id(f.point), f.point);
        }
    }

    run_report play(std::uint64_t part) {
        begin();
        if (part == 0 || search_ == nullptr) {
            begin_search();
            report_.roots = search_->roots();
        }
        if (part == 0) {
            play_what_it_is_about();
            return finish({}, 0);
        }
        begin();  // the first run belongs to part 0
        const faults::search_counts before = search_->counts();
        const std::uint64_t met_before = met();
        search_->explore((part - 1) * options_.part.of + options_.part.number - 1);
        return finish(before, met_before);
    }

private:
    void begin() {
        report_ = {};
        sum_ = {};
        plan_.clear();
    }

    void begin_search() {
        const auto play = [this](const faults::strikes& plan) { return play_one(plan); };
        deadlines_ = nullptr;
        if (options_.faults_max) {
            search_ = std::make_unique<faults::exhaustive>(space_, *options_.faults_max, play);
        } else {
            auto search = std::make_unique<around_deadlines>(scenario_, space_, player_, play);
            deadlines_ = search.get();
            search_ = std::move(search);
        }
    }

    std::uint64_t met() const { return deadlines_ == nullptr ? 0 : deadlines_->met(); }

    // The scenario's own plan may have more faults than the search: its marks count all the same.
    void play_what_it_is_about() {
        if (!player_.plan().empty() && deadlines_ == nullptr) {
            play_one(faults::strikes_of(player_.plan()));
        }
    }

    faults::run_seen play_one(const faults::strikes& plan) {
        play_options options;
        options.keep_points = true;
        options.keep_trace = deadlines_ != nullptr;
        const bool is_extended = options_.faults_max && plan.size() < *options_.faults_max;
        options.foresees = is_extended && foresees_.has_work() ? &foresees_ : nullptr;
        if (announces_ != nullptr) {
            announce(plan);
        }
        const run_report r = player_.play(plan, scenario_.work, options);
        if (announces_ != nullptr) {
            remember_names();
        }
        sum_.hash.high = sim::mix(sum_.hash.high, r.hash.high);
        sum_.hash.low = sim::mix(sum_.hash.low, r.hash.low);
        sum_.marks |= r.marks;
        for (std::size_t i = 0; i < report_.marks.size(); ++i) {
            report_.marks[i] += r.marks >> i & 1U;
        }
        if (r.broke()) {
            ++report_.violating;
            keep(r, plan);
        }
        using fate = faults::opponent::fate;
        const auto fates = player_.against().fates();
        return {player_.against().points(), fates.empty() || fates.back() == fate::fired,
                r.behaviour,
                options.foresees == nullptr ? std::vector<std::uint64_t>()
                                            : options.foresees->repeats()};
    }

    // The first that broke something.
    void keep(const run_report& r, const faults::strikes& plan) {
        if (sum_.broke()) {
            return;
        }
        sum_.violations = r.violations;
        sum_.trouble = r.trouble;
        plan_ = to_plan_file(plan, [this](std::uint64_t point) {
            const auto known = names_.find(point);
            return known == names_.end() ? player_.name_of(point) : known->second;
        });
    }

    template <class NameOf>
    std::string to_plan_file(const faults::strikes& plan, NameOf name_of) const {
        trial t(scenario_);
        t.by = by_;
        for (const faults::strike& s : plan) {
            t.faults.emplace_back(name_of(s.at), s.what);
        }
        return to_json(t);
    }

    // All points of a plan are the scenario's own, or were met by runs before it.
    void announce(const faults::strikes& plan) {
        announces_->write(
            to_plan_file(plan, [this](std::uint64_t point) { return names_.at(point); }));
    }

    void remember_names() {
        for (const sim::point& met : player_.against().points()) {
            names_.emplace(met.id, player_.world().name(met));
        }
    }

    // What had been counted when the part began.
    run_report finish(const faults::search_counts& before, std::uint64_t met_before) {
        report_.counts = search_->counts();
        report_.counts.subtract(before);
        report_.met = met() - met_before;
        const std::vector<std::uint64_t> behaviours = search_->take_behaviours();
        report_.behaviours = std::min(behaviours.size(), behaviours_max);
        report_.behaviours_cut = behaviours.size() > behaviours_max ? 1 : 0;
        std::string& text = sum_.attachment;
        text.resize(sizeof report_ + report_.behaviours * sizeof(std::uint64_t));
        std::memcpy(text.data(), &report_, sizeof report_);
        std::memcpy(text.data() + sizeof report_, behaviours.data(),
                    report_.behaviours * sizeof(std::uint64_t));
        text += plan_;
        return std::move(sum_);
    }

    const scenario& scenario_;
    performer by_;
    faults::fault_space space_;
    exhaustive_options options_;
    shared_text* announces_;
    player player_;
    faults::foresight foresees_;
    std::unique_ptr<faults::plan_search> search_;  // its first run serves all parts
    around_deadlines* deadlines_ = nullptr;        // if it is that
    std::map<std::uint64_t, std::string> names_;   // of some points; of all, if plans are announced
    run_report sum_;
    part_report report_{};
    std::string plan_;
};

// Puts together what the parts tell, in their order.
class collector {
public:
    explicit collector(const exhaustive_options& options) : options_(options) {}

    // False: it is enough. After an interrupt there may be parts behind a gap: of them only
    // findings count.
    bool add(std::uint64_t part, const std::string& text) {
        part_report r{};
        const bool is_next = part == sum.parts_done;
        sum.parts_done += is_next ? 1 : 0;
        if (text.size() < sizeof r) {
            return true;  // whoever played it has died
        }
        std::memcpy(&r, text.data(), sizeof r);
        plans_[part] = text.substr(sizeof r + r.behaviours * sizeof(std::uint64_t));
        if (!is_next) {
            return true;
        }
        if (part == 0) {
            const std::uint64_t before = options_.part.number - 1;
            sum.parts = 1 + (r.roots + options_.part.of - 1 - before) / options_.part.of;
        }
        sum.counts.add(r.counts);
        for (std::size_t i = 0; i < r.marks.size(); ++i) {
            sum.marks[i] += r.marks[i];
        }
        sum.violating += r.violating;
        sum.met += r.met;
        sum.behaviours_cut = sum.behaviours_cut || r.behaviours_cut != 0;
        std::vector<std::uint64_t> more(r.behaviours);
        std::memcpy(more.data(), text.data() + sizeof r, r.behaviours * sizeof(std::uint64_t));
        std::vector<std::uint64_t> both;
        std::set_union(sum.behaviours.begin(), sum.behaviours.end(), more.begin(), more.end(),
                       std::back_inserter(both));
        sum.behaviours = std::move(both);
        return sum.counts.plans < options_.plans_max;
    }

    void add_findings(const tally& t) {
        for (const finding& f : t.findings) {
            const bool known = std::any_of(sum.found.begin(), sum.found.end(),
                                           [&](const auto& x) { return x.rule == f.rule; });
            if (!known) {
                sum.found.push_back({f.rule, f.sentence, plans_[f.first_seed]});
                if (ends_a_process(f)) {
                    dead_.emplace_back(sum.found.size() - 1, f.first_seed);
                }
            }
        }
        sum.interrupted = sum.interrupted || t.interrupted;
        sum.elapsed += t.elapsed;
    }

    // PLAN_OF: with which plan the process that plays a part dies.
    void tell_plans_of_the_dead(const std::function<std::string(std::uint64_t part)>& plan_of) {
        for (const auto& [place, part] : dead_) {
            sum.found[place].plan = plan_of(part);
        }
    }

    certificate sum;

private:
    exhaustive_options options_;
    std::map<std::uint64_t, std::string> plans_;               // of each part, by its number
    std::vector<std::pair<std::size_t, std::uint64_t>> dead_;  // where in sum.found, and which part
};

// The plan that ends the process that plays this part: plays it once more, and sees how far it
// comes. Nothing if it does not end.
std::string plan_that_ends(const scenario& s, const performer& by,
                           const exhaustive_options& options, campaign_options how,
                           std::uint64_t part) {
    const auto last = std::make_shared<shared_text>();
    how.on_run = {};
    how.on_broken = {};  // it has been told
    how.on_progress = {};
    const play_factory factory = [&s, by, options, last]() -> play_function {
        return [it = std::make_shared<searcher>(s, by, options, last.get())](std::uint64_t n) {
            return it->play(n);
        };
    };
    const tally seen = campaign(std::move(how)).play(factory, {part, 1});
    const bool ends = std::any_of(seen.findings.begin(), seen.findings.end(), ends_a_process);
    return ends ? last->read() : std::string();
}

void search_with(collector& all, const play_factory& factory, const exhaustive_options& options,
                 campaign_options how, const certificate* before) {
    how.on_run = [&](std::uint64_t part, const std::string& text) { return all.add(part, text); };
    campaign search(std::move(how));
    const tally calm = search.play(factory, {0, 1});
    all.sum.calm = to_text(calm.hash);
    all.add_findings(calm);
    if (before != nullptr) {
        if (before->calm != all.sum.calm || before->parts != all.sum.parts) {
            throw std::runtime_error("it was made by another implementation or build");
        }
        all.sum = *before;
    }
    const std::uint64_t done = all.sum.parts_done;
    const bool may_go_on = !search.interrupted() && all.sum.counts.plans < options.plans_max;
    if (all.sum.parts > done && may_go_on) {
        all.add_findings(search.play(factory, {done, all.sum.parts - done}));
    }
}

}  // namespace

certificate search_exhaustively(const scenario& s, const performer& by,
                                const exhaustive_options& options, const campaign_options& how,
                                const certificate* before) {
    const play_factory factory = [&s, by, options]() -> play_function {
        return [it = std::make_shared<searcher>(s, by, options)](std::uint64_t part) {
            return it->play(part);
        };
    };
    campaign_options with = how;
    with.patience_with_run = std::chrono::hours(24);  // a part is many runs
    collector all(options);
    with.on_progress = [&](const progress& p) {
        if (how.on_progress) {
            how.on_progress(p);
        }
        if (options.on_seen) {
            options.on_seen(all.sum);
        }
    };
    search_with(all, factory, options, with, before);
    all.tell_plans_of_the_dead(
        [&](std::uint64_t part) { return plan_that_ends(s, by, options, with, part); });
    return std::move(all.sum);
}

}  // namespace onceproof::scenarios
