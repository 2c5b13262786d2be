// A deployment: three servers of the former version stop one after the other and come back as the
// new one, while the same forms are submitted to all of them.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

#include <fmt/format.h>

namespace onceproof::scenarios {
namespace {

using namespace std::chrono_literals;

std::vector<errand> forms(std::string_view server) {
    std::vector<errand> all;
    for (std::uint64_t intent = 1; intent <= 4; ++intent) {
        errand e(intent);
        e.key = fmt::format("form-{}", intent);
        e.at = server;
        all.push_back(e);
    }
    return all;
}

}  // namespace

scenario rolling_restart() {
    scenario s;
    s.name = "rolling-restart";
    s.summary =
        "Three servers stop one after the other and come back as a new version, while the same "
        "forms are submitted to all of them.";
    for (int i = 1; i <= 3; ++i) {
        server_work server(fmt::format("api-{}", i));
        server.former = true;
        server.stops_at = 10ms + (i - 1) * 1100ms;
        s.work.servers.push_back(server);
        s.work.clients.push_back(
            {fmt::format("client-{}", i), forms(server.name), (i - 1) * 700ms});
    }
    s.swarm.faults_max = 2;
    s.suits = [](const subject& by) { return by.has("keeps-keys"); };
    s.must_reach = {{"a server stopped with requests under way",
                     [](const happenings& h) { return h.said(model::marks::drains); }},
                    {"the stored answer was replayed",
                     [](const happenings& h) { return h.said(model::marks::replays); }}};
    return s;
}

}  // namespace onceproof::scenarios
