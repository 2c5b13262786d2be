// See database.hpp. The one file that uses libpq.
#include "rehearsal/postgres/database.hpp"

#include <libpq-fe.h>

#include <array>
#include <stdexcept>

namespace onceproof::rehearsal {
namespace {

using result = std::unique_ptr<PGresult, decltype(&PQclear)>;

}  // namespace

struct database::parts {
    std::unique_ptr<PGconn, decltype(&PQfinish)> connection{nullptr, &PQfinish};

    // Throws what the server has said.
    result checked(PGresult* got) const {
        result owned(got, &PQclear);
        const ExecStatusType status = PQresultStatus(got);
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
            std::string sentence = PQerrorMessage(connection.get());
            throw std::runtime_error(sentence.substr(0, sentence.find('\n')));
        }
        return owned;
    }
};

database::database(const database_address& at) : parts_(std::make_unique<parts>()) {
    const std::string port = std::to_string(at.port);
    const std::array<const char*, 7> keywords{
        "host", "port", "user", "dbname", "password", "application_name", nullptr};
    const std::array<const char*, 7> values{
        "127.0.0.1",         port.c_str(), at.user.c_str(), at.database.c_str(),
        at.password.c_str(), "onceproof",  nullptr};
    parts_->connection.reset(PQconnectdbParams(keywords.data(), values.data(), 0));
    if (PQstatus(parts_->connection.get()) != CONNECTION_OK) {
        const std::string sentence = PQerrorMessage(parts_->connection.get());
        throw std::runtime_error(sentence.substr(0, sentence.find('\n')));
    }
}

database::~database() = default;

void database::execute(const std::string& sql) {
    parts_->checked(PQexec(parts_->connection.get(), sql.c_str()));
}

std::vector<model::fields> database::rows(const std::string& sql, const std::string& first) {
    const std::array<const char*, 1> values{first.c_str()};
    const result got = parts_->checked(PQexecParams(parts_->connection.get(), sql.c_str(), 1,
                                                    nullptr, values.data(), nullptr, nullptr, 0));
    std::vector<model::fields> all(static_cast<std::size_t>(PQntuples(got.get())));
    for (int row = 0; row < PQntuples(got.get()); ++row) {
        for (int column = 0; column < PQnfields(got.get()); ++column) {
            if (PQgetisnull(got.get(), row, column) == 0) {
                all[static_cast<std::size_t>(row)].push_back(
                    {PQfname(got.get(), column), PQgetvalue(got.get(), row, column)});
            }
        }
    }
    return all;
}

}  // namespace onceproof::rehearsal
