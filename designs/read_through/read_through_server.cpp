// See read_through_server.hpp.
#include "designs/read_through/read_through_server.hpp"

#include "model/oracle/marks.hpp"

#include <optional>

namespace onceproof::designs {

using boost::asio::awaitable;

template <class Platform>
awaitable<model::http_response> read_through_server<Platform>::settle(database& db,
                                                                      const charge_request& c) {
    const record_id id = this->record_of(c);
    const name_of_key name(id.tenant, id.operation, id.key);
    const auto known = known_.find(name);
    if (known == known_.end()) {
        model::http_response told = co_await base::settle(db, c);
        const std::optional<key_record> found = co_await records::find(db, id);
        if (found && found->answer) {
            known_.emplace(name, *found);
        }
        co_return told;
    }
    const key_record found = known->second;
    if (!this->is_same_request(c, found)) {
        this->self().note(model::marks::rejects, 0, c.key);
        co_return co_await this->refuse_other_request(db, c);
    }
    if (this->is_expired(found)) {
        this->self().note("refuses: the key has expired", 0, c.key);
        co_return this->expired();
    }
    this->self().note(model::marks::replays, found.answer->status, c.key);
    co_return co_await this->replay(db, c, found);
}

template class read_through_server<model::simulated>;
template class read_through_server<model::real>;

}  // namespace onceproof::designs
