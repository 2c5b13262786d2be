// See catalogue.hpp and scenario.hpp.
#include "scenarios/catalogue.hpp"

#include "base/document.hpp"
#include "base/files.hpp"
#include "scenarios/asking.hpp"
#include "scenarios/scenario_toml.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <deque>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <vector>

namespace onceproof::scenarios {
namespace {

using reason = bad_scenario_file::reason;

// "fast/lost-answer.toml": folder and name.
scenario read_file(const scenario_file& f) {
    const std::size_t slash = f.path.find('/');
    const std::string_view name = f.path.substr(slash + 1);
    return read_scenario(name.substr(0, name.find('.')), *tier_named(f.path.substr(0, slash)),
                         f.text);
}

std::vector<scenario> read_all() {
    std::vector<scenario> all;
    for (const scenario_file& f : scenario_files()) {
        all.push_back(read_file(f));
    }
    std::ranges::sort(all, {}, [](const scenario& s) {
        return std::tuple(s.position, s.in, std::string_view(s.name));
    });
    return all;
}

// What must hold comes first.
const std::vector<scenario>& of_this_build() {
    static const std::vector<scenario> catalogue = [] {
        std::vector<scenario> all = read_all();
        std::ranges::stable_partition(all,
                                      [](const scenario& s) { return s.in != tier::negative; });
        return all;
    }();
    return catalogue;
}

// They stay where they are: trials point at them.
std::deque<scenario>& of_the_user() {
    static std::deque<scenario> own;
    return own;
}

// It is read again by whoever runs a plan of it: so it cannot be a pipe.
std::string text_of(const std::string& file) {
    std::error_code failure;
    if (std::filesystem::exists(file, failure) && !std::filesystem::is_directory(file, failure) &&
        !std::filesystem::is_regular_file(file, failure)) {
        throw bad_scenario_file(reason::unreadable, fmt::format("{}: it is no plain file", file));
    }
    try {
        return base::content_of(file);
    } catch (const base::unreadable_file& why) {
        throw bad_scenario_file(why.is_missing ? reason::missing : reason::unreadable, why.what());
    }
}

std::string name_in(const std::string& file) {
    std::string name = std::filesystem::path(file).stem().string();
    const bool plain =
        !name.empty() && name.size() <= 64 && std::ranges::all_of(name, [](unsigned char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
        });
    if (!plain) {
        throw bad_scenario_file(
            reason::wrong,
            fmt::format("{}: the name of a scenario, which is that of its file, is 1 to 64 small "
                        "letters, digits and hyphens",
                        file));
    }
    return name;
}

std::string sha_256(std::string_view text) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
    crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(text.data()),
                       text.size());
    std::array<char, 2 * crypto_hash_sha256_BYTES + 1> digits{};
    return sodium_bin2hex(digits.data(), digits.size(), digest.data(), digest.size());
}

scenario read_own(const std::string& file, const std::string& name, const std::string& text) {
    try {
        scenario s = read_scenario(name, tier::slow, text);
        s.file = file;
        s.digest = sha_256(text);
        return s;
    } catch (const base::bad_document& bad) {
        throw bad_scenario_file(reason::wrong, base::complain_of(file, bad));
    }
}

const scenario* find_in(std::span<const scenario> some, std::string_view name) {
    const auto found = std::ranges::find(some, name, &scenario::name);
    return found == some.end() ? nullptr : &*found;
}

}  // namespace

std::span<const scenario> all() {
    const std::vector<scenario>& every = of_this_build();
    const auto end = std::ranges::find(every, tier::negative, &scenario::in);
    return {every.begin(), end};
}

bool scenario::suits(const designs::subject& s) const {
    return std::ranges::all_of(needs, [&](const scenario_need* n) { return n->is_met_by(s); }) &&
           std::ranges::all_of(work.clients, [&](const client_work& c) {
               return std::ranges::all_of(
                   c.submissions, [&](const submission& e) { return why_not_asked(s, e).empty(); });
           });
}

const scenario& canary() {
    return *find_in(of_this_build(), "canary");
}

const scenario* find(std::string_view name) {
    if (const scenario* const ours = find_in(of_this_build(), name)) {
        return ours;
    }
    const auto own = std::ranges::find(of_the_user(), name, &scenario::name);
    return own == of_the_user().end() ? nullptr : &*own;
}

const scenario& add_scenario_file(const std::string& file) {
    const std::string name = name_in(file);
    scenario s = read_own(file, name, text_of(file));
    const scenario* const known = find(name);
    if (known == nullptr) {
        return of_the_user().emplace_back(std::move(s));
    }
    if (known->digest != s.digest) {
        throw bad_scenario_file(
            reason::wrong,
            fmt::format("{}: there is a scenario '{}' already: give the file another name", file,
                        name));
    }
    return *known;
}

std::optional<tier> tier_named(std::string_view folder) {
    constexpr std::array<std::string_view, 4> folders{"fast", "slow", "rare", "negative"};
    const auto found = std::ranges::find(folders, folder);
    return found == folders.end() ? std::nullopt
                                  : std::optional(static_cast<tier>(found - folders.begin()));
}

}  // namespace onceproof::scenarios
