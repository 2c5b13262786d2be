// See api.hpp.
#include "explore/api.hpp"

#include "base/document.hpp"
#include "explore/api_json.hpp"
#include "explore/steps.hpp"
#include "explore/what_if.hpp"
#include "reports/run/first_difference.hpp"
#include "scenarios/names.hpp"
#include "search/plan_file/trial_json.hpp"
#include "search/shrink.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <system_error>

namespace onceproof::explore {
namespace {

namespace json = boost::json;
using scenarios::trial;

constexpr std::size_t runs_kept = 8;
constexpr std::uint64_t shrinking_runs_max = 20'000;
constexpr std::size_t rows_max = 1000;

trial read(const std::string& plan) {
    try {
        return search::read_trial(plan);
    } catch (const base::bad_document& bad) {
        throw refusal(fmt::format("the plan, {}:{}: {}", bad.line(), bad.column(), bad.what()));
    }
}

json::object plan_object(const trial& t) {
    return {{"plan", search::to_json(t)}};
}

}  // namespace

// What was asked, and the answers. Each throws a refusal.
struct api::asked {
    api& server;
    const json::object& with;

    const json::value& need(std::string_view member) const {
        const json::value* const found = with.if_contains(member);
        if (found == nullptr) {
            throw refusal(fmt::format("there is no '{}' in the question", member));
        }
        return *found;
    }

    std::string text(std::string_view member) const {
        const json::value& v = need(member);
        if (!v.is_string()) {
            throw refusal(fmt::format("'{}' is a text", member));
        }
        return std::string(v.get_string());
    }

    std::string text_or_empty(std::string_view member) const {
        return with.contains(member) ? text(member) : std::string();
    }

    std::uint64_t number(std::string_view member) const {
        const json::value& v = need(member);
        if (v.is_int64() && v.get_int64() >= 0) {
            return static_cast<std::uint64_t>(v.get_int64());
        }
        // Seeds are greater than numbers of a page can be.
        std::uint64_t read = 0;
        if (v.is_string()) {
            const json::string& digits = v.get_string();
            const char* const end = digits.data() + digits.size();
            const auto [stop, error] = std::from_chars(digits.data(), end, read);
            if (error == std::errc() && stop == end) {
                return read;
            }
        }
        throw refusal(fmt::format("'{}' is a whole number that is not negative", member));
    }

    recording& run() const { return server.run_of(text("plan")); }

    event_number at() const {
        const std::uint64_t asked = number("at");
        const event_number last = run().size();
        if (asked > last) {
            throw refusal(fmt::format("the run has {} events", last));
        }
        return static_cast<event_number>(asked);
    }

    // --- The questions ---

    json::object open() const {
        const std::string name = text("scenario");
        const scenarios::scenario& s = scenarios::scenario_named(name);
        const designs::implementation by_whom =
            implementation_named({text_or_empty("subject"), text_or_empty("without")}, s);
        const trial none = calm(s, by_whom);
        const bool has_seed = with.contains("seed") && !need("seed").is_null();
        return plan_object(has_seed ? of_seed(none, number("seed")) : none);
    }

    json::object start() const { return start_json(server.options_); }

    json::object whole() const { return run_json(run()); }

    json::object rows() const {
        recording& r = run();
        const std::uint64_t from = number("from");
        const std::uint64_t count = std::min<std::uint64_t>(number("count"), rows_max);
        json::array all;
        for (std::uint64_t i = from; i < r.rows().size() && i - from < count; ++i) {
            all.push_back(row_json(r, r.rows()[i]));
        }
        return {{"rows", std::move(all)}};
    }

    json::object row_of() const {
        const auto row = run().row_of(at());
        return {{"row", row ? json::value(*row) : json::value(nullptr)}};
    }

    json::object look() const { return moment_json(run(), look_at(run(), at())); }

    json::object choose() const { return choices_json(choices(run(), at())); }

    json::object change() const {
        const trial& t = run().trial();
        if (with.contains("add")) {
            json::value plan = json::parse(search::to_json(t));
            if (!plan.get_object().contains("faults")) {
                plan.get_object()["faults"] = json::array();
            }
            plan.at("faults").get_array().push_back(need("add"));
            return plan_object(read(json::serialize(plan)));
        }
        if (with.contains("remove")) {
            return plan_object(without_fault(t, number("remove")));
        }
        if (with.contains("without")) {
            return plan_object(without_guard(t, text("without")));
        }
        if (with.contains("subject")) {
            return plan_object(by_subject(t, text("subject")));
        }
        const json::value& step = need("seed");
        const std::uint64_t seed = t.seed.value_or(0);
        const bool back = step.is_int64() && step.get_int64() < 0;
        if (back && seed == 0) {
            throw refusal("there is no seed before 0");
        }
        return plan_object(of_seed(t, !t.seed ? 0 : back ? seed - 1 : seed + 1));
    }

    json::object differ() const {
        const recording& one = run();
        const recording& other = server.run_of(text("other"));
        const auto at = reports::first_difference(one.world(), other.world());
        if (!at) {
            return {{"at", nullptr}};
        }
        return {{"at", std::min(*at, one.size())}, {"other", std::min(*at, other.size())}};
    }

    json::object find() const {
        const std::string word = text("what");
        target t{target::match::text, row_kind::other, text_or_empty("text")};
        if (word != "text") {
            const auto named = target_named(word);
            if (!named) {
                throw refusal(fmt::format("'{}' is none of {}, text", word, targets));
            }
            t = *named;
        }
        const json::value* const back = with.if_contains("back");
        const auto found =
            next(run(), at(), t, back != nullptr && back->is_bool() && back->get_bool());
        return {{"at", found ? json::value(*found) : json::value(nullptr)}};
    }

    json::object picture() const {
        const std::string other = text_or_empty("other");
        return picture_json(run(), other.empty() ? nullptr : &server.run_of(other), number("from"),
                            number("to"));
    }

    json::object failing() const {
        const auto found = next_failing(run().trial(), failing_seeds_max);
        return found ? plan_object(*found)
                     : json::object{{"plan", nullptr}, {"tried", failing_seeds_max}};
    }

    json::object shrink() const {
        search::shrink_options how;
        how.runs_max = shrinking_runs_max;
        const auto found = search::shrink(run().trial(), how);
        if (!found) {
            return {{"plan", nullptr}, {"story", json::array()}, {"runs", 0}};
        }
        json::object told = plan_object(found->smallest);
        told["story"] = json::value_from(story_of(*found));
        told["runs"] = found->runs;
        return told;
    }

    json::object save() const {
        const std::string file = server.options_.save(text("name"), plan_file_of(run().trial()));
        return {{"file", file}, {"again", fmt::format("onceproof replay --plan {}", file)}};
    }
};

api::api(api_options options) : options_(std::move(options)) {}

api::~api() = default;

recording& api::run_of(const std::string& plan) {
    const auto known = std::find_if(kept_.begin(), kept_.end(),
                                    [&](const auto& kept) { return kept.first == plan; });
    if (known == kept_.end()) {
        kept_.emplace_front(plan, std::make_unique<recording>(read(plan)));
        if (kept_.size() > runs_kept) {
            kept_.pop_back();
        }
    } else {
        std::rotate(kept_.begin(), known, known + 1);
    }
    return *kept_.front().second;
}

api::answer api::ask(std::string_view question, std::string_view body) {
    using method = json::object (asked::*)() const;
    static const std::map<std::string_view, method> questions{
        {"open", &asked::open},      {"start", &asked::start},     {"run", &asked::whole},
        {"rows", &asked::rows},      {"row_of", &asked::row_of},   {"look", &asked::look},
        {"choices", &asked::choose}, {"change", &asked::change},   {"differ", &asked::differ},
        {"find", &asked::find},      {"picture", &asked::picture}, {"failing", &asked::failing},
        {"shrink", &asked::shrink},  {"save", &asked::save}};
    const auto known = questions.find(question);
    if (known == questions.end()) {
        return {404, R"({"error":"there is no such question"})"};
    }
    const auto refuse = [](std::string_view why) {
        return answer{400, json::serialize(json::object{{"error", why}})};
    };
    boost::system::error_code error;
    const json::value asked_with = json::parse({body.data(), body.size()}, error);
    if (error || !asked_with.is_object()) {
        return refuse("the question is no JSON object");
    }
    try {
        const asked what{*this, asked_with.get_object()};
        return {200, json::serialize((what.*known->second)())};
    } catch (const refusal& why) {
        return refuse(why.what());
    } catch (const scenarios::unknown_name& why) {
        return refuse(why.what());
    } catch (const std::system_error& why) {
        return refuse(why.what());
    }
}

}  // namespace onceproof::explore
