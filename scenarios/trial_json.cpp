// See trial_json.hpp.
#include "scenarios/trial_json.hpp"

#include "faults/plan_json.hpp"
#include "faults/spelling.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/charge_faults.hpp"
#include "scenarios/moments.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

namespace onceproof::scenarios {
namespace {

using faults::expect_members;
using faults::items_of;
using faults::need;
using faults::node;
using faults::number_of;
using faults::refuse;
using faults::text_of;

constexpr std::size_t actors_max = 100;

template <class Known>
[[noreturn]] void refuse_name(const node& n, std::string_view what, const Known& known) {
    std::vector<std::string> names;
    for (const auto& k : known) {
        names.emplace_back(k.name);
    }
    refuse(n,
           fmt::format("there is no {} '{}'{}", what, n.text, faults::did_you_mean(n.text, names)));
}

// A user's own, as it was when the plan was written.
const scenario& read_scenario_file(const node& n) {
    expect_members(n, "a scenario", {"file", "digest"});
    const node& file = need(n, "a scenario", "file");
    const node& digest = need(n, "a scenario", "digest");
    try {
        const scenario& found = add_scenario_file(text_of(file, "a file"));
        if (found.digest != text_of(digest, "a digest")) {
            refuse(digest,
                   fmt::format("{} is not what it was: its digest is {}", file.text, found.digest));
        }
        return found;
    } catch (const bad_scenario_file& bad) {
        refuse(file, bad.what());
    }
}

const scenario& read_scenario(const node& n) {
    if (n.what == node::kind::object) {
        return read_scenario_file(n);
    }
    const scenario* const found = find(text_of(n, "a scenario"));
    if (found == nullptr) {
        refuse_name(n, "scenario", all());
    }
    return *found;
}

const mutant& read_mutant(const node& n) {
    const mutant* const found = find_mutant(text_of(n, "a mutant"));
    if (found == nullptr) {
        refuse_name(n, "mutant", mutants());
    }
    return *found;
}

const subject& read_subject(const node& n) {
    const subject* const found = find_subject(text_of(n, "a subject"));
    if (found == nullptr) {
        refuse_name(n, "subject", subjects());
    }
    return *found;
}

// At most one of both is given.
performer read_performer(const node& top, const scenario& of) {
    performer by = of.usual;
    const node* const whole = top.find("subject");
    const node* const lacking = top.find("mutant");
    if (whole != nullptr) {
        by = performer(read_subject(*whole));
    }
    if (lacking != nullptr) {
        const mutant& lacks = read_mutant(*lacking);
        if (whole != nullptr && !by.as->may_lack(lacks)) {
            refuse(*lacking, fmt::format("it is a mutant of '{}'", lacks.subject));
        }
        by = whole != nullptr ? performer(lacks, *by.as) : performer(lacks);
    }
    if (!of.can_be_played_by(*by.as)) {
        refuse(lacking != nullptr ? *lacking : *whole,
               fmt::format("'{}' cannot play '{}'", by.as->name, of.name));
    }
    return by;
}

// JSON's readers hold numbers up to here; what is greater is written as text.
constexpr std::uint64_t seed_number_max = INT64_MAX;

std::uint64_t read_seed(const node& n) {
    std::uint64_t seed = 0;
    const char* const end = n.text.data() + n.text.size();
    const auto [stop, error] = std::from_chars(n.text.data(), end, seed);
    const bool great =
        n.what == node::kind::text && error == std::errc() && stop == end && seed > seed_number_max;
    return great ? seed : number_of(n, "a seed", seed_number_max);
}

// What the world allows for the name of a host or process.
const std::string& read_actor(const node& n, std::string_view what, std::set<std::string>& taken) {
    const std::string& name = text_of(n, what);
    const bool plain =
        !name.empty() && name.size() <= 64 &&
        std::all_of(name.begin(), name.end(), [](unsigned char c) {
            return c > ' ' && c < 127 && c != '/' && c != '>' && c != '#' && c != '\'';
        });
    if (!plain) {
        refuse(n, fmt::format("{} has a name of 1 to 64 visible ASCII characters, none of / > # '",
                              what));
    }
    if (!taken.insert(name).second || !taken.insert(name + "'s host").second) {
        refuse(n, fmt::format("there are two by the name of '{}'", name));
    }
    return name;
}

bool read_flag(const node& n, std::string_view member, bool otherwise) {
    const node* const flag = n.find(member);
    if (flag != nullptr && flag->what != node::kind::boolean) {
        refuse(*flag, fmt::format("'{}' is true or false", member));
    }
    return flag == nullptr ? otherwise : flag->boolean;
}

// 1 to 64 visible characters.
void read_word(const node& n, std::string_view member, std::string& to) {
    const node* const word = n.find(member);
    if (word == nullptr) {
        return;
    }
    to = text_of(*word, member);
    const bool plain =
        !to.empty() && to.size() <= 64 && std::all_of(to.begin(), to.end(), [](unsigned char c) {
            return c > ' ' && c < 127 && c != '"' && c != '\\';
        });
    if (!plain) {
        refuse(*word, fmt::format("'{}' is 1 to 64 visible ASCII characters, no quotes", member));
    }
}

sim::duration read_span(const node& n, std::string_view member) {
    const node* const span = n.find(member);
    const sim::duration value = span == nullptr
                                    ? sim::duration::zero()
                                    : faults::span_of(*span, fmt::format("'{}'", member));
    if (value < sim::duration::zero()) {
        refuse(*span, fmt::format("'{}' is not less than nothing", member));
    }
    return value;
}

// What the reference server knows, or a whole resource.
void read_operation(const node& n, std::string& to) {
    const node* const operation = n.find("operation");
    if (operation == nullptr) {
        return;
    }
    constexpr std::string_view orders = "PUT /v1/orders/";
    to = text_of(*operation, "an operation");
    const std::string_view order = std::string_view(to).substr(std::min(to.size(), orders.size()));
    const bool is_order = to.starts_with(orders) && !order.empty() && order.size() <= 64 &&
                          std::all_of(order.begin(), order.end(), [](unsigned char c) {
                              return std::isalnum(c) != 0 || c == '-';
                          });
    if (to != "POST /v1/charges" && to != "POST /v1/refunds" && !is_order) {
        refuse(*operation,
               "an operation is 'POST /v1/charges', 'POST /v1/refunds' or 'PUT "
               "/v1/orders/' and a name of letters, digits and hyphens");
    }
}

void read_place(const node& n, const workload& work, errand& e) {
    if (const node* at = n.find("at")) {
        e.at = text_of(*at, "a server");
    }
    std::vector<std::string> known;
    for (const server_work& server : work.servers) {
        known.push_back(server.name);
    }
    if (work.proxy) {
        known.emplace_back("proxy");
    }
    if (std::find(known.begin(), known.end(), e.at) == known.end()) {
        refuse(n,
               fmt::format("there is no server '{}'{}", e.at, faults::did_you_mean(e.at, known)));
    }
}

errand read_errand(const node& n, const workload& work) {
    expect_members(n, "an errand",
                   {"intent", "at", "key", "other_body", "tenant", "operation", "amount", "keyed",
                    "respelled", "minimal", "extra"});
    const node& number = need(n, "an errand", "intent");
    errand e(number_of(number, "an intent", 1'000'000));
    if (e.intent == 0) {
        refuse(number, "intents are counted from 1");
    }
    read_place(n, work, e);
    read_word(n, "key", e.key);
    read_word(n, "tenant", e.tenant);
    read_operation(n, e.operation);
    e.other_body = read_flag(n, "other_body", e.other_body);
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

client_work read_client(const node& n, const workload& work, std::set<std::string>& taken) {
    expect_members(n, "a client", {"name", "start", "at_once", "on_disk", "errands"});
    client_work c(read_actor(need(n, "a client", "name"), "a client", taken), {});
    c.start = read_span(n, "start");
    c.at_once = read_flag(n, "at_once", c.at_once);
    c.on_disk = read_flag(n, "on_disk", c.on_disk);
    for (const node& e : items_of(need(n, "a client", "errands"), "errands")) {
        c.errands.push_back(read_errand(e, work));
    }
    return c;
}

void read_downstream(const node& n, downstream_work& to) {
    if (const node* downstream = n.find("downstream")) {
        expect_members(*downstream, "what is downstream", {"lag", "span"});
        to.lag = read_span(*downstream, "lag");
        to.span = read_span(*downstream, "span");
    }
}

// A name, or an object with more to say.
server_work read_server(const node& n, std::set<std::string>& taken) {
    if (n.what != node::kind::object) {
        return read_actor(n, "a server", taken);
    }
    expect_members(n, "a server", {"name", "former", "stops_at"});
    server_work server(read_actor(need(n, "a server", "name"), "a server", taken));
    server.former = read_flag(n, "former", server.former);
    server.stops_at = read_span(n, "stops_at");
    return server;
}

}  // namespace

workload read_workload(const node& n) {
    expect_members(n, "a workload",
                   {"servers", "attempts_max", "downstream", "proxy", "sweep_at", "clients"});
    workload work;
    std::set<std::string> taken{"api",   "prober",  "prober's host", "acquirer", "acquirer-1",
                                "proxy", "proxy-1", "store",         "store-1",  "sweep"};
    const node& servers = need(n, "a workload", "servers");
    for (const node& s : items_of(servers, "servers")) {
        work.servers.push_back(read_server(s, taken));
    }
    const node& clients = need(n, "a workload", "clients");
    if (work.servers.empty() || work.servers.size() > actors_max ||
        items_of(clients, "clients").size() > actors_max) {
        refuse(n,
               fmt::format("a workload has 1 to {0} servers and at most {0} clients", actors_max));
    }
    if (const node* attempts = n.find("attempts_max")) {
        work.attempts_max = static_cast<std::uint32_t>(number_of(*attempts, "attempts_max", 1000));
        if (work.attempts_max == 0) {
            refuse(*attempts, "a client makes one attempt at least");
        }
    }
    read_downstream(n, work.downstream);
    work.proxy = read_flag(n, "proxy", work.proxy);
    work.sweep_at = read_span(n, "sweep_at");
    for (const node& c : clients.items) {
        work.clients.push_back(read_client(c, work, taken));
    }
    return work;
}

namespace {

std::string quoted(std::string_view text) {
    return boost::json::serialize(boost::json::string(text.data(), text.size()));
}

std::string span_member(std::string_view name, sim::duration span) {
    return span == sim::duration::zero()
               ? ""
               : fmt::format(R"( "{}": "{}",)", name, faults::span_text(span));
}

// What is as it is by default is left out.
std::string to_json(const errand& e) {
    const errand plain(e.intent);
    std::string text = fmt::format(R"({{"intent": {}, "at": {})", e.intent, quoted(e.at));
    const auto add = [&](std::string_view name, const std::string& value, bool is_plain) {
        text += is_plain ? "" : fmt::format(R"(, "{}": {})", name, value);
    };
    add("key", quoted(e.key), e.key == plain.key);
    add("other_body", "true", !e.other_body);
    add("tenant", quoted(e.tenant), e.tenant == plain.tenant);
    add("operation", quoted(e.operation), e.operation == plain.operation);
    add("amount", std::to_string(e.amount), e.amount == plain.amount);
    add("keyed", "false", e.keyed);
    add("respelled", "true", !e.respelled);
    add("minimal", "true", !e.minimal);
    add("extra", std::to_string(e.extra), e.extra == plain.extra);
    return text + '}';
}

template <class Items, class ToText>
std::string joined(const Items& items, std::string_view between, ToText to_text) {
    std::string text;
    for (const auto& item : items) {
        text += text.empty() ? "" : between;
        text += to_text(item);
    }
    return text;
}

std::string to_json(const client_work& c) {
    return fmt::format(R"({{"name": {},{}{}{} "errands": [{}]}})", quoted(c.name),
                       span_member("start", c.start), c.at_once ? R"( "at_once": true,)" : "",
                       c.on_disk ? R"( "on_disk": true,)" : "",
                       joined(c.errands, ", ", [](const errand& e) { return to_json(e); }));
}

std::string to_json(const server_work& s) {
    if (s == server_work(s.name)) {
        return quoted(s.name);
    }
    const std::string members =
        std::string(s.former ? R"( "former": true,)" : "") + span_member("stops_at", s.stops_at);
    return fmt::format(R"({{"name": {},{}}})", quoted(s.name),
                       members.substr(0, members.size() - 1));
}

std::string to_json(const downstream_work& d) {
    if (d == downstream_work()) {
        return {};
    }
    const std::string members = span_member("lag", d.lag) + span_member("span", d.span);
    return fmt::format(R"( "downstream": {{{}}},)", members.substr(1, members.size() - 2));
}

std::string to_json(const workload& w) {
    return fmt::format(
        "{{\n    \"servers\": [{}], \"attempts_max\": {},{}{}{}\n    \"clients\": [\n      {}\n    "
        "]\n  }}",
        joined(w.servers, ", ", [](const server_work& s) { return to_json(s); }), w.attempts_max,
        to_json(w.downstream), w.proxy ? " \"proxy\": true," : "",
        span_member("sweep_at", w.sweep_at),
        joined(w.clients, ",\n      ", [](const client_work& c) { return to_json(c); }));
}

// A moment that is given without a point becomes one.
faults::plan read_faults(const node& list, const trial& t) {
    faults::plan plan = with_points(faults::read_plan(list, known_faults()), *t.of, t.by, t.work);
    for (std::size_t i = 0; i < plan.size(); ++i) {
        if (plan[i].point == without_point(plan[i].when)) {
            refuse(list.items[i], fmt::format("'{}' has no point there that '{}' can strike",
                                              t.by.as->name, to_text(plan[i].what.what)));
        }
    }
    return plan;
}

std::string scenario_member(const scenario& s) {
    return s.file.empty()
               ? quoted(s.name)
               : fmt::format(R"({{"file": {}, "digest": "{}"}})", quoted(s.file), s.digest);
}

}  // namespace

trial read_trial(std::string_view text) {
    const node top = faults::read_document(text);
    expect_members(
        top, "a plan file",
        {"onceproof_plan", "scenario", "subject", "mutant", "seed", "workload", "faults"});
    const node& version = need(top, "a plan file", "onceproof_plan");
    if (version.what != node::kind::number || version.number != plan_file_version) {
        refuse(version, fmt::format("'onceproof_plan' is {}: this build reads no other version",
                                    plan_file_version));
    }
    trial t(read_scenario(need(top, "a plan file", "scenario")));
    t.by = read_performer(top, *t.of);
    if (const node* seed = top.find("seed")) {
        t.seed = read_seed(*seed);
    }
    if (const node* work = top.find("workload")) {
        t.work = read_workload(*work);
        if (!t.of->leaves_a_server(t.work)) {
            refuse(*work, fmt::format("'{}' gives all of these servers up for good", t.of->name));
        }
    }
    t.faults = read_faults(need(top, "a plan file", "faults"), t);
    return t;
}

std::string to_json(const trial& t) {
    std::string text = fmt::format("{{\n  \"onceproof_plan\": {},\n  \"scenario\": {},\n",
                                   plan_file_version, scenario_member(*t.of));
    if (t.by != t.of->usual) {
        text +=
            t.by.names_subject() ? fmt::format("  \"subject\": {},\n", quoted(t.by.as->name)) : "";
        text +=
            t.by.lacks == nullptr ? "" : fmt::format("  \"mutant\": {},\n", quoted(t.by.name()));
    }
    if (t.seed) {
        const bool is_number = *t.seed <= seed_number_max;
        text += fmt::format("  \"seed\": {0}{1}{0},\n", is_number ? "" : "\"", *t.seed);
    }
    if (t.work != t.of->work) {
        text += fmt::format("  \"workload\": {},\n", to_json(t.work));
    }
    if (t.faults.empty()) {
        return text + "  \"faults\": []\n}\n";
    }
    return text + fmt::format("  \"faults\": [\n    {}\n  ]\n}}\n",
                              joined(t.faults, ",\n    ",
                                     [](const faults::fault& f) { return faults::to_json(f); }));
}

}  // namespace onceproof::scenarios
