// A Postgres that we start, with psql as the service before it.
#include "rehearsal/postgres/proxy.hpp"

#include "rehearsal/postgres/database.hpp"
#include "rehearsal/postgres/server.hpp"
#include "rehearsal/process/child.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace onceproof::rehearsal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Remembers what passes, and does one thing to one of it.
class one_action final : public exchange_hook {
public:
    boost::asio::awaitable<before_action> before(const exchange& e) override {
        seen.push_back(e.action);
        co_return e.action == at ? first : before_action::pass;
    }
    boost::asio::awaitable<after_action> after(const exchange& e) override {
        co_return e.action == at ? then : after_action::pass;
    }
    void over(const exchange& /*e*/) override {}

    std::string at{};
    before_action first = before_action::pass;
    after_action then = after_action::pass;
    std::vector<std::string> seen{};
};

class PostgresProxy : public ::testing::Test {
protected:
    void SetUp() override {
        folder = std::filesystem::temp_directory_path() /
                 ("onceproof-postgres-test-" + std::to_string(getpid()));
        std::filesystem::create_directories(folder);
        try {
            server = std::make_unique<postgres_server>(on, keeps, postgres_spec(), folder);
        } catch (const std::runtime_error& missing) {
            GTEST_SKIP() << missing.what();
        }
        database(server->address()).execute("CREATE TABLE charges (amount bigint)");
        proxy = std::make_unique<postgres_proxy>(on, "db", server->address().port, hook, 0);
    }
    void TearDown() override {
        proxy.reset();
        server.reset();
        on.run();
        std::filesystem::remove_all(folder);
    }

    // What psql prints when it is given these commands, one after the other.
    std::string psql(const std::vector<std::string>& commands, const std::string& input = "") {
        const std::string output = folder / "psql.txt";
        std::filesystem::remove(output);
        child_spec spec{.command = {"psql", "-X", "-At", "-h", "127.0.0.1", "-p",
                                    std::to_string(proxy->port()), "-U", "app", "app"},
                        .folder = folder,
                        .output = output};
        for (const std::string& c : commands) {
            spec.command.insert(spec.command.end(), {"-c", c});
        }
        std::ofstream(folder / "rows") << input;
        bool has_ended = false;
        const child one(on, keeps, spec, [&](int) { has_ended = true; });
        while (!has_ended) {
            on.run_one();
        }
        std::ifstream in(output);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    std::string amounts() {
        std::string all;
        for (const model::fields& row :
             database(server->address())
                 .rows("SELECT amount FROM charges WHERE $1 = 'all' ORDER BY 1", "all")) {
            all += row.front().value + ' ';
        }
        return all;
    }

    std::filesystem::path folder;
    boost::asio::io_context on;
    keeper keeps;
    one_action hook;
    std::unique_ptr<postgres_server> server;
    std::unique_ptr<postgres_proxy> proxy;
};

TEST_F(PostgresProxy, NamesWhatPasses) {
    EXPECT_THAT(
        psql({"BEGIN", "INSERT INTO charges VALUES (7)", "COMMIT", "SELECT amount FROM charges"}),
        HasSubstr("\n7\n"));
    EXPECT_THAT(hook.seen, ElementsAre("begin", "insert charges", "commit", "select charges"));
}

TEST_F(PostgresProxy, WhatIsResetBeforeItIsNotDone) {
    hook.at = "insert charges";
    hook.first = before_action::reset;
    psql({"INSERT INTO charges VALUES (7)"});
    EXPECT_EQ(amounts(), "");
}

TEST_F(PostgresProxy, AnAnswerThatIsLostLeavesTheEffect) {
    hook.at = "insert charges";
    hook.then = after_action::reset;
    EXPECT_THAT(psql({"INSERT INTO charges VALUES (7)"}),
                HasSubstr("server closed the connection"));
    EXPECT_EQ(amounts(), "7 ");
}

TEST_F(PostgresProxy, AnErrorAtACommitRollsBack) {
    hook.at = "commit";
    hook.first = before_action::answer_error;
    EXPECT_THAT(psql({"BEGIN", "INSERT INTO charges VALUES (7)", "COMMIT"}),
                HasSubstr("could not serialize access"));
    EXPECT_EQ(amounts(), "");
}

TEST_F(PostgresProxy, AnErrorWithinATransactionMakesItAFailedOne) {
    hook.at = "insert charges";
    hook.first = before_action::answer_error;
    EXPECT_THAT(psql({"BEGIN", "INSERT INTO charges VALUES (7)", "SELECT 1"}),
                HasSubstr("current transaction is aborted"));
    EXPECT_EQ(amounts(), "");
}

TEST_F(PostgresProxy, RowsOfACopyPass) {
    psql({"\\copy charges FROM 'rows'", "\\copy charges TO 'copied'"}, "1\n2\n");
    EXPECT_EQ(amounts(), "1 2 ");
    std::ifstream copied(folder / "copied");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(copied), {}), "1\n2\n");
}

}  // namespace
}  // namespace onceproof::rehearsal
