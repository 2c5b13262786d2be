// See workload_json.hpp.
#include "scenarios/workload_json.hpp"

#include "base/document_members.hpp"
#include "scenarios/roles/role.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {
namespace {

using base::node;
using base::refuse;

constexpr std::size_t actors_max = 100;
constexpr std::string_view attempts_name = "attempts_max";

std::vector<std::string_view> all_members() {
    std::vector<std::string_view> all{attempts_name};
    for (const role* r : roles()) {
        const std::vector<std::string_view> more = r->members();
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

actor_names own_names() {
    actor_names taken;
    for (const role* r : roles()) {
        for (const std::string_view name : r->own_names()) {
            taken.reserve(name);
        }
    }
    return taken;
}

void check_size(const node& n, const workload& work) {
    if (work.servers.empty() || work.servers.size() > actors_max ||
        work.clients.size() > actors_max) {
        refuse(n,
               fmt::format("a workload has 1 to {0} servers and at most {0} clients", actors_max));
    }
}

}  // namespace

workload read_workload(const node& n) {
    base::expect_members(n, "a workload", all_members());
    workload work;
    if (const node* attempts = n.find(attempts_name)) {
        work.attempts_max =
            static_cast<std::uint32_t>(base::number_of(*attempts, attempts_name, 1000));
        if (work.attempts_max == 0) {
            refuse(*attempts, "a client makes one attempt at least");
        }
    }
    actor_names taken = own_names();
    for (const role* r : roles()) {
        r->read(n, work, taken);
    }
    check_size(n, work);
    return work;
}

std::string to_json(const workload& w) {
    std::string text;
    for (const role* r : roles()) {
        text += r->write(w);
        if (r == roles().front()) {
            text += fmt::format(" \"{}\": {},", attempts_name, w.attempts_max);
        }
    }
    text.pop_back();  // the comma
    return fmt::format("{{\n    {}\n  }}", text);
}

}  // namespace onceproof::scenarios
