// See service_toml.hpp.
#include "rehearsal/service/service_toml.hpp"

#include "base/document_members.hpp"
#include "base/files.hpp"
#include "base/spelling.hpp"
#include "base/toml_document.hpp"
#include "model/contract/contract_toml.hpp"
#include "model/contract/contracts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <utility>

namespace onceproof::rehearsal {
namespace {

using base::expect_members;
using base::need;
using base::node;
using base::refuse;
using base::text_of;

constexpr std::string_view a_service = "a service file";

std::string path_in(const std::string& folder, const std::string& path) {
    return (std::filesystem::path(folder) / path).lexically_normal().string();
}

const std::string& some_text(const node& n, std::string_view what) {
    if (text_of(n, what).empty()) {
        refuse(n, fmt::format("{} is not empty", what));
    }
    return n.text;
}

// Names stand in points and in braces.
const std::string& plain_name(const node& n, const std::string& name, std::string_view what) {
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    if (name.empty() || !std::ranges::all_of(name, fits)) {
        refuse(n,
               fmt::format("{} is made of small letters, digits, hyphens and underscores", what));
    }
    return name;
}

void expect_file(const node& n, const std::string& file) {
    if (!std::filesystem::is_regular_file(file)) {
        refuse(n, fmt::format("there is no file '{}'", file));
    }
}

model::contract contract_of(const node& n, const std::string& folder) {
    const std::string& name = some_text(n, "'contract'");
    if (!name.ends_with(".toml")) {
        const model::contract* const known = model::find_contract(name);
        if (known == nullptr) {
            std::vector<std::string> names;
            for (const model::contract& c : model::contracts()) {
                names.push_back(c.name);
            }
            refuse(n, fmt::format("there is no contract '{}'{}; a file ends in .toml", name,
                                  base::did_you_mean(name, names)));
        }
        return *known;
    }
    const std::string file = path_in(folder, name);
    expect_file(n, file);
    try {
        return model::read_contract(base::content_of(file));
    } catch (const base::bad_document& bad) {
        refuse(n, base::complain_of(file, bad));
    }
}

model::fields texts_in(const node& n, std::string_view what) {
    if (n.type != node::kind::object) {
        refuse(n, fmt::format("{} are a table of texts", what));
    }
    model::fields all;
    for (const node::member& m : n.members) {
        const bool is_number = m.value.type == node::kind::number;
        all.push_back({m.name, is_number ? std::to_string(m.value.number)
                                         : text_of(m.value, fmt::format("'{}'", m.name))});
    }
    return all;
}

// Refuses a name in braces that nobody gives a value; braces around anything else are text.
void expect_names(const node& n, const std::vector<std::string>& known) {
    std::string_view text = n.text;
    for (std::size_t open = text.find('{'); open != text.npos; open = text.find('{')) {
        text.remove_prefix(open + 1);
        const std::string name(text.substr(0, std::min(text.find('}'), text.size())));
        const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
        const bool is_name =
            name.size() < text.size() && !name.empty() && std::ranges::all_of(name, is_letter);
        if (is_name && std::ranges::find(known, name) == known.end()) {
            refuse(n, fmt::format("nothing is called {{{}}} here{}", name,
                                  base::did_you_mean(name, known)));
        }
    }
}

void read_process(const node& n, const std::string& folder, service_spec& s) {
    expect_members(n, "'service'",
                   {"command", "folder", "replicas", "env", "ready", "start_within"});
    process_spec& p = s.process;
    const node& command = need(n, "'service'", "command");
    for (const node& word : base::items_of(command, "the words of a command")) {
        p.command.push_back(text_of(word, "a word of a command"));
    }
    if (p.command.empty() || p.command.front().empty()) {
        refuse(command, "a command has a word at least: its program");
    }
    const node* const in = n.find("folder");
    p.folder = path_in(folder, in == nullptr ? "." : some_text(*in, "'folder'"));
    if (!std::filesystem::is_directory(p.folder)) {
        refuse(in == nullptr ? n : *in, fmt::format("there is no folder '{}'", p.folder));
    }
    if (const node* count = n.find("replicas")) {
        p.replicas = static_cast<std::uint32_t>(base::number_of(*count, "'replicas'", 8));
        if (p.replicas < 2) {
            refuse(*count, "'replicas' is 2 at least: when one is killed, another takes over");
        }
    }
    if (const node* target = n.find("ready")) {
        p.ready = some_text(*target, "'ready'");
        if (p.ready.front() != '/') {
            refuse(*target, "'ready' is a target such as \"/health\"");
        }
    }
    if (const node* span = n.find("start_within")) {
        p.start_within = base::span_of(*span, "'start_within'");
    }
    std::vector<std::string> known{"port"};
    for (const backend_spec& b : s.backends) {
        known.push_back(b.name);
    }
    if (const node* env = n.find("env")) {
        p.env = texts_in(*env, "environment variables");
        for (const node::member& m : env->members) {
            expect_names(m.value, known);
        }
    }
}

// The first whole number among the fields, larger by one: another request under the same key.
std::optional<model::variant> other_of(const model::fields& asked) {
    for (const model::field& f : asked) {
        std::int64_t number = 0;
        const char* const end = f.value.data() + f.value.size();
        const auto [stop, error] = std::from_chars(f.value.data(), end, number);
        if (error == std::errc() && stop == end) {
            return model::variant{.changes = {{f.name, "+1"}}, .body = {}, .headers = {}};
        }
    }
    return std::nullopt;
}

void read_request(const node& n, service_spec& s) {
    expect_members(n, "'request'", {"line", "fields", "headers", "body"});
    model::operation& op = s.asked;
    op.name = "request";
    const node& line = need(n, "'request'", "line");
    op.request = text_of(line, "'line'");
    if (op.request.find(" /") == op.request.npos || op.request.find(" /") == 0 ||
        std::ranges::count(op.request, ' ') != 1) {
        refuse(line, "a request line is a method and a target: \"POST /v1/charges\"");
    }
    if (const node* fields = n.find("fields")) {
        op.asks_for = texts_in(*fields, "fields");
    }
    std::vector<std::string> known{"tenant", "key", "reference", "serial"};
    for (const model::field& f : op.asks_for) {
        known.push_back(f.name);
    }
    op.asks_for.push_back({"reference", "order-{tenant}"});
    if (const node* headers = n.find("headers")) {
        op.headers = texts_in(*headers, "headers");
        for (const node::member& m : headers->members) {
            expect_names(m.value, known);
            if (m.name == s.promised.key_header) {
                refuse(m.value, "the contract says how the key travels; leave it out here");
            }
        }
    }
    const node& body = need(n, "'request'", "body");
    op.body = text_of(body, "'body'");
    expect_names(body, known);
    if (op.body.find("{reference}") == op.body.npos) {
        refuse(body, "a body has {reference} in it, by which its effect is known");
    }
    op.described = "'{reference}' of {tenant}";
    if (std::optional<model::variant> other = other_of(op.asks_for)) {
        op.others.push_back(std::move(*other));
    }
}

void read_played(const node& n, const std::string& what, backend_spec& b) {
    expect_members(n, what, {"kind", "answers", "status", "honours"});
    b.played.answers = text_of(need(n, what, "answers"), "'answers'");
    if (const node* status = n.find("status")) {
        b.played.status = static_cast<unsigned>(base::number_of(*status, "'status'", 299));
        if (b.played.status < 200) {
            refuse(*status, "'status' is that of a success, 200 to 299");
        }
    }
    if (const node* header = n.find("honours")) {
        b.played.honours = text_of(*header, "'honours'");
    }
}

void read_postgres(const node& n, const std::string& what, const std::string& folder,
                   backend_spec& b) {
    expect_members(n, what, {"kind", "at", "database", "user", "password", "setup"});
    postgres_spec& p = b.postgres;
    for (const auto& [member, to] :
         {std::pair("at", &p.at), std::pair("database", &p.database), std::pair("user", &p.user),
          std::pair("password", &p.password), std::pair("setup", &p.setup)}) {
        if (const node* text = n.find(member)) {
            *to = some_text(*text, fmt::format("'{}'", member));
        }
    }
    if (const node* at = n.find("at"); at != nullptr && !p.at.starts_with("127.0.0.1:")) {
        refuse(*at, "'at' is a port of the loopback, such as \"127.0.0.1:5432\"");
    }
    if (const node* setup = n.find("setup")) {
        if (!p.at.empty()) {
            refuse(*setup, "'setup' is for a database that onceproof starts; this one is yours");
        }
        p.setup = path_in(folder, p.setup);
        expect_file(*setup, p.setup);
    }
}

void read_backends(const node& list, const std::string& folder, service_spec& s) {
    if (list.type != node::kind::object) {
        refuse(list, "'backends' is a table, with a name for each");
    }
    for (const node::member& m : list.members) {
        backend_spec b;
        b.name = plain_name(m.value, m.name, "the name of a backend");
        const std::string what = fmt::format("backend '{}'", m.name);
        if (m.value.type != node::kind::object) {
            refuse(m.value, fmt::format("{} is a table", what));
        }
        const node& kind = need(m.value, what, "kind");
        if (text_of(kind, "'kind'") == "played") {
            read_played(m.value, what, b);
        } else if (kind.text == "postgres") {
            b.kind = backend_kind::postgres;
            read_postgres(m.value, what, folder, b);
        } else {
            refuse(kind,
                   fmt::format("there is no kind of backend '{}'{}; there are played and "
                               "postgres",
                               kind.text, base::did_you_mean(kind.text, {"played", "postgres"})));
        }
        s.backends.push_back(std::move(b));
    }
}

void read_effects(const node& n, service_spec& s) {
    expect_members(n, "'effects'", {"of", "query"});
    const node& of = need(n, "'effects'", "of");
    s.effects.of = text_of(of, "'of'");
    const backend_spec* const holder = s.find_backend(s.effects.of);
    if (holder == nullptr) {
        std::vector<std::string> names;
        for (const backend_spec& b : s.backends) {
            names.push_back(b.name);
        }
        refuse(of, fmt::format("there is no backend '{}'{}", of.text,
                               base::did_you_mean(of.text, names)));
    }
    const node* const query = n.find("query");
    if (holder->kind == backend_kind::played && query != nullptr) {
        refuse(*query, "a backend that is played tells what it did without a query");
    }
    if (holder->kind == backend_kind::postgres) {
        s.effects.query = some_text(need(n, "'effects'", "query"), "'query'");
        if (s.effects.query.find("$1") == std::string::npos) {
            refuse(*query, "'query' asks for the effects of one tenant, which is $1");
        }
    }
}

}  // namespace

service_spec read_service(std::string_view text, const std::string& folder) {
    const node top = base::read_toml(text);
    expect_members(top, a_service,
                   {"name", "contract", "service", "request", "backends", "effects"});
    service_spec s;
    const node& name = need(top, a_service, "name");
    s.name = plain_name(name, text_of(name, "'name'"), "a name");
    s.promised = contract_of(need(top, a_service, "contract"), folder);
    read_backends(need(top, a_service, "backends"), folder, s);
    read_process(need(top, a_service, "service"), folder, s);
    read_request(need(top, a_service, "request"), s);
    read_effects(need(top, a_service, "effects"), s);
    return s;
}

std::string describe(const service_spec& s) {
    std::string text = fmt::format(
        "service      {}\ncontract     {}: {}\ncommand      {}, in {}\nreplicas     {}, and a spare"
        "\nrequest      {}, with the key in {}\n",
        s.name, s.promised.name, s.promised.summary, fmt::join(s.process.command, " "),
        s.process.folder, s.process.replicas, s.asked.request, s.promised.key_header);
    for (const backend_spec& b : s.backends) {
        std::string how = b.postgres.at.empty() ? "which onceproof starts" : "at " + b.postgres.at;
        if (b.kind == backend_kind::played) {
            how = b.played.honours.empty() ? "which knows no keys"
                                           : "which honours " + b.played.honours;
        }
        text += fmt::format("backend      {}: {}, {}\n", b.name, to_text(b.kind), how);
    }
    return text += fmt::format("effects      of {}\n", s.effects.of);
}

}  // namespace onceproof::rehearsal
