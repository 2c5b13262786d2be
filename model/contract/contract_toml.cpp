// See contract_toml.hpp.
#include "model/contract/contract_toml.hpp"

#include "base/document_members.hpp"
#include "base/span.hpp"
#include "base/spelling.hpp"
#include "base/toml_document.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace onceproof::model {
namespace {

using base::node;
using base::refuse;
using duration = contract::duration;

// The words of an enumeration, in its order.
using word_list = std::span<const std::string_view>;

constexpr std::array<std::string_view, 3> formats{"quoted", "bare", "either"};
constexpr std::array<std::string_view, 3> fingerprints{"canonical", "raw", "nothing"};
constexpr std::array<std::string_view, 2> in_flight_answers{"reject", "wait"};
constexpr std::array<std::string_view, 4> outcomes{"all", "successes", "not retryable", "redriven"};
constexpr std::array<std::string_view, 2> replays{"stored", "latest state"};
constexpr std::array<std::string_view, 2> expiries{"told", "redone"};

// The least and the most that a number may be; of durations, in nanoseconds, the least alone.
struct within {
    std::uint64_t least = 0;
    std::uint64_t most = 1'000'000;
};

constexpr within positive{1};
constexpr within error_status{400, 599};

// All that a contract says, in the order of its file: one list to read it, to write it and to know
// which names there are.
template <class Visitor>
void visit(contract& c, Visitor& v) {
    v("name", c.name);
    v("summary", c.summary);
    v("source", c.source);
    v("scope.tenant", c.scope_has_tenant);
    v("scope.operation", c.scope_has_operation);
    v("key.header", c.key_header);
    v("key.format", c.format, formats);
    v("key.length_max", c.key_length_max, within(1, 10'000));
    v("fingerprint.of", c.fingerprint, fingerprints);
    v("fingerprint.fields", c.fingerprint_fields);
    v("fingerprint.mismatch_status", c.mismatch_status, error_status);
    v("in_flight.answer", c.in_flight, in_flight_answers);
    v("in_flight.wait_max", c.wait_max, within());
    v("in_flight.status", c.in_flight_status, error_status);
    v("in_flight.retry_after", c.retry_after, within());
    v("outcomes.kept", c.keeps, outcomes);
    v("replay.of", c.replay, replays);
    v("replay.headers", c.replayed_headers);
    v("replay.marker", c.replay_marker);
    v("lease.lasts", c.lease, positive);
    v("expiry.after", c.retention, positive);
    v("expiry.answer", c.expired, expiries);
    v("expiry.status", c.expired_status, error_status);
    v("retry.attempt_timeout", c.retry.attempt_timeout, positive);
    v("retry.attempts_max", c.retry.attempts_max, within(1, 1000));
    v("retry.elapsed_max", c.retry.elapsed_max, positive);
    v("retry.backoff_base", c.retry.backoff_base, within());
    v("retry.backoff_max", c.retry.backoff_max, within());
    v("retry.retry_after_max", c.retry.retry_after_max, within());
    v("retry.budget.tokens_max", c.retry.budget.tokens_max, within());
    v("retry.budget.retry_costs", c.retry.budget.retry_costs, positive);
    v("retry.budget.success_earns", c.retry.budget.success_earns, within());
    v("retry.breaker.failures_to_open", c.retry.breaker.failures_to_open, within());
    v("retry.breaker.open_for", c.retry.breaker.open_for, within());
}

// The names of all tables and values: "retry", "retry.budget", "retry.budget.tokens_max".
std::vector<std::string> all_paths() {
    std::vector<std::string> paths;
    const auto collect = [&](std::string_view path, const auto&...) {
        for (std::size_t dot = path.find('.'); dot < path.size(); dot = path.find('.', dot + 1)) {
            paths.emplace_back(path.substr(0, dot));
        }
        paths.emplace_back(path);
    };
    contract any;
    visit(any, collect);
    return paths;
}

// The first part of a path, and what comes after its dot.
std::pair<std::string_view, std::string_view> split(std::string_view path) {
    const std::size_t dot = path.find('.');
    return {path.substr(0, dot), dot == std::string_view::npos ? "" : path.substr(dot + 1)};
}

// The value at that path; nullptr if there is none.
const node* find(const node& root, std::string_view path) {
    const node* n = &root;
    while (n != nullptr && !path.empty()) {
        const auto [first, rest] = split(path);
        n = n->find(first);
        path = rest;
    }
    return n;
}

// Where to point for what the value at that path brings about: there, or at the table that lacks
// it.
const node& place(const node& root, std::string_view path) {
    const node* const there = find(root, path);
    const node* const table = find(root, path.substr(0, std::min(path.rfind('.'), path.size())));
    return there != nullptr ? *there : table != nullptr ? *table : root;
}

// Refuses names that mean nothing, which are misspelt or in the wrong table, and values where a
// table belongs. BEFORE is the path of TABLE with a dot at its end, or nothing.
void expect_known(const node& table, const std::string& before,
                  const std::vector<std::string>& paths) {
    for (const node::member& m : table.members) {
        const std::string path = before + m.name;
        const bool is_table = std::ranges::any_of(
            paths, [&](const std::string& known) { return known.starts_with(path + '.'); });
        node name;
        name.line = m.line;
        name.column = m.column;
        if (m.name.find('.') != std::string::npos) {
            refuse(name, "no name in a contract has a dot within quotes");
        }
        if (std::ranges::find(paths, path) == paths.end()) {
            refuse(name,
                   fmt::format("a contract has no '{}'{}", path, base::did_you_mean(path, paths)));
        }
        if (is_table && m.value.type != node::kind::object) {
            refuse(name, fmt::format("'{0}' is a table: expected [{0}]", path));
        }
        if (is_table) {
            expect_known(m.value, path + '.', paths);
        }
    }
}

const std::string& line_of(const node& n, std::string_view what) {
    const std::string& text = base::text_of(n, what);
    if (std::ranges::any_of(text, [](unsigned char c) { return c < ' ' || c == 127; })) {
        refuse(n, fmt::format("{} is one line of text, without control characters", what));
    }
    return text;
}

// Takes from the document what is there, and leaves the rest of the contract as it is.
class contract_reader {
public:
    explicit contract_reader(const node& root) : root_(root) {}

    void operator()(std::string_view path, bool& to) const {
        const node* const n = find(root_, path);
        if (n != nullptr && n->type != node::kind::boolean) {
            refuse(*n, fmt::format("{} is true or false", path));
        }
        to = n != nullptr ? n->boolean : to;
    }

    void operator()(std::string_view path, std::string& to) const {
        if (const node* n = find(root_, path)) {
            to = line_of(*n, path);
        }
    }

    void operator()(std::string_view path, std::vector<std::string>& to) const {
        const node* const n = find(root_, path);
        if (n == nullptr) {
            return;
        }
        to.clear();
        for (const node& item : base::items_of(*n, path)) {
            const std::string& text = line_of(item, fmt::format("each of {}", path));
            if (text.empty() || std::ranges::find(to, text) != to.end()) {
                refuse(item, text.empty() ? "expected a name" : "this name is listed twice");
            }
            to.push_back(text);
        }
    }

    void operator()(std::string_view path, std::uint32_t& to, within limits) const {
        if (const node* n = find(root_, path)) {
            const std::uint64_t number = base::number_of(*n, path, limits.most);
            if (number < limits.least) {
                refuse(*n, fmt::format("{} is at least {}", path, limits.least));
            }
            to = static_cast<std::uint32_t>(number);
        }
    }

    void operator()(std::string_view path, duration& to, within limits) const {
        if (const node* n = find(root_, path)) {
            to = base::span_of(*n, path);
            if (to < duration(static_cast<duration::rep>(limits.least))) {
                refuse(*n, fmt::format("{} is {}", path,
                                       limits.least > 0 ? "above 0" : "not negative"));
            }
        }
    }

    void operator()(std::string_view path, std::chrono::seconds& to, within limits) const {
        duration exact = to;
        (*this)(path, exact, limits);
        to = std::chrono::duration_cast<std::chrono::seconds>(exact);
        if (exact != to) {
            refuse(*find(root_, path), fmt::format("{} is in whole seconds, as in HTTP", path));
        }
    }

    template <class Enumeration>
    void operator()(std::string_view path, Enumeration& to, word_list of) const {
        const node* const n = find(root_, path);
        if (n == nullptr) {
            return;
        }
        const auto word = std::ranges::find(of, base::text_of(*n, path));
        if (word == of.end()) {
            refuse(*n, fmt::format("{} is one of '{}'; not '{}'{}", path, fmt::join(of, "', '"),
                                   n->text, base::did_you_mean(n->text, {of.begin(), of.end()})));
        }
        to = static_cast<Enumeration>(word - of.begin());
    }

private:
    const node& root_;
};

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// RFC 9110, section 5.6.2.
bool is_token(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return is_letter_or_digit(c) ||
               std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
    });
}

// It is typed on command lines and names files.
bool is_contract_name(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (is_letter_or_digit(c) && (c < 'A' || c > 'Z')) || c == '-';
    });
}

void check_names(const contract& c, const node& root) {
    const auto expect_header = [&](const std::string& name, std::string_view path) {
        if (!is_token(name)) {
            refuse(place(root, path), fmt::format("'{}' is not the name of a header", name));
        }
    };
    if (!is_contract_name(c.name)) {
        refuse(place(root, "name"), "a name is made of small letters, digits and hyphens");
    }
    for (const auto& [path, text] : {std::pair("summary", &c.summary), {"source", &c.source}}) {
        if (text->empty()) {
            refuse(place(root, path), fmt::format("the {} is empty", path));
        }
    }
    expect_header(c.key_header, "key.header");
    for (const std::string& name : c.replayed_headers) {
        expect_header(name, "replay.headers");
    }
    if (!c.replay_marker.empty()) {
        expect_header(c.replay_marker, "replay.marker");
    }
}

// What each alone is fine and together means nothing.
void check_combinations(const contract& c, const node& root) {
    const bool waits = c.in_flight == in_flight_answer::wait;
    if (waits && c.wait_max == duration::zero()) {
        refuse(place(root, "in_flight.answer"), "to wait needs a wait_max, such as \"200ms\"");
    }
    if (!waits && c.wait_max != duration::zero()) {
        refuse(place(root, "in_flight.wait_max"), "nobody waits unless the answer is 'wait'");
    }
    if (!c.fingerprint_fields.empty() && c.fingerprint != fingerprint_of::canonical) {
        refuse(place(root, "fingerprint.fields"), "only a canonical fingerprint is of fields");
    }
    const retry_policy& r = c.retry;
    if (r.backoff_base > r.backoff_max) {
        const bool has_base = find(root, "retry.backoff_base") != nullptr;
        refuse(place(root, has_base ? "retry.backoff_base" : "retry.backoff_max"),
               fmt::format("backoff_base, {}, is longer than backoff_max, {}",
                           base::span_text(r.backoff_base), base::span_text(r.backoff_max)));
    }
    if (r.budget.tokens_max > 0 && r.budget.retry_costs > r.budget.tokens_max) {
        refuse(place(root, "retry.budget.retry_costs"),
               fmt::format("a retry that costs {} is never paid for from at most {}",
                           r.budget.retry_costs, r.budget.tokens_max));
    }
    if ((r.breaker.failures_to_open > 0) != (r.breaker.open_for > duration::zero())) {
        refuse(place(root, "retry.breaker"), "a breaker has both failures_to_open and open_for");
    }
}

std::string toml_quoted(std::string_view text) {
    return boost::json::serialize(boost::json::string(text.data(), text.size()));
}

class writer {
public:
    void operator()(std::string_view path, bool value) { add(path, value ? "true" : "false"); }

    void operator()(std::string_view path, const std::string& value) {
        add(path, toml_quoted(value));
    }

    void operator()(std::string_view path, const std::vector<std::string>& value) {
        std::vector<std::string> items;
        for (const std::string& text : value) {
            items.push_back(toml_quoted(text));
        }
        add(path, fmt::format("[{}]", fmt::join(items, ", ")));
    }

    void operator()(std::string_view path, std::uint32_t value, within) {
        add(path, fmt::format("{}", value));
    }

    void operator()(std::string_view path, duration value, within) {
        add(path, toml_quoted(base::span_text(value)));
    }

    template <class Enumeration>
    void operator()(std::string_view path, Enumeration value, word_list of) {
        add(path, toml_quoted(of[static_cast<std::size_t>(value)]));
    }

    std::string take() { return std::move(text_); }

private:
    void add(std::string_view path, std::string_view value) {
        const std::size_t dot = path.rfind('.');
        const std::string_view table = dot == std::string_view::npos ? "" : path.substr(0, dot);
        if (table != table_) {
            text_ += fmt::format("\n[{}]\n", table);
            table_ = table;
        }
        text_ += fmt::format("{} = {}\n", path.substr(dot + 1), value);
    }

    std::string text_;
    std::string table_;
};

}  // namespace

contract read_contract(std::string_view text) {
    const node root = base::read_toml(text);
    expect_known(root, "", all_paths());
    for (const std::string_view needed : {"name", "summary", "source"}) {
        base::need(root, "a contract", needed);
    }
    contract c;
    const contract_reader from(root);
    visit(c, from);
    check_names(c, root);
    check_combinations(c, root);
    return c;
}

std::string to_toml(contract c) {
    writer to;
    visit(c, to);
    return to.take();
}

}  // namespace onceproof::model
