// What a server knows of each idempotency key: the table `records`, and the steps on it.
//
//     absent --insert--> in flight (fingerprint, owner, epoch, lease) --complete--> done (answer)
//                            |    ^                                                  |
//                            +----+ take_over, once the lease has run out            | sweep
//                                                                                    v
//                                                                                 expired
//
// These are the mechanisms. When each may be used is for the guards of charge_server.hpp to say, so
// each is a step of a transaction that the caller has begun. A step that fails throws
// `database_failure`.
#pragma once

#include "model/http/http.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::designs {

extern const std::string_view records_schema;

// Which record: the scope, and the key within it.
struct record_id {
    record_id(std::string_view t, std::string_view o, std::string_view k)
        : tenant(t), operation(o), key(k) {}

    std::string tenant;
    std::string operation;
    std::string key;
};

// Binds the parameters ?1 to ?3 of a statement, which say which record.
template <class Statement>
void bind_record(Statement& s, const record_id& id) {
    s.bind(1, std::string_view(id.tenant));
    s.bind(2, std::string_view(id.operation));
    s.bind(3, std::string_view(id.key));
}

struct key_record {
    std::string fingerprint{};
    std::int64_t epoch = 0;                        // counts the owners, from 1
    std::int64_t lease_end = 0;                    // nanoseconds since the Unix epoch; 0: given up
    std::int64_t done_at = 0;                      // likewise; 0: not done
    bool expired = false;                          // swept: only that the key was used is known
    std::string point{};                           // how far the work has come; empty: not begun
    std::optional<model::http_response> answer{};  // none: in flight, or expired
};

// What an owner writes into the record that it claims.
struct claim_note {
    claim_note(std::string_view f, std::string_view o, std::int64_t end)
        : fingerprint(f), owner(o), lease_end(end) {}

    std::string fingerprint;
    std::string owner;  // for people who look into the table
    std::int64_t lease_end;
};

template <class Platform>
struct key_records {
    using database = typename Platform::database;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

    // True if it was inserted, with epoch 1; false if the key has a record already.
    static awaitable<bool> insert(database& db, const record_id& id, const claim_note& by);

    // Nothing if there is none.
    static awaitable<std::optional<key_record>> find(database& db, const record_id& id);

    // Of an undone record in that epoch and at that point: gives it to BY, in the next epoch. False
    // if it is not there any more: its owner is at work again, though its lease has run out, and
    // has perhaps made the call that the new one would have to know of.
    static awaitable<bool> take_over(database& db, const record_id& id, const claim_note& by,
                                     std::int64_t epoch, std::string_view point);

    // Of a done record in that epoch: forgets what it was, and gives it to BY in the next epoch.
    static awaitable<bool> renew(database& db, const record_id& id, const claim_note& by,
                                 std::int64_t epoch);

    // The following three do nothing, and answer false, unless the record is undone and in that
    // epoch.
    static awaitable<bool> complete(database& db, const record_id& id, std::int64_t epoch,
                                    const model::http_response& answer, std::int64_t now);
    static awaitable<bool> advance(database& db, const record_id& id, std::int64_t epoch,
                                   std::string_view point);
    static awaitable<bool> give_up(database& db, const record_id& id, std::int64_t epoch);

    static awaitable<void> erase(database& db, const record_id& id);

    // Makes small tombstones of what was done before DEADLINE. How many.
    static awaitable<std::int64_t> sweep(database& db, std::int64_t deadline);
};

}  // namespace onceproof::designs
