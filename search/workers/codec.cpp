// See codec.hpp.
#include "search/workers/codec.hpp"

#include "base/document.hpp"
#include "search/plan_file/trial_json.hpp"
#include "search/workers/bytes.hpp"
#include "search/workers/codec_members.hpp"

#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace onceproof::search {
namespace {

// --- Writing. Declared first, since types hold each other ---

template <composed T>
void put(byte_writer& to, const T& v);
template <class T>
void put(byte_writer& to, const std::optional<T>& v);
template <class T>
void put(byte_writer& to, const std::vector<T>& v);
template <class T, std::size_t N>
void put(byte_writer& to, const std::array<T, N>& v);
template <class... T>
void put(byte_writer& to, const std::variant<T...>& v);

template <std::unsigned_integral T>
void put(byte_writer& to, const T& v) {
    to.number(v, sizeof v);
}
void put(byte_writer& to, const faults::fault_kind& v) {
    to.number(static_cast<std::uint8_t>(v), 1);
}
template <class Period>
void put(byte_writer& to, const std::chrono::duration<std::int64_t, Period>& v) {
    to.number(static_cast<std::uint64_t>(v.count()), 8);
}
void put(byte_writer& to, const std::string& v) {
    to.text(v);
}
void put(byte_writer& to, const scenarios::trial& v) {
    to.text(to_json(v));
}

template <composed T>
void put(byte_writer& to, const T& v) {
    std::apply([&](const auto&... each) { (put(to, each), ...); }, members(v));
}
template <class T>
void put(byte_writer& to, const std::optional<T>& v) {
    put(to, v.has_value());
    if (v) {
        put(to, *v);
    }
}
template <class T>
void put(byte_writer& to, const std::vector<T>& v) {
    to.number(v.size(), 4);
    for (const T& each : v) {
        put(to, each);
    }
}
template <class T, std::size_t N>
void put(byte_writer& to, const std::array<T, N>& v) {
    for (const T& each : v) {
        put(to, each);
    }
}
template <class... T>
void put(byte_writer& to, const std::variant<T...>& v) {
    to.number(v.index(), 1);
    std::visit([&](const auto& each) { put(to, each); }, v);
}

// --- Reading ---

// A value to read into.
template <class T>
T blank() {
    if constexpr (std::same_as<T, scenarios::trial>) {
        return scenarios::trial(scenarios::canary());
    } else if constexpr (std::same_as<T, run_plan>) {
        return {scenarios::trial(scenarios::canary())};
    } else if constexpr (std::same_as<T, shrink_plan>) {
        return {scenarios::trial(scenarios::canary()), {}};
    } else {
        return T{};
    }
}

template <composed T>
void get(byte_reader& from, T& v);
template <class T>
void get(byte_reader& from, std::optional<T>& v);
template <class T>
void get(byte_reader& from, std::vector<T>& v);
template <class T, std::size_t N>
void get(byte_reader& from, std::array<T, N>& v);
template <class... T>
void get(byte_reader& from, std::variant<T...>& v);

template <std::unsigned_integral T>
void get(byte_reader& from, T& v) {
    const std::uint64_t n = from.number(sizeof v);
    v = static_cast<T>(n);
    if (v != n) {
        from.fail();  // of a truth value, anything but 0 and 1
    }
}
void get(byte_reader& from, faults::fault_kind& v) {
    const std::uint64_t n = from.number(1);
    v = static_cast<faults::fault_kind>(n < faults::fault_kinds_max ? n : 0);
    if (n >= faults::fault_kinds_max) {
        from.fail();
    }
}
template <class Period>
void get(byte_reader& from, std::chrono::duration<std::int64_t, Period>& v) {
    v = std::chrono::duration<std::int64_t, Period>(static_cast<std::int64_t>(from.number(8)));
}
void get(byte_reader& from, std::string& v) {
    v = from.text();
}
void get(byte_reader& from, scenarios::trial& v) {
    try {
        v = read_trial(from.text());
    } catch (const base::bad_document&) {
        from.fail();
    }
}

template <composed T>
void get(byte_reader& from, T& v) {
    std::apply([&](auto&... each) { (get(from, each), ...); }, members(v));
}
template <class T>
void get(byte_reader& from, std::optional<T>& v) {
    bool is_there = false;
    get(from, is_there);
    if (is_there) {
        get(from, v.emplace(blank<T>()));
    }
}
template <class T>
void get(byte_reader& from, std::vector<T>& v) {
    const std::size_t count = from.count();
    for (std::size_t i = 0; i < count && !from.has_failed(); ++i) {
        get(from, v.emplace_back());
    }
}
template <class T, std::size_t N>
void get(byte_reader& from, std::array<T, N>& v) {
    for (T& each : v) {
        get(from, each);
    }
}
template <class... T>
void get(byte_reader& from, std::variant<T...>& v) {
    const std::uint64_t which = from.number(1);
    std::uint64_t i = 0;
    const auto get_if_it_is = [&]<class Each>(std::type_identity<Each>) {
        if (i++ == which) {
            get(from, v.template emplace<Each>(blank<Each>()));
        }
    };
    (get_if_it_is(std::type_identity<T>()), ...);
    if (which >= sizeof...(T)) {
        from.fail();
    }
}

template <class T>
std::string bytes_of(const T& v) {
    byte_writer to;
    put(to, v);
    return to.bytes();
}

template <class T>
std::optional<T> value_of(std::string_view bytes) {
    byte_reader from(bytes);
    T v;
    get(from, v);
    return from.is_whole() ? std::optional(std::move(v)) : std::nullopt;
}

}  // namespace

std::string encode(const job& j) {
    return bytes_of(j);
}

std::string encode(const outcome& o) {
    return bytes_of(o);
}

std::optional<job> decode_job(std::string_view bytes) {
    return value_of<job>(bytes);
}

std::optional<outcome> decode_outcome(std::string_view bytes) {
    return value_of<outcome>(bytes);
}

}  // namespace onceproof::search
