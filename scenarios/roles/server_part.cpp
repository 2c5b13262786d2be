// See server_part.hpp.
#include "scenarios/roles/server_part.hpp"

#include "base/document_members.hpp"
#include "scenarios/roles/part_json.hpp"
#include "scenarios/roles/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace onceproof::scenarios {
namespace {

using base::need;
using base::node;

// A name, or an object with more to say.
server_work read_server(const node& n, actor_names& taken) {
    if (n.type != node::kind::object) {
        return taken.read(n, "a server");
    }
    base::expect_members(n, "a server", {"name", "former", "stops_at"});
    server_work server(taken.read(need(n, "a server", "name"), "a server"));
    server.former = read_flag(n, "former", server.former);
    server.stops_at = read_span(n, "stops_at");
    return server;
}

std::string server_json(const server_work& s) {
    if (s == server_work(s.name)) {
        return in_quotes(s.name);
    }
    const std::string members =
        flag_member("former", s.former) + span_member("stops_at", s.stops_at);
    return fmt::format(R"({{"name": {},{}}})", in_quotes(s.name),
                       members.substr(0, members.size() - 1));
}

}  // namespace

std::vector<std::string> servers_by_name(const workload& work) {
    std::vector<std::string> names;
    for (const server_work& server : work.servers) {
        names.push_back(server.name);
    }
    std::ranges::sort(names);
    return names;
}

std::vector<server_work> read_servers(const node& n, actor_names& taken) {
    std::vector<server_work> all;
    for (const node& server : base::items_of(need(n, "a workload", "servers"), "servers")) {
        all.push_back(read_server(server, taken));
    }
    return all;
}

std::string write_servers(const std::vector<server_work>& servers) {
    return fmt::format("\"servers\": [{}],",
                       joined(servers, ", ", [](const server_work& s) { return server_json(s); }));
}

void add_with_fewer_servers(const workload& whole, std::vector<workload>& to) {
    for (std::size_t i = 0; i < whole.servers.size() && whole.servers.size() > 1; ++i) {
        if (!is_asked(whole, whole.servers[i].name)) {
            to.push_back(whole);
            to.back().servers.erase(to.back().servers.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
}

void add_with_plain_servers(const workload& whole, std::vector<workload>& to) {
    for (std::size_t i = 0; i < whole.servers.size(); ++i) {
        const server_work plain(whole.servers[i].name);
        if (!(whole.servers[i] == plain)) {
            to.push_back(whole);
            to.back().servers[i] = plain;
        }
    }
}

}  // namespace onceproof::scenarios
