// See key_book.hpp.
#include "designs/client/key_book.hpp"

#include <sqlite3.h>

#include <utility>

namespace onceproof::designs {

using boost::asio::awaitable;

key_book::~key_book() = default;

void remembered_keys::remember(std::uint64_t intent, std::string_view key) {
    keys_.insert_or_assign(intent, std::string(key));
}

awaitable<std::optional<std::string>> remembered_keys::key_for(std::uint64_t intent,
                                                               std::string fresh) {
    co_return keys_.try_emplace(intent, std::move(fresh)).first->second;
}

template <class Platform>
awaitable<std::optional<std::string>> stored_keys<Platform>::key_for(std::uint64_t intent,
                                                                     std::string fresh) {
    typename Platform::database db(self_);
    const int opened = co_await db.open();
    if (opened != SQLITE_OK) {
        co_return std::nullopt;
    }
    const auto number = static_cast<std::int64_t>(intent);
    auto& insert =
        db.prepared("INSERT INTO keys(intent, key) VALUES(?1, ?2) ON CONFLICT DO NOTHING");
    insert.bind(1, number);
    insert.bind(2, std::string_view(fresh));
    const int inserted = co_await db.step(insert, "db keep key");
    if (inserted != SQLITE_DONE) {
        co_return std::nullopt;
    }
    auto& look = db.prepared("SELECT key FROM keys WHERE intent = ?1");
    look.bind(1, number);
    const int found = co_await db.step(look, "db read key");
    if (found != SQLITE_ROW) {
        co_return std::nullopt;
    }
    std::string key(look.text(0));
    look.reset();
    co_return key;
}

template class stored_keys<model::simulated>;
template class stored_keys<model::real>;

}  // namespace onceproof::designs
