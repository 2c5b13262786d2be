// See server.hpp.
#include "rehearsal/postgres/server.hpp"

#include "base/files.hpp"
#include "rehearsal/proxy/loopback.hpp"
#include "rehearsal/run/condition.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <fmt/format.h>
#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace onceproof::rehearsal {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds postgres_starts_within(60);
constexpr std::chrono::milliseconds look_at_postgres_again(20);

// Of the newest version that is there.
std::string program_of_postgres(std::string_view name) {
    std::vector<fs::path> found;
    const fs::path versions = "/usr/lib/postgresql";
    if (fs::is_directory(versions)) {
        for (const auto& version : fs::directory_iterator(versions)) {
            const fs::path program = version.path() / "bin" / name;
            if (fs::exists(program)) {
                found.push_back(program);
            }
        }
    }
    if (found.empty()) {
        throw std::runtime_error("there is no Postgres here: install postgresql, or say 'at'");
    }
    return std::ranges::max(found).string();
}

// Postgres refuses to run as root.
void become_other_than_root(child_spec& spec) {
    if (geteuid() != 0) {
        return;
    }
    const passwd* user = getpwnam("postgres");
    if (user == nullptr) {
        throw std::runtime_error(
            "there is no user 'postgres', and Postgres refuses to run as root");
    }
    spec.user = user->pw_uid;
    spec.group = user->pw_gid;
}

fs::path new_folder(const child_spec& for_whom) {
    std::string name = (fs::temp_directory_path() / "onceproof-postgres-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr ||
        (for_whom.user && chown(name.c_str(), *for_whom.user, *for_whom.group) != 0)) {
        throw std::system_error(errno, std::generic_category(), name);
    }
    return name;
}

// Runs a program to its end.
void run_to_end(keeper& kept_by, const child_spec& spec) {
    boost::asio::io_context on;
    std::optional<int> ended;
    const child one(on, kept_by, spec, [&](int waited) { ended = waited; });
    on.run_for(postgres_starts_within);
    if (!ended || *ended != 0) {
        throw std::runtime_error(
            fmt::format("{} failed; see {}", spec.command.front(), spec.output));
    }
}

}  // namespace

postgres_server::postgres_server(boost::asio::io_context& on, keeper& kept_by,
                                 const postgres_spec& spec, const std::string& logs)
    : log_(logs + "/postgres.log") {
    child_spec wanted{.command = {}, .folder = "/", .output = log_};
    become_other_than_root(wanted);
    folder_ = new_folder(wanted);
    const std::string data = (folder_ / "data").string();
    wanted.env = {{"LC_ALL", "C.UTF-8"}};
    wanted.command = {program_of_postgres("initdb"),
                      "-D",
                      data,
                      "-U",
                      spec.user,
                      "-A",
                      "trust",
                      "--no-sync",
                      "-E",
                      "UTF8",
                      "--locale=C.UTF-8"};
    run_to_end(kept_by, wanted);
    address_ = {free_port(on), spec.user, "postgres", ""};
    wanted.command = {program_of_postgres("postgres"),
                      "-D",
                      data,
                      "-F",
                      "-p",
                      std::to_string(address_.port),
                      "-h",
                      "127.0.0.1",
                      "-k",
                      "",
                      "-c",
                      "dynamic_shared_memory_type=mmap"};
    process_ = std::make_unique<child>(on, kept_by, wanted, nullptr);
    wait_until_it_answers();
    set_up(spec);
}

postgres_server::~postgres_server() {
    process_.reset();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

void postgres_server::wait_until_it_answers() {
    boost::asio::io_context on;
    condition changes(on);
    const auto bound = condition::now() + postgres_starts_within;
    bool answers = false;
    const auto look = [&]() -> boost::asio::awaitable<void> {
        while (!answers && process_->is_alive() && condition::now() < bound) {
            try {
                database(address_).execute("SELECT 1");
                answers = true;
            } catch (const std::runtime_error&) {
                // not yet
            }
            co_await changes.pass(look_at_postgres_again);
        }
    };
    boost::asio::co_spawn(on, look(), boost::asio::detached);
    on.run();
    if (!answers) {
        throw std::runtime_error(fmt::format("Postgres does not start; see {}", log_));
    }
}

void postgres_server::set_up(const postgres_spec& spec) {
    database(address_).execute(fmt::format("CREATE DATABASE \"{}\"", spec.database));
    address_.database = spec.database;
    if (spec.setup.empty()) {
        return;
    }
    try {
        database(address_).execute(base::content_of(spec.setup));
    } catch (const std::runtime_error& failed) {
        throw std::runtime_error(fmt::format("{}: {}", spec.setup, failed.what()));
    }
}

}  // namespace onceproof::rehearsal
