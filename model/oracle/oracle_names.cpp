// The oracle's rules about what a success names: the request that it answers, and the effect that
// it has.
#include "model/oracle/oracle_case.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::model::oracle {
namespace {

namespace json = boost::json;

// Whether the text has that member, seen without parsing. False says nothing.
bool has_member(std::string_view body, std::string_view name, std::string_view value) {
    const std::size_t at = body.find(name);
    if (at == std::string_view::npos || at == 0 || body[at - 1] != '"' ||
        !body.substr(at + name.size()).starts_with("\":")) {
        return false;
    }
    body.remove_prefix(at + name.size() + 2);
    const bool is_text = body.starts_with('"');
    body.remove_prefix(is_text ? 1 : 0);
    const std::string_view ends = is_text ? "\"" : ",}";
    return body.starts_with(value) && body.size() > value.size() &&
           ends.find(body[value.size()]) != std::string_view::npos;
}

bool is_whole_number(std::string_view text) {
    const bool has_sign = text.starts_with('-');
    text.remove_prefix(has_sign ? 1 : 0);
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// Whether the text has a member of that name which is something else of the same kind. Who spells
// an amount in its own way, "12.50", has not named another one.
bool has_other(std::string_view body, const field& asked) {
    boost::system::error_code failure;
    const json::value all = json::parse(body, failure);
    const json::object* const members = failure ? nullptr : all.if_object();
    const json::value* const named =
        members == nullptr ? nullptr : members->if_contains(asked.name);
    if (named == nullptr || (!named->is_string() && !named->is_int64())) {
        return false;
    }
    const std::string value =
        named->is_string() ? std::string(named->get_string()) : std::to_string(named->get_int64());
    return value != asked.value && is_whole_number(value) == is_whole_number(asked.value);
}

// Whether a success is the answer to another request, as the members of its body say that name one.
bool names_another(const http_response& answer, const seen_intent& intent, bool judges_all) {
    const field reference{"reference", intent.reference};
    const auto is_judged = [&](const field& f) { return judges_all || f.name == "reference"; };
    const auto is_there = [&](const field& f) {
        return !is_judged(f) || has_member(answer.body, f.name, f.value);
    };
    if (is_there(reference) && std::ranges::all_of(intent.asks_for, is_there)) {
        return false;
    }
    return has_other(answer.body, reference) ||
           std::ranges::any_of(intent.asks_for, [&](const field& f) {
               return is_judged(f) && has_other(answer.body, f);
           });
}

bool is_own_success(const seen_attempt& a) {
    return a.same_request() && a.answer && is_success(*a.answer);
}

void judge_scope(const intent_case& c, findings& found) {
    const bool judges_all = c.promised.fingerprint != fingerprint_of::nothing;
    for (const seen_attempt* a : c.attempts) {
        if (is_own_success(*a) && names_another(*a->answer, c.intent, judges_all)) {
            found.report(rule::scope, c.intent.number,
                         "attempt {} of {} got the answer to another request", a->number,
                         a->client);
            return;
        }
    }
}

// Whether the `id` and the Location of the answer, if it has any, are those of the effect.
bool names(const http_response& answer, const seen_effect& e) {
    const std::string* const location = answer.headers.find("Location");
    if (location != nullptr && !location->ends_with('/' + e.id)) {
        return false;
    }
    return has_member(answer.body, "id", e.id) || !has_other(answer.body, {"id", e.id});
}

// An answer that names an effect names one of its own intent.
void judge_ids(const intent_case& c, findings& found) {
    std::vector<const seen_effect*> own;
    for (const seen_effect& e : c.seen.effects) {
        if (!e.id.empty() && is_effect_of(e, c.intent)) {
            own.push_back(&e);
        }
    }
    const auto names_none = [&](const seen_attempt* a) {
        return is_own_success(*a) && std::ranges::none_of(own, [&](const seen_effect* e) {
                   return names(*a->answer, *e);
               });
    };
    const auto wrong = std::ranges::find_if(c.attempts, names_none);
    if (!own.empty() && wrong != c.attempts.end()) {
        found.report(rule::acknowledged_effect, c.intent.number,
                     "attempt {} of {} was answered with an id that no effect of it has",
                     (*wrong)->number, (*wrong)->client);
    }
}

}  // namespace

void judge_names(const intent_case& c, findings& found) {
    judge_scope(c, found);
    judge_ids(c, found);
}

}  // namespace onceproof::model::oracle
