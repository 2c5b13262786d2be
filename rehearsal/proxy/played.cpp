// See played.hpp.
#include "rehearsal/proxy/played.hpp"

#include "rehearsal/proxy/loopback.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace onceproof::rehearsal {
namespace {

namespace asio = boost::asio;
namespace json = boost::json;
using connection = model::http_connection<tcp::socket>;

model::http_response problem(unsigned status, std::string_view what) {
    model::http_response answer(status, fmt::format("{{\"error\": \"{}\"}}", what));
    answer.headers.add("Content-Type", "application/json");
    return answer;
}

}  // namespace

model::fields members_of(std::string_view body) {
    boost::system::error_code failed;
    const json::value read = json::parse({body.data(), body.size()}, failed);
    model::fields all;
    if (failed || !read.is_object()) {
        return all;
    }
    for (const auto& member : read.get_object()) {
        const json::value& v = member.value();
        all.push_back({std::string(member.key()),
                       v.is_string() ? std::string(v.get_string()) : json::serialize(v)});
    }
    return all;
}

played_ledger::played_ledger(const played_spec& spec, std::string key_header)
    : spec_(spec), key_header_(std::move(key_header)) {}

std::size_t played_ledger::note(const model::http_request& asked) {
    played_call call;
    call.request = fmt::format("{} {} {}", asked.method, asked.target, asked.body);
    call.body = asked.body;
    if (const std::string* key = asked.headers.find(key_header_)) {
        call.key = *key;
    }
    calls_.push_back(std::move(call));
    return calls_.size() - 1;
}

model::http_response played_ledger::apply(const model::http_request& asked, std::size_t& place) {
    place = note(asked);
    played_call& call = calls_[place];
    if (asked.method == "GET" || asked.method == "HEAD") {
        return problem(404, "nothing is kept here to be read");
    }
    const auto is_first = [&](const played_call& c) { return c.is_effect && c.key == call.key; };
    const auto first = std::ranges::find_if(calls_, is_first);
    const bool is_known = !spec_.honours.empty() && !call.key.empty() && first != calls_.end();
    if (is_known && first->request != call.request) {
        return problem(422, "another request has this key");
    }
    model::fields values = members_of(asked.body);
    const auto number = is_known ? first - calls_.begin() : static_cast<std::ptrdiff_t>(place);
    values.push_back({"serial", std::to_string(number + 1)});
    call.is_effect = !is_known;
    model::http_response answer(spec_.status, fill_names(spec_.answers, values));
    answer.headers.add("Content-Type", "application/json");
    return answer;
}

struct played_server::parts {
    parts(asio::io_context& on, const backend_spec& b, played_ledger& l, exchange_hook& h,
          std::uint32_t r)
        : context(on),
          spec(b),
          ledger(l),
          decides(h),
          replica(r),
          arrivals(listen_on_loopback(on)) {}

    static asio::awaitable<void> serve(std::shared_ptr<parts> self, tcp::socket arrived) {
        connection with(std::move(arrived));
        bool goes_on = true;
        while (goes_on) {
            const auto request = co_await with.read_request();
            if (!request) {
                co_return;
            }
            exchange e;
            e.backend = self->spec.name;
            e.action = fmt::format("{} {}", request->method, request->target);
            e.replica = self->replica;
            goes_on = co_await self->carry(e, *request, with);
            self->decides.over(e);
        }
    }

    // False: the connection is over.
    asio::awaitable<bool> carry(const exchange& e, const model::http_request& asked,
                                connection& with) {
        const before_action first = co_await decides.before(e);
        std::size_t place = 0;
        model::http_response answer;
        if (first == before_action::pass) {
            answer = ledger.apply(asked, place);
            const after_action then = co_await decides.after(e);
            if (then == after_action::answer_error) {
                answer = problem(500, "it was done, and then something failed");
            } else if (then == after_action::reset) {
                reset(with.stream());
                co_return false;
            }
        } else {
            place = ledger.note(asked);
            if (first == before_action::reset) {
                reset(with.stream());
                co_return false;
            }
            answer = problem(503, "it is too busy, and did nothing");
        }
        const auto failed = co_await with.write(answer);
        if (!failed) {
            ledger.tell(place, answer.status);
        }
        co_return !failed;
    }

    asio::io_context& context;
    const backend_spec& spec;
    played_ledger& ledger;
    exchange_hook& decides;
    std::uint32_t replica;
    tcp::acceptor arrivals;
};

played_server::played_server(asio::io_context& on, const backend_spec& spec, played_ledger& ledger,
                             exchange_hook& decides, std::uint32_t replica)
    : parts_(std::make_shared<parts>(on, spec, ledger, decides, replica)) {
    asio::co_spawn(on, accept_each(parts_), asio::detached);
}

played_server::~played_server() {
    parts_->arrivals.close();
}

std::uint16_t played_server::port() const {
    return parts_->arrivals.local_endpoint().port();
}

}  // namespace onceproof::rehearsal
