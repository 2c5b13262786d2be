// See client_part.hpp.
#include "scenarios/roles/client_part.hpp"

#include "base/document_members.hpp"
#include "base/spelling.hpp"
#include "model/operation/operation.hpp"
#include "scenarios/roles/part_json.hpp"
#include "scenarios/roles/role.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

namespace onceproof::scenarios {
namespace {

using base::expect_members;
using base::need;
using base::node;
using base::number_of;
using base::refuse;
using base::text_of;

// How plan files called operations when those of the reference server were the only ones.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> former_names{
    {{"POST /v1/charges", "unsafe"},
     {"POST /v1/refunds", "another unsafe"},
     {"PUT /v1/orders/order-1", "replace"}}};

// A class of operations, or a whole resource.
void read_operation(const node& n, std::string& to) {
    const node* const operation = n.find("operation");
    if (operation == nullptr) {
        return;
    }
    constexpr std::string_view orders = "PUT /v1/orders/";
    to = text_of(*operation, "an operation");
    for (const auto& [former, name] : former_names) {
        to = to == former ? std::string(name) : to;
    }
    const std::string_view order = std::string_view(to).substr(std::min(to.size(), orders.size()));
    const bool is_order = to.starts_with(orders) && !order.empty() && order.size() <= 64 &&
                          std::all_of(order.begin(), order.end(), [](unsigned char c) {
                              return std::isalnum(c) != 0 || c == '-';
                          });
    if (!model::is_class_of_operations(to) && !is_order) {
        refuse(*operation,
               "an operation is 'unsafe', 'another unsafe', 'replace', 'read' or 'PUT "
               "/v1/orders/' and a name of letters, digits and hyphens");
    }
}

void read_place(const node& n, const workload& work, submission& e) {
    if (const node* at = n.find("at")) {
        e.at = text_of(*at, "a server");
    }
    std::vector<std::string> known;
    for (const role* r : roles()) {
        const std::vector<std::string> more = r->addresses(work);
        known.insert(known.end(), more.begin(), more.end());
    }
    if (std::find(known.begin(), known.end(), e.at) == known.end()) {
        refuse(n, fmt::format("there is no server '{}'{}", e.at, base::did_you_mean(e.at, known)));
    }
}

// "true" is the first one.
std::size_t read_other_body(const node& n) {
    const node* const other = n.find("other_body");
    if (other != nullptr && other->type == node::kind::number) {
        return number_of(*other, "'other_body'", 100);
    }
    return read_flag(n, "other_body", false) ? 1 : 0;
}

submission read_submission(const node& n, const workload& work) {
    expect_members(n, "a submission",
                   {"intent", "at", "key", "other_body", "tenant", "operation", "amount",
                    "declined", "keyed", "respelled", "minimal", "extra"});
    const node& number = need(n, "a submission", "intent");
    submission e(number_of(number, "an intent", 1'000'000));
    if (e.intent == 0) {
        refuse(number, "intents are counted from 1");
    }
    read_place(n, work, e);
    e.key = read_word(n, "key", e.key);
    e.tenant = read_word(n, "tenant", e.tenant);
    read_operation(n, e.operation);
    e.other_body = read_other_body(n);
    e.declined = read_flag(n, "declined", e.declined);
    e.keyed = read_flag(n, "keyed", e.keyed);
    e.respelled = read_flag(n, "respelled", e.respelled);
    e.minimal = read_flag(n, "minimal", e.minimal);
    if (const node* amount = n.find("amount")) {
        e.amount = static_cast<std::int64_t>(number_of(*amount, "an amount", 1'000'000'000));
        if (e.amount == 0) {
            refuse(*amount, "an amount is 1 or more");
        }
    }
    if (const node* extra = n.find("extra")) {
        e.extra = number_of(*extra, "'extra'", 1'000'000);
    }
    return e;
}

// A client that makes its submissions at once tells their attempts apart by their intents.
void check_intents(const node& n, const client_work& c) {
    std::set<std::uint64_t> asked;
    for (const submission& e : c.submissions) {
        if (c.at_once && !asked.insert(e.intent).second) {
            refuse(n, fmt::format("'{}' does its submissions at once, so no two of them are of one "
                                  "intent, as those of {}",
                                  c.name, e.intent));
        }
    }
}

client_work read_client(const node& n, const workload& work, actor_names& taken) {
    expect_members(n, "a client", {"name", "start", "at_once", "on_disk", "submissions"});
    client_work c(taken.read(need(n, "a client", "name"), "a client"), {});
    c.start = read_span(n, "start");
    c.at_once = read_flag(n, "at_once", c.at_once);
    c.on_disk = read_flag(n, "on_disk", c.on_disk);
    for (const node& e : base::items_of(need(n, "a client", "submissions"), "submissions")) {
        c.submissions.push_back(read_submission(e, work));
    }
    check_intents(n, c);
    return c;
}

// What is as it is by default is left out.
std::string client_json(const submission& e) {
    const submission plain(e.intent);
    std::string text = fmt::format(R"({{"intent": {}, "at": {})", e.intent, in_quotes(e.at));
    const auto add = [&](std::string_view name, const std::string& value, bool is_plain) {
        text += is_plain ? "" : fmt::format(R"(, "{}": {})", name, value);
    };
    add("key", in_quotes(e.key), e.key == plain.key);
    add("other_body", e.other_body == 1 ? "true" : std::to_string(e.other_body), e.other_body == 0);
    add("tenant", in_quotes(e.tenant), e.tenant == plain.tenant);
    add("operation", in_quotes(e.operation), e.operation == plain.operation);
    add("amount", std::to_string(e.amount), e.amount == plain.amount);
    add("declined", "true", !e.declined);
    add("keyed", "false", e.keyed);
    add("respelled", "true", !e.respelled);
    add("minimal", "true", !e.minimal);
    add("extra", std::to_string(e.extra), e.extra == plain.extra);
    return text + '}';
}

std::string client_json(const client_work& c) {
    return fmt::format(
        R"({{"name": {},{}{}{} "submissions": [{}]}})", in_quotes(c.name),
        span_member("start", c.start), flag_member("at_once", c.at_once),
        flag_member("on_disk", c.on_disk),
        joined(c.submissions, ", ", [](const submission& e) { return client_json(e); }));
}

}  // namespace

void read_clients(const node& n, workload& to, actor_names& taken) {
    for (const node& c : base::items_of(need(n, "a workload", "clients"), "clients")) {
        to.clients.push_back(read_client(c, to, taken));
    }
}

std::string write_clients(const std::vector<client_work>& clients) {
    return fmt::format(
        "\n    \"clients\": [\n      {}\n    ],",
        joined(clients, ",\n      ", [](const client_work& c) { return client_json(c); }));
}

void add_with_fewer_submissions(const workload& whole, std::vector<workload>& to) {
    const auto& clients = whole.clients;
    for (std::size_t c = 0; c < clients.size(); ++c) {
        to.push_back(whole);
        to.back().clients.erase(to.back().clients.begin() + static_cast<std::ptrdiff_t>(c));
    }
    for (std::size_t c = 0; c < clients.size(); ++c) {
        for (std::size_t e = 0; e < clients[c].submissions.size(); ++e) {
            to.push_back(whole);
            auto& submissions = to.back().clients[c].submissions;
            submissions.erase(submissions.begin() + static_cast<std::ptrdiff_t>(e));
        }
    }
    for (std::uint32_t attempts = 1; attempts < whole.attempts_max; ++attempts) {
        to.push_back(whole);
        to.back().attempts_max = attempts;
    }
    for (std::size_t c = 0; c < clients.size(); ++c) {
        if (clients[c].start > sim::duration::zero()) {
            to.push_back(whole);
            to.back().clients[c].start = {};
        }
    }
}

}  // namespace onceproof::scenarios
