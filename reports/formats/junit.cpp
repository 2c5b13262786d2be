// See ci_formats.hpp. There is no official schema; this keeps to what Jenkins, GitLab and
// github.com/testmoapp/junitxml agree on.
#include "base/escape.hpp"
#include "base/markup.hpp"
#include "reports/formats/ci_formats.hpp"
#include "reports/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::reports {
namespace {

enum class outcome : std::uint8_t { passed, failed, error, skipped };

struct test_case {
    std::string name;
    std::uint64_t milliseconds = 0;
    std::vector<named_words> properties{};
    outcome came_to = outcome::passed;
    std::string message{};  // one line
    std::string text{};     // more of it
};

struct suite {
    std::string_view name;
    std::vector<test_case> cases{};
};

std::string seconds(std::uint64_t milliseconds) {
    return fmt::format("{}.{:03}", milliseconds / 1000, milliseconds % 1000);
}

std::uint64_t count(const suite& s, outcome what) {
    std::uint64_t n = 0;
    for (const test_case& c : s.cases) {
        n += c.came_to == what ? 1 : 0;
    }
    return n;
}

std::uint64_t time_of(const suite& s) {
    std::uint64_t sum = 0;
    for (const test_case& c : s.cases) {
        sum += c.milliseconds;
    }
    return sum;
}

std::string counts(std::uint64_t tests, std::uint64_t failures, std::uint64_t errors,
                   std::uint64_t skipped, std::uint64_t milliseconds) {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{}\"",
                       tests, failures, errors, skipped, seconds(milliseconds));
}

std::string outcome_of(const test_case& c) {
    switch (c.came_to) {
        case outcome::passed:
            return {};
        case outcome::failed:
            return fmt::format("      <failure message=\"{}\">{}</failure>\n",
                               base::markup(c.message), base::markup(c.text));
        case outcome::error:
            return fmt::format("      <error message=\"{}\">{}</error>\n", base::markup(c.message),
                               base::markup(c.text));
        case outcome::skipped:
            return fmt::format("      <skipped message=\"{}\"/>\n", base::markup(c.message));
    }
    return {};
}

std::string junit_of(const test_case& c, std::string_view suite_name) {
    std::string text =
        fmt::format("    <testcase classname=\"onceproof.{}\" name=\"{}\" time=\"{}\">\n",
                    suite_name, base::markup(c.name), seconds(c.milliseconds));
    if (!c.properties.empty()) {
        text += "      <properties>\n";
        for (const named_words& p : c.properties) {
            text += fmt::format("        <property name=\"{}\" value=\"{}\"/>\n", p.name,
                                base::markup(p.words));
        }
        text += "      </properties>\n";
    }
    return text + outcome_of(c) + "    </testcase>\n";
}

std::string junit_of(const suite& s) {
    std::string text =
        fmt::format("  <testsuite name=\"onceproof.{}\" {}>\n", s.name,
                    counts(s.cases.size(), count(s, outcome::failed), count(s, outcome::error),
                           count(s, outcome::skipped), time_of(s)));
    for (const test_case& c : s.cases) {
        text += junit_of(c, s.name);
    }
    return text + "  </testsuite>\n";
}

void add_finding_case(const finding_entry& f, test_case& to) {
    to.came_to = outcome::failed;
    const std::string line = fmt::format("{}: {}", base::escape(f.rule), base::escape(f.sentence));
    if (to.message.empty()) {
        to.message = line;
    }
    to.text += line + '\n' + f.story + (f.story.empty() ? "" : "\n") +
               (f.again.empty() ? "" : "reproduce: " + f.again + '\n');
}

test_case case_of(const campaign_entry& p, std::string name) {
    test_case c{std::move(name), p.milliseconds};
    c.properties.push_back({"runs", fmt::format("{}", p.runs)});
    if (p.search) {
        if (p.search->faults_max) {
            c.properties.push_back({"faults", fmt::format("{}", *p.search->faults_max)});
        } else {
            c.properties.push_back({"plans", plans_of(*p.search)});
        }
        c.properties.push_back({"shard", fmt::format("{}/{}", p.search->shard, p.search->shards)});
    } else {
        c.properties.push_back({"seed", fmt::format("{}", p.first_seed)});
        c.properties.push_back({"hash", p.hash});
    }
    for (const finding_entry& f : p.findings) {
        add_finding_case(f, c);
    }
    if (c.came_to == outcome::passed && p.verdict != search::verdict::held) {
        c.came_to = outcome::error;
        c.message = p.verdict ? fmt::format("{}", fmt::join(p.missing, "; "))
                              : "it did not come to its end";
    }
    return c;
}

// A name of its own for each, since CI servers know a test case by it.
std::string name_of(const campaign_entry& p) {
    std::string name = fmt::format("{} by {}", p.scenario, implementation_of(p.subject, p.mutant));
    if (p.search) {
        name += ", " + plans_of(*p.search);
        name += p.among.empty() ? "" : ", " + p.among;
        name += p.search->shards == 1
                    ? ""
                    : fmt::format(", shard {} of {}", p.search->shard, p.search->shards);
    } else {
        name += p.among.empty() ? "" : ", " + p.among;
        name += p.first_seed == 0 ? "" : fmt::format(", seeds from {}", p.first_seed);
    }
    return name;
}

suite scenarios_of(const summary& sum) {
    suite s{"scenario"};
    if (sum.regressions != nullptr) {
        s.cases.push_back(case_of(*sum.regressions, "regressions"));
    }
    for (const campaign_entry* p : sum.campaigns) {
        s.cases.push_back(case_of(*p, name_of(*p)));
    }
    for (const path& p : sum.paths) {
        if (p.campaigns.empty()) {
            test_case c{p.scenario->name};
            c.came_to = outcome::skipped;
            c.message = "it was not run";
            s.cases.push_back(std::move(c));
        }
    }
    return s;
}

test_case case_of(const guard_row& g) {
    test_case c{g.guard->name};
    std::uint64_t searched = 0;
    for (const mutant_row& m : g.mutants) {
        if (m.seen == nullptr) {
            continue;
        }
        ++searched;
        c.milliseconds += m.seen->milliseconds;
        c.properties.push_back({"mutant", m.mutant->name});
        c.properties.push_back({"runs", fmt::format("{}", m.seen->runs)});
        if (m.seen->broke) {
            c.properties.push_back({"scenario", m.seen->scenario});
            c.properties.push_back({"seed", fmt::format("{}", m.seen->first.first_seed)});
        } else {
            c.came_to = outcome::failed;
            c.message = fmt::format("{} survived", m.mutant->name);
            c.text += fmt::format("{}: {}\n", m.mutant->name, m.mutant->mistake);
        }
    }
    if (searched == 0) {
        c.came_to = outcome::skipped;
        c.message = "none of its mutants was searched";
    } else if (c.came_to == outcome::passed && !g.is_proven()) {
        c.came_to = outcome::error;
        c.message = fmt::format("only {} of {} mutants show it", searched, g.mutants.size());
    }
    return c;
}

suite guards_of(const summary& sum) {
    suite s{"guard"};
    for (const guard_row& g : sum.guards) {
        s.cases.push_back(case_of(g));
    }
    return s;
}

suite designs_of(const summary& sum) {
    suite s{"design"};
    for (const proof_entry* p : sum.whole) {
        test_case c{p->subject, p->milliseconds};
        c.properties.push_back({"runs", fmt::format("{}", p->runs)});
        if (p->broke) {
            add_finding_case(p->first, c);
        }
        s.cases.push_back(std::move(c));
    }
    return s;
}

}  // namespace

std::string to_junit(const evidence& e) {
    const summary sum = summary_of(e);
    const std::vector<suite> suites{scenarios_of(sum), guards_of(sum), designs_of(sum)};
    std::uint64_t tests = 0;
    std::uint64_t failed = 0;
    std::uint64_t errors = 0;
    std::uint64_t skipped = 0;
    std::uint64_t time = 0;
    for (const suite& s : suites) {
        tests += s.cases.size();
        failed += count(s, outcome::failed);
        errors += count(s, outcome::error);
        skipped += count(s, outcome::skipped);
        time += time_of(s);
    }
    std::string text =
        fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\" {}>\n",
                    base::markup(e.made_by.text()), counts(tests, failed, errors, skipped, time));
    for (const suite& s : suites) {
        text += junit_of(s);
    }
    return text + "</testsuites>\n";
}

}  // namespace onceproof::reports
