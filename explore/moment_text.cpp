// See moment_text.hpp.
#include "explore/moment_text.hpp"

#include "base/escape.hpp"
#include "base/spelling.hpp"
#include "explore/what_if.hpp"
#include "faults/intent_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <vector>

namespace onceproof::explore {
namespace {

using base::escape;

constexpr std::size_t cell_max = 40;

class page {
public:
    template <class... Arguments>
    void add(fmt::format_string<Arguments...> how, Arguments&&... arguments) {
        fmt::format_to(std::back_inserter(text_), how, std::forward<Arguments>(arguments)...);
    }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

std::string actors_of(const moment& m) {
    page out;
    for (const actor& a : m.actors) {
        out.add("  {:<10} {}{}{}, its clock shows {}\n", a.name, a.state,
                a.starts > 1 ? fmt::format(" (started {} times)", a.starts) : "",
                a.works_for.empty() ? "" : ", works for " + a.works_for, a.clock);
    }
    return out.take();
}

std::string message_lines(const moment& m) {
    page out;
    for (const under_way& u : m.messages) {
        out.add("  {} -> {}: {}, left at {}, {}\n", u.from, u.to, u.words, u.left, u.fate);
    }
    return out.take();
}

std::string timer_lines(const moment& m) {
    page out;
    for (const waiting& t : m.timers) {
        out.add("  {:<10} until {}, in {}{}\n", t.process, t.due, t.in,
                t.activity.empty() ? "" : ", for " + t.activity);
    }
    return out.take();
}

std::string clients_of(const moment& m) {
    page out;
    for (const known_intent& i : m.intents) {
        out.add("  {}  {} {} effect{}.\n", i.name, i.knows, i.effects, i.effects == 1 ? "" : "s");
        for (const tried& a : i.attempts) {
            out.add("      {} attempt {}, from {} on: {}\n", a.client, a.number, a.began,
                    escape(a.came_of_it, 2 * cell_max));
        }
    }
    return out.take();
}

std::string cells_of(const sim::table::row& row) {
    std::string line;
    for (const std::optional<std::string>& cell : row) {
        line +=
            fmt::format("{}{}", line.empty() ? "" : " | ", cell ? escape(*cell, cell_max) : "NULL");
    }
    return line;
}

std::string databases_of(const moment& m) {
    page out;
    for (const shown_database& d : m.databases) {
        for (const shown_table& t : d.tables) {
            out.add("  {} in {} on {}: {}\n", t.name, d.file, d.host, fmt::join(t.columns, " | "));
            if (t.left_out > 0) {
                out.add("      ... {} before these\n", t.left_out);
            }
            for (const shown_row& row : t.rows) {
                out.add("      {}{}\n", cells_of(row.cells),
                        row.safe ? "" : "    (gone if the power went now)");
            }
            for (const sim::table::row& lost : t.lost) {
                out.add("      {}    (only if the power went now)\n", cells_of(lost));
            }
        }
    }
    return out.take();
}

std::string oracle_of(const moment& m) {
    page out;
    for (const model::violation& v : m.oracle) {
        out.add("  {}: {}: {}\n", to_text(v.broken), faults::intent_name(v.intent), escape(v.why));
    }
    return out.take();
}

struct section {
    std::string_view name;
    std::string_view title;
    std::string_view empty;
    std::string (*text)(const moment&);
};

constexpr std::array<section, 6> sections{
    {{"actors", "Who is there", "nobody", &actors_of},
     {"messages", "Under way", "nothing", &message_lines},
     {"timers", "Waited for", "nothing", &timer_lines},
     {"clients", "What clients know", "nothing yet", &clients_of},
     {"db", "On the disks", "nothing", &databases_of},
     {"oracle", "Broken so far", "nothing", &oracle_of}}};

}  // namespace

std::string in_text(const moment& m, const std::string& part) {
    std::vector<std::string> names;
    std::string text;
    for (const section& s : sections) {
        names.emplace_back(s.name);
        if (part.empty() || part == s.name) {
            const std::string told = s.text(m);
            text += fmt::format("{} at {}\n{}", s.title, m.time,
                                told.empty() ? fmt::format("  {}\n", s.empty) : told);
        }
    }
    if (text.empty()) {
        throw refusal(fmt::format("there is no '{}' to show{}: {}, faults, plan, verdict", part,
                                  base::did_you_mean(part, names), fmt::join(names, ", ")));
    }
    return text;
}

}  // namespace onceproof::explore
