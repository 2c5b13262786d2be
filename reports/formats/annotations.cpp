// See ci_formats.hpp. GitHub shows ten of a kind for each step, so a rule that broke in many ways
// in one scenario is one line.
#include "base/escape.hpp"
#include "reports/formats/ci_formats.hpp"
#include "reports/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace onceproof::reports {
namespace {

// A workflow command ends with its line; a property with a comma or a colon, too.
std::string encoded(std::string_view text, bool is_property) {
    std::string safe;
    for (const char c : base::escape(text)) {
        const bool special = c == '%' || (is_property && (c == ',' || c == ':'));
        safe += special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
    }
    return safe;
}

std::string annotation(std::string_view kind, std::string_view title, std::string_view message) {
    return fmt::format("::{} title={}::{}\n", kind, encoded(title, true), encoded(message, false));
}

std::string line_of(const broken& b) {
    const finding_entry& f = *b.finding;
    return annotation(
        "error",
        fmt::format("{}: {} by {}", f.rule, b.scenario, implementation_of(b.subject, b.mutant)),
        f.sentence + (f.again.empty() ? "" : " Again: " + f.again));
}

}  // namespace

std::string to_annotations(const evidence& e) {
    const summary sum = summary_of(e);
    std::string text;
    for (const broken& b : sum.findings) {
        text += line_of(b);
    }
    for (const guard_row& g : sum.guards) {
        for (const mutant_row& m : g.mutants) {
            if (m.seen != nullptr && !m.seen->broke) {
                text += annotation("error", fmt::format("survived: {}", m.mutant->name),
                                   fmt::format("Nothing caught the mutant, which lacks '{}'. {}",
                                               g.guard->name, m.mutant->mistake));
            }
        }
    }
    for (const broken& b : sum.expected) {
        text += line_of(b);
    }
    for (const campaign_entry* p : sum.campaigns) {
        if (p->findings.empty() && p->verdict != search::verdict::held) {
            text += annotation("warning",
                               fmt::format("inconclusive: {} by {}", p->scenario,
                                           implementation_of(p->subject, p->mutant)),
                               p->verdict ? fmt::format("{}", fmt::join(p->missing, "; "))
                                          : "it did not come to its end");
        }
    }
    return text;
}

}  // namespace onceproof::reports
