// See cache_marker_server.hpp.
#include "designs/cache_marker/cache_marker_server.hpp"

#include "model/http/header_text.hpp"
#include "model/oracle/marks.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <string_view>
#include <utility>

namespace onceproof::designs {
namespace {

using boost::asio::awaitable;

// What is kept under a key: the fingerprint, a line; behind it, once there is an answer, its
// status, a line, its header fields, a line each, an empty line, and its body.
std::string marker_of(std::string_view fingerprint) {
    return fmt::format("{}\n", fingerprint);
}

std::string kept(std::string_view fingerprint, const model::http_response& answer) {
    return fmt::format("{}\n{}\n{}\n{}", fingerprint, answer.status, model::to_text(answer.headers),
                       answer.body);
}

// The first line, which is taken off TEXT with its line feed.
std::string_view next_line(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() + 1);
    return line;
}

key_record record_in(std::string_view value) {
    key_record found;
    found.fingerprint = next_line(value);
    if (value.empty()) {
        return found;
    }
    const std::string_view status = next_line(value);
    const std::string_view begin = value;
    while (!next_line(value).empty()) {
    }
    const std::size_t headers = begin.size() - value.size() - 1;
    found.answer.emplace(0, value);
    found.answer->headers = model::fields_from(begin.substr(0, headers));
    std::from_chars(status.data(), status.data() + status.size(), found.answer->status);
    return found;
}

std::chrono::milliseconds in_milliseconds(model::contract::duration span) {
    return std::chrono::ceil<std::chrono::milliseconds>(span);
}

}  // namespace

template <class Platform>
awaitable<model::http_response> cache_marker_server<Platform>::settle(database& db,
                                                                      const charge_request& c) {
    const key_store_client<Platform> keys = store();
    const std::string key = key_of(c);
    const std::string fingerprint = this->own_fingerprint_of(c);
    const store_answer claimed =
        co_await keys.insert(key, marker_of(fingerprint), in_milliseconds(this->promised().lease));
    if (claimed.outcome == store_outcome::unreachable) {
        co_return co_await without_keys(db, c);
    }
    if (claimed.outcome == store_outcome::refused) {
        co_return co_await answer_duplicate(db, c);
    }
    this->self().note(model::marks::claims, 1, c.key);
    model::http_response told = co_await take_effect(db, c);
    const store_answer recorded = co_await keys.swap(key, claimed.etag, kept(fingerprint, told),
                                                     in_milliseconds(this->promised().retention));
    if (recorded.outcome == store_outcome::done) {
        this->self().note(model::marks::completes, 1, c.key);
    } else {
        this->self().note("cannot record the outcome", 0, c.key);
    }
    co_return told;  // it is known all the same
}

template <class Platform>
awaitable<model::http_response> cache_marker_server<Platform>::without_keys(
    database&, const charge_request& c) {
    this->self().note("refuses: the keys cannot be asked", 0, c.key);
    co_return this->ask_again(503, "The keys cannot be asked", this->promised().retry_after);
}

template <class Platform>
awaitable<model::http_response> cache_marker_server<Platform>::answer_duplicate(
    database& db, const charge_request& c) {
    const key_store_client<Platform> keys = store();
    const store_answer there = co_await keys.get(key_of(c));
    if (there.outcome == store_outcome::unreachable) {
        co_return co_await without_keys(db, c);
    }
    if (there.outcome == store_outcome::refused) {
        co_return co_await this->refuse_in_flight(db, c);  // it has expired just now
    }
    const key_record found = record_in(there.value);
    if (!this->is_same_request(c, found)) {
        this->self().note(model::marks::rejects, 0, c.key);
        co_return co_await this->refuse_other_request(db, c);
    }
    if (!found.answer) {
        this->self().note(model::marks::refuses_in_flight, 0, c.key);
        co_return co_await this->refuse_in_flight(db, c);
    }
    this->self().note(model::marks::replays, found.answer->status, c.key);
    co_return co_await this->replay(db, c, found);
}

template <class Platform>
awaitable<model::http_response> cache_marker_server<Platform>::take_effect(
    database& db, const charge_request& c) {
    if (c.amount > largest_amount) {
        co_return declined();
    }
    co_await this->begin(db);
    const std::optional<std::int64_t> row = co_await ledger<Platform>::insert(db, c);
    co_await this->commit(db);
    this->self().note(makes_charge, static_cast<std::uint64_t>(row.value()), c.reference);
    co_return charged(c, row.value());
}

// The scope and the key, a line each. None of them has a line feed: they come from header fields
// and a request line.
template <class Platform>
std::string cache_marker_server<Platform>::key_of(const charge_request& c) const {
    const record_id id = this->record_of(c);
    return fmt::format("{}\n{}\n{}", id.tenant, id.operation, id.key);
}

template <class Platform>
key_store_client<Platform> cache_marker_server<Platform>::store() const {
    return {this->self(), this->setting().store.value(), longest_call};
}

template class cache_marker_server<model::simulated>;
template class cache_marker_server<model::real>;

}  // namespace onceproof::designs
