// A Postgres of our own, from Debian's packages: in a folder and at a port of its own, as another
// user than root, without fsync. It is gone when we are. Never the cluster that the package starts.
#pragma once

#include "rehearsal/postgres/database.hpp"
#include "rehearsal/process/child.hpp"
#include "rehearsal/process/keeper.hpp"
#include "rehearsal/service/service_spec.hpp"

#include <boost/asio/io_context.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace onceproof::rehearsal {

class postgres_server {
public:
    // Returns when it takes connections and its setup has been run. LOGS: a folder. Throws
    // std::runtime_error: there is no Postgres, it does not start, or the setup is wrong.
    postgres_server(boost::asio::io_context& on, keeper& kept_by, const postgres_spec& spec,
                    const std::string& logs);
    ~postgres_server();

    const database_address& address() const { return address_; }

private:
    void wait_until_it_answers();
    void set_up(const postgres_spec& spec);

    std::filesystem::path folder_;
    database_address address_;
    std::string log_;
    std::unique_ptr<child> process_;
};

}  // namespace onceproof::rehearsal
