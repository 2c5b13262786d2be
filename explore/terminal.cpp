// See terminal.hpp.
#include "explore/terminal.hpp"

#include "base/escape.hpp"
#include "base/spelling.hpp"
#include "explore/moment_text.hpp"
#include "explore/steps.hpp"
#include "explore/what_if.hpp"
#include "faults/intent_name.hpp"
#include "faults/words.hpp"
#include "reports/run/first_difference.hpp"
#include "reports/run/story.hpp"
#include "search/plan_file/trial_json.hpp"
#include "search/shrink.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>

namespace onceproof::explore {
namespace {

using scenarios::trial;

std::string trimmed(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \t\r");
    return from == std::string_view::npos
               ? std::string()
               : std::string(text.substr(from, text.find_last_not_of(" \t\r") + 1 - from));
}

std::uint64_t number_in(const std::string& text) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end) {
        throw refusal(fmt::format("'{}' is not a whole number", text));
    }
    return number;
}

// All ways in which all kinds can be injected at a row, in the order in which they are listed.
std::vector<faults::planned_fault> ways_at(const recording& r, event_number at) {
    std::vector<faults::planned_fault> all;
    for (const choices_at& point : choices(r, at)) {
        for (const choice& kind : point.kinds) {
            all.insert(all.end(), kind.ways.begin(), kind.ways.end());
        }
    }
    return all;
}

}  // namespace

struct terminal::verb {
    std::string_view name;
    std::string_view takes;
    std::string_view does;
    void (terminal::*act)(const std::string& rest);
};

const std::vector<terminal::verb>& terminal::verbs() {
    static const std::vector<verb> all{
        {"step", "[N]", "go on by a row, or by N", &terminal::step},
        {"back", "[N]", "go back by a row, or by N", &terminal::back},
        {"until", "WORD",
         "go on to the next event, message, attempt, effect, fault, refusal or "
         "violation, or row that says so",
         &terminal::until},
        {"before", "WORD", "go back to the last of these", &terminal::before},
        {"go", "N", "to event N; 0 is before the first, and `end` the last", &terminal::go},
        {"show", "[WHAT]",
         "what is there: actors, messages, timers, clients, db, oracle; or of the "
         "whole run: faults, plan, verdict",
         &terminal::show},
        {"choices", "", "what could go wrong in this row, numbered", &terminal::choices},
        {"do", "N", "let it go wrong so", &terminal::choose},
        {"drop", "", "lose the message of this row", &terminal::drop},
        {"kill", "", "kill the process of this row, after it", &terminal::kill},
        {"remove", "N", "take fault N out of the plan", &terminal::remove},
        {"undo", "", "take the last change back", &terminal::undo},
        {"redo", "", "make it again", &terminal::redo},
        {"without", "[GUARD]", "take a guard away, or name a mutant; alone: put all back",
         &terminal::without},
        {"subject", "NAME", "put another design under test", &terminal::subject},
        {"seed", "N", "the run of that seed; `next` and `previous` are seeds as well",
         &terminal::seed},
        {"failing", "", "the next seed that fails", &terminal::failing},
        {"diff", "", "where this run first differs from the one before the last change",
         &terminal::diff},
        {"shrink", "", "the smallest run that fails as this one does", &terminal::shrink},
        {"save", "NAME", "keep this run as a plan file", &terminal::save},
        {"again", "", "the line that runs it again", &terminal::again},
        {"story", "", "the whole run, row by row", &terminal::story},
        {"help", "", "this list", &terminal::help},
        {"quit", "", "end", &terminal::quit}};
    return all;
}

terminal::terminal(const trial& start, std::istream& in, std::ostream& out,
                   terminal_options options)
    : in_(in), out_(out), options_(std::move(options)), run_(std::make_unique<recording>(start)) {}

terminal::~terminal() = default;

bool terminal::run() {
    tell_verdict();
    bool all_well = true;
    std::string line;
    while (!ended_) {
        if (options_.prompts) {
            fmt::print(out_, "{}> ", at_);
            out_.flush();
        }
        if (!std::getline(in_, line)) {
            break;
        }
        line = trimmed(line);
        if (!line.empty() && line.front() != '#') {
            all_well = obey(line) && all_well;
        }
    }
    return all_well;
}

bool terminal::obey(const std::string& line) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string word = line.substr(0, blank);
    const auto known = std::ranges::find(verbs(), word, &verb::name);
    if (known == verbs().end()) {
        std::vector<std::string> names;
        for (const verb& v : verbs()) {
            names.emplace_back(v.name);
        }
        return refuse(fmt::format("there is no verb '{}'{} (help lists all)", word,
                                  base::did_you_mean(word, names)));
    }
    try {
        (this->*known->act)(trimmed(std::string_view(line).substr(blank)));
        return true;
    } catch (const refusal& why) {
        return refuse(why.what());
    } catch (const std::system_error& why) {
        return refuse(why.what());
    }
}

bool terminal::refuse(const std::string& why) {
    fmt::print(out_, "no: {}\n", why);
    return false;
}

// --- Walking ---

void terminal::step(const std::string& rest) {
    walk(rest, false);
}

void terminal::back(const std::string& rest) {
    walk(rest, true);
}

// As far as is asked, or not at all.
void terminal::walk(const std::string& rest, bool backwards) {
    const event_number from = at_;
    try {
        for (std::uint64_t left = rest.empty() ? 1 : number_in(rest); left > 0; --left) {
            move("event", backwards);
        }
    } catch (const refusal&) {
        at_ = from;
        throw;
    }
    tell_here();
}

void terminal::until(const std::string& rest) {
    move(rest, false);
    tell_here();
}

void terminal::before(const std::string& rest) {
    move(rest, true);
    tell_here();
}

void terminal::move(const std::string& word, bool backwards) {
    if (word.empty()) {
        throw refusal(fmt::format("until what? {}, or a text", targets));
    }
    const auto named = target_named(word);
    const target sought = named ? *named : target{target::match::text, row_kind::other, word};
    const auto found = next(*run_, at_, sought, backwards);
    if (!found) {
        throw refusal(fmt::format("there is no {} {} this", named ? word : '\'' + word + '\'',
                                  backwards ? "before" : "after"));
    }
    at_ = *found;
}

void terminal::go(const std::string& rest) {
    const std::uint64_t to = rest == "end" ? run_->size() : number_in(rest);
    if (to > run_->size()) {
        throw refusal(fmt::format("the run has {} events", run_->size()));
    }
    at_ = static_cast<event_number>(to);
    tell_here();
}

void terminal::tell_here() {
    if (at_ == 0) {
        fmt::print(out_, "before the first event\n");
        return;
    }
    reports::story_style style;
    style.colour = options_.colour;
    fmt::print(out_, "{:>5} {}\n", at_, reports::tell(run_->event(at_), run_->world(), style));
}

void terminal::show(const std::string& what) {
    if (what == "faults") {
        const faults::plan& plan = run_->trial().faults;
        for (std::size_t i = 0; i < plan.size(); ++i) {
            fmt::print(out_, "  {:>3}  {}\n", i + 1, in_words(plan[i]));
        }
        if (plan.empty()) {
            fmt::print(out_, "  none\n");
        }
    } else if (what == "plan") {
        fmt::print(out_, "{}", search::to_json(run_->trial()));
    } else if (what == "verdict") {
        tell_verdict();
    } else {
        out_ << in_text(look_at(*run_, at_), what);
    }
}

// --- What if ---

void terminal::choices(const std::string&) {
    const std::vector<faults::planned_fault> ways = ways_at(*run_, at_);
    for (std::size_t i = 0; i < ways.size(); ++i) {
        fmt::print(out_, "  {:>3}  {}\n", i + 1, in_words(ways[i]));
    }
    if (ways.empty()) {
        fmt::print(out_, "  nothing can go wrong here\n");
    }
}

void terminal::choose(const std::string& number) {
    const std::vector<faults::planned_fault> ways = ways_at(*run_, at_);
    const std::uint64_t chosen = number_in(number);
    if (chosen == 0 || chosen > ways.size()) {
        throw refusal(fmt::format("there are {} choices here (choices lists them)", ways.size()));
    }
    change_to(with(run_->trial(), ways[chosen - 1]));
}

void terminal::inject_kind(std::string_view kind) {
    for (const faults::planned_fault& f : ways_at(*run_, at_)) {
        if (to_text(f.fault.kind) == kind) {
            change_to(with(run_->trial(), f));
            return;
        }
    }
    throw refusal(fmt::format("no '{}' can be injected here (choices lists what can)", kind));
}

void terminal::drop(const std::string&) {
    inject_kind(to_text(faults::fault_kind::silence));
}

void terminal::kill(const std::string&) {
    inject_kind(to_text(faults::fault_kind::kill_after));
}

void terminal::remove(const std::string& number) {
    const std::uint64_t counted = number_in(number);
    if (counted == 0) {
        throw refusal("faults are counted from 1");
    }
    change_to(without_fault(run_->trial(), counted - 1));
}

void terminal::undo(const std::string&) {
    if (done_.empty()) {
        throw refusal("nothing was changed");
    }
    undone_.push_back(run_->trial());
    const trial last = done_.back();
    done_.pop_back();
    run(last);
}

void terminal::redo(const std::string&) {
    if (undone_.empty()) {
        throw refusal("nothing was taken back");
    }
    done_.push_back(run_->trial());
    const trial last = undone_.back();
    undone_.pop_back();
    run(last);
}

void terminal::without(const std::string& name) {
    change_to(without_guard(run_->trial(), name));
}

void terminal::subject(const std::string& name) {
    change_to(by_subject(run_->trial(), name));
}

void terminal::seed(const std::string& number) {
    const trial& now = run_->trial();
    const std::uint64_t present = now.seed.value_or(0);
    if (number == "previous" && present == 0) {
        throw refusal("there is no seed before 0");
    }
    change_to(of_seed(now, number == "next"       ? present + 1
                           : number == "previous" ? present - 1
                                                  : number_in(number)));
}

void terminal::failing(const std::string&) {
    const auto found = next_failing(run_->trial(), failing_seeds_max);
    if (!found) {
        throw refusal(fmt::format("none of the next {} seeds fails", failing_seeds_max));
    }
    change_to(*found);
}

void terminal::change_to(const trial& t) {
    done_.push_back(run_->trial());
    undone_.clear();
    run(t);
}

void terminal::run(const trial& t) {
    before_ = std::move(run_);
    run_ = std::make_unique<recording>(t);
    at_ = std::min(at_, run_->size());
    tell_verdict();
}

void terminal::diff(const std::string&) {
    if (before_ == nullptr) {
        throw refusal("nothing was changed");
    }
    const auto first_difference_at = reports::first_difference(run_->world(), before_->world());
    if (!first_difference_at) {
        fmt::print(out_, "they are the same\n");
        return;
    }
    const auto told = [&](const recording& r) {
        return *first_difference_at <= r.size()
                   ? reports::tell(r.event(*first_difference_at), r.world())
                   : std::string("has ended");
    };
    fmt::print(out_, "from event {} on they differ\n  now     {}\n  before  {}\n",
               *first_difference_at, told(*run_), told(*before_));
    at_ = std::min(*first_difference_at, run_->size());
}

// --- To take away ---

void terminal::shrink(const std::string&) {
    const auto found = search::shrink(run_->trial());
    if (!found) {
        throw refusal("this run does not fail");
    }
    fmt::print(out_, "{}\n", fmt::join(story_of(*found), "\n"));
    change_to(found->smallest);
}

void terminal::save(const std::string& name) {
    const std::string file = options_.save(name, plan_file_of(run_->trial()));
    fmt::print(out_, "kept in {}\nreproduce: onceproof replay --plan {}\n", file, file);
}

void terminal::again(const std::string&) {
    fmt::print(out_, "{}\n", explore::again(run_->trial()));
}

void terminal::story(const std::string&) {
    reports::story_style style;
    style.colour = options_.colour;
    fmt::print(out_, "{}", reports::story(run_->world(), style));
}

void terminal::help(const std::string&) {
    for (const verb& v : verbs()) {
        fmt::print(out_, "  {:<17} {}\n", fmt::format("{} {}", v.name, v.takes), v.does);
    }
}

void terminal::quit(const std::string&) {
    ended_ = true;
}

void terminal::tell_verdict() {
    const trial& t = run_->trial();
    fmt::print(out_, "{}, {}, by {}{}: {}, {} events\n", t.base->name,
               t.seed ? fmt::format("seed {}", *t.seed) : "nominal timing",
               t.under_test.lacks == nullptr ? "" : "the mutant ", t.under_test.name(),
               to_text(run_->verdict()), run_->size());
    for (const dated_violation& v : run_->violations()) {
        fmt::print(out_, "  {}: {}: {} (event {})\n", to_text(v.violation.broken),
                   faults::intent_name(v.violation.intent), base::escape(v.violation.why), v.since);
    }
    if (!run_->report().failure.empty()) {
        fmt::print(out_, "  {}\n", base::escape(run_->report().failure));
    }
}

}  // namespace onceproof::explore
