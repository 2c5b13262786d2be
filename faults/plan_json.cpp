// See plan_json.hpp.
#include "faults/plan_json.hpp"

#include "base/document_members.hpp"
#include "base/span.hpp"
#include "base/spelling.hpp"
#include "faults/intent_name.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace onceproof::faults {
namespace {

using sim::duration;

const kind_row& read_kind(const base::node& n, const fault_space& space) {
    const std::string& name = base::text_of(n, "a fault");
    if (const kind_row* found = find(space, std::string_view(name))) {
        return *found;
    }
    std::vector<std::string> known;
    for (const kind_row& k : space) {
        known.emplace_back(k.name());
    }
    base::refuse(n, fmt::format("there is no fault '{}'{}", name, base::did_you_mean(name, known)));
}

duration read_span(const base::node& n, const kind_row& k) {
    if (k.span == span_rule::none) {
        base::refuse(n, fmt::format("'{}' takes no span", k.name()));
    }
    for (const alternative& a : k.alternatives) {
        if (n.type == base::node::kind::text && n.text == a.word) {
            return a.fault.span;
        }
    }
    const duration span = base::span_of(n, "a span");
    if (span < duration::zero() && !may_be_negative(k.span)) {
        base::refuse(n, fmt::format("the span of '{}' is not negative", k.name()));
    }
    if (k.span == span_rule::in_a_second && std::chrono::abs(span) >= std::chrono::seconds(1)) {
        base::refuse(n, "a clock gains or loses less than 1s in each second");
    }
    return span;
}

const std::string& read_point(const base::node& n) {
    const std::string& name = base::text_of(n, "a point");
    if (sim::point_id(name) == 0) {
        base::refuse(n, fmt::format("'{}' is not the name of a point, such as "
                                    "{}/attempt-1/client>api/response",
                                    name, intent_name(1)));
    }
    return name;
}

sim::survival read_survival(const base::node& n) {
    const std::string& text = base::text_of(n, "what survives");
    const std::optional<sim::survival> what = sim::survival_from(text);
    if (!what) {
        base::refuse(n, fmt::format("what survives is \"nothing\", \"everything\", \"names\", "
                                    "\"contents\", or \"only 1\", \"all but 1\", \"torn 1\", "
                                    "\"some 1\" with any number; not '{}'",
                                    text));
    }
    return *what;
}

duration read_restart(const base::node& n) {
    const duration restart = base::span_of(n, "a restart");
    if (restart < duration::zero()) {
        base::refuse(n, "a restart comes after the death");
    }
    return restart;
}

bool read_lasting(const base::node& n) {
    if (n.type != base::node::kind::boolean) {
        base::refuse(n, "'lasting' is true or false");
    }
    return n.boolean;
}

// A member of a fault that only some kinds may have, and what is said of the others.
struct member_rule {
    parameter allowed;
    std::string_view member;
    std::string_view refusal;
};

constexpr std::array<member_rule, 4> member_rules{
    {{parameter::restart, "restart", "nothing dies of '{}', so nothing restarts"},
     {parameter::survives, "survives", "only a power-off leaves survivors, '{}' does not"},
     {parameter::lasting, "lasting", "'{}' has no choice whether it lasts"},
     {parameter::until, "until", "only a partition ends at a point, '{}' does not"}}};

void expect_parameters(const base::node& n, const kind_row& k) {
    for (const member_rule& rule : member_rules) {
        const base::node* const found = n.find(rule.member);
        if (found != nullptr && !k.may_have.has(rule.allowed)) {
            base::refuse(*found, fmt::format(fmt::runtime(rule.refusal), k.name()));
        }
    }
    if (needs_span(k.span) && n.find("span") == nullptr) {
        base::refuse(n, fmt::format("'{}' needs a span, such as \"{}\"", k.name(),
                                    base::span_text(k.alternatives.front().fault.span)));
    }
}

fault_spec read_fault_spec(const base::node& n, const kind_row& k) {
    fault_spec d(k.number);
    if (const base::node* span = n.find("span")) {
        d.span = read_span(*span, k);
    }
    if (const base::node* restart = n.find("restart")) {
        d.restart = read_restart(*restart);
    }
    if (const base::node* survives = n.find("survives")) {
        d.survives = read_survival(*survives);
    }
    if (const base::node* lasting = n.find("lasting")) {
        d.lasting = read_lasting(*lasting);
        if (d.lasting && d.span > duration::zero()) {
            base::refuse(*lasting,
                         "what has a span ends after it, and what is lasting with the faults");
        }
    }
    return d;
}

std::string quoted(std::string_view text) {
    return boost::json::serialize(boost::json::string(text.data(), text.size()));
}

moment_of_attempt read_moment(const base::node& n) {
    moment_of_attempt when;
    const base::node* const moment = n.find("moment");
    if (moment == nullptr) {
        return when;
    }
    when.moment = base::text_of(*moment, "a moment");
    if (std::ranges::find(moments::all, when.moment) == moments::all.end()) {
        base::refuse(*moment, fmt::format("there is no moment '{}'{}", when.moment,
                                          base::did_you_mean(when.moment, {moments::all.begin(),
                                                                           moments::all.end()})));
    }
    when.attempt = read_point(base::need(n, "a fault with a moment", "attempt"));
    if (const base::node* at = n.find("at")) {
        when.at = base::text_of(*at, "a server");
    }
    if (const base::node* nth = n.find("nth")) {
        when.nth = static_cast<std::uint32_t>(base::number_of(*nth, "'nth'", 1'000'000));
    }
    return when;
}

planned_fault read_fault(const base::node& n, const fault_space& space) {
    base::expect_members(n, "a fault",
                         {"point", "moment", "attempt", "at", "nth", "fault", "span", "restart",
                          "until", "survives", "lasting"});
    const moment_of_attempt when = read_moment(n);
    const bool is_open = !when.moment.empty() && n.find("point") == nullptr;
    const std::string point = is_open ? "" : read_point(base::need(n, "a fault", "point"));
    const base::node& named = base::need(n, "a fault", "fault");
    const kind_row& k = read_kind(named, space);
    if (!is_open && !k.applies_to.has(kind_of_point(point))) {
        base::refuse(named, fmt::format("'{}' cannot be injected at {}", k.name(), point));
    }
    expect_parameters(n, k);
    const fault_spec d = read_fault_spec(n, k);
    const base::node* const end = n.find("until");
    planned_fault f(point, d, end == nullptr ? std::string() : read_point(*end));
    f.when = when;
    return f;
}

std::string moment_members(const moment_of_attempt& when) {
    if (when.moment.empty()) {
        return "";
    }
    return fmt::format(R"("moment": "{}", "attempt": {}, {}{})", when.moment, quoted(when.attempt),
                       when.at.empty() ? "" : fmt::format(R"("at": {}, )", quoted(when.at)),
                       when.nth == 0 ? "" : fmt::format(R"("nth": {}, )", when.nth));
}

}  // namespace

plan read_plan(const base::node& list, const fault_space& space) {
    plan all;
    duration together{};
    for (const base::node& n : base::items_of(list, "the faults")) {
        const planned_fault f = read_fault(n, space);
        together += std::chrono::abs(f.fault.span);
        if (together > base::longest_span) {
            base::refuse(n, "the spans of all faults together are at most 1000 days");
        }
        if (std::find(all.begin(), all.end(), f) != all.end()) {
            base::refuse(n, "this fault is listed twice");
        }
        all.push_back(f);
    }
    return all;
}

std::string to_json(const planned_fault& f) {
    std::string text = '{' + moment_members(f.when);
    if (!f.point.empty()) {
        text += fmt::format(R"("point": {}, )", quoted(f.point));
    }
    text += fmt::format(R"("fault": "{}")", to_text(f.fault.kind));
    if (needs_span(kind_of(f.fault.kind).span) || f.fault.span != duration::zero()) {
        text += fmt::format(R"(, "span": "{}")", base::span_text(f.fault.span));
    }
    if (f.fault.restart) {
        text += fmt::format(R"(, "restart": "{}")", base::span_text(*f.fault.restart));
    }
    if (f.fault.survives != sim::survival()) {
        text += fmt::format(R"(, "survives": "{}")", to_text(f.fault.survives));
    }
    if (f.fault.lasting) {
        text += R"(, "lasting": true)";
    }
    if (!f.until.empty()) {
        text += fmt::format(R"(, "until": {})", quoted(f.until));
    }
    return text + '}';
}

}  // namespace onceproof::faults
