// A small store of keys, for designs that keep theirs in a cache instead of a database: insert if
// absent, get, compare and set, delete. The conditions are those of RFC 9110, section 13.
//
//     PUT /v1/keys/KEY?ttl=30000     insert, for so many milliseconds
//     If-None-Match: *               201; 412 if the key is there
//
//     PUT /v1/keys/KEY?ttl=30000     compare and set
//     If-Match: "1-7"                204; 412 if it is not that version any more, or gone
//
//     GET /v1/keys/KEY               200 with the value; 404
//
//     DELETE /v1/keys/KEY            compare and delete
//     If-Match: "1-7"                204; 412 as above
//
//     400  the ttl or a condition is malformed
//     404, 405  another target, another method
//     428  a PUT or DELETE without a condition (RFC 6585): who is last would win unseen
//     429, 500, 503  failure of its own (http_server.hpp), at "store-1/store"
//
// The body of a PUT is the value, any bytes. 200, 201 and 204 of a PUT have the ETag of the version
// that is there now; no two versions have the same, not even before and after a restart. KEY is
// percent-encoded.
//
// All is in memory, as in a cache without persistence: a store that dies forgets every key, and the
// next insert of each succeeds. A key has expired when its time to live has passed by the wall
// clock of the store's own host, whatever the clocks of those who ask say; when that clock jumps
// ahead, keys are gone before their time.
#pragma once

#include "designs/parts/http_server.hpp"
#include "model/http/http.hpp"
#include "model/platform/platform.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace onceproof::designs {

// The longest time to live.
inline constexpr std::chrono::milliseconds longest_ttl = std::chrono::hours(24 * 1000);

template <class Platform>
class key_store final : public http_server<Platform> {
public:
    using base = http_server<Platform>;
    using typename base::process;

    explicit key_store(const process& self);

private:
    struct entry {
        std::string value{};
        std::string etag{};
        std::int64_t expires = 0;  // nanoseconds since the Unix epoch
    };
    using entries = std::map<std::string, entry>;

    http_handler new_connection() override;
    model::http_response answer(const model::http_request& request);
    model::http_response obey(const std::string& key, const model::http_request& request);
    model::http_response put(const std::string& key, const model::http_request& request);
    model::http_response write(const std::string& key, const model::http_request& request,
                               unsigned status);
    bool is_met(const std::string& if_match, entries::const_iterator found) const;
    void forget_the_expired();

    entries entries_;
    std::uint64_t versions_ = 0;  // made so far
};

extern template class key_store<model::simulated>;
extern template class key_store<model::real>;

}  // namespace onceproof::designs
