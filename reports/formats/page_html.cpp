// See page.hpp.
#include "base/markup.hpp"
#include "reports/formats/page.hpp"

#include <fmt/format.h>

#include <cctype>
#include <string_view>

namespace onceproof::reports {
namespace {

// The policy forbids scripts and everything that is not in the file itself.
constexpr std::string_view head = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{
  --paper: #ffffff; --ink: #1b1f24; --quiet: #57606a; --line: #d0d7de; --shade: #f3f5f7;
  --good: #116329; --bad: #a40e26; --unsure: #7a4d00; --link: #0550ae;
}}
@media (prefers-color-scheme: dark) {{
  :root {{
    --paper: #0d1117; --ink: #e6edf3; --quiet: #a3adb8; --line: #3b444d; --shade: #1a2026;
    --good: #6fdd8b; --bad: #ff9a92; --unsure: #f0c05a; --link: #8ac4ff;
  }}
}}
* {{ box-sizing: border-box; }}
body {{
  margin: 0 auto; padding: 1.5rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
}}
h1 {{ font-size: 1.9rem; line-height: 1.2; margin: 0 0 1rem; }}
h2 {{
  font-size: 1.35rem; margin: 2.5rem 0 .5rem; padding-top: .5rem;
  border-top: 1px solid var(--line);
}}
h3 {{ font-size: 1.1rem; margin: 1.5rem 0 .5rem; }}
p, ul, nav {{ max-width: 48rem; }}
a {{ color: var(--link); }}
nav ol {{ columns: 2 16rem; column-gap: 3rem; padding-left: 1.5rem; }}
.scroll {{ overflow-x: auto; margin: 1rem 0; }}
table {{ border-collapse: collapse; font-size: .9rem; }}
caption {{ text-align: left; color: var(--quiet); padding-bottom: .4rem; }}
th, td {{
  text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0;
  border-bottom: 1px solid var(--line);
}}
thead th {{ vertical-align: bottom; }}
tbody th {{ font-weight: 600; }}
code, pre {{ font-family: ui-monospace, monospace; font-size: .9em; }}
code {{ background: var(--shade); padding: .05em .25em; border-radius: .2em; }}
p code, li code {{ overflow-wrap: anywhere; }}
th code {{ white-space: nowrap; }}
td code {{ display: inline-block; }}
pre {{
  background: var(--shade); border: 1px solid var(--line); border-radius: .3rem; padding: .75rem;
  margin: 0; overflow-x: auto; font-size: .8rem; line-height: 1.45;
}}
figure {{ margin: 1rem 0; }}
figcaption {{ color: var(--quiet); font-size: .9rem; padding-bottom: .4rem; }}
svg {{ max-width: 100%; height: auto; }}
.good {{ color: var(--good); font-weight: 600; }}
.bad {{ color: var(--bad); font-weight: 600; }}
.unsure {{ color: var(--unsure); font-weight: 600; }}
@media print {{
  :root {{
    --paper: #ffffff; --ink: #000000; --quiet: #444444; --line: #bbbbbb; --shade: #ffffff;
    --good: #0b4a1e; --bad: #8a0a1e; --unsure: #5c3a00; --link: #000000;
    font-size: 10pt;
  }}
  body {{ max-width: none; padding: 0; }}
  nav {{ display: none; }}
  pre {{ white-space: pre-wrap; overflow-wrap: anywhere; font-size: 7pt; }}
  .scroll {{ overflow: visible; }}
  table {{ font-size: 8pt; }}
  th, td {{ padding-right: .5rem; }}
  th code {{ white-space: normal; }}
  h2, h3, caption, figcaption {{ break-after: avoid; }}
  tr, thead, svg {{ break-inside: avoid; }}
}}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
)html";

std::string anchor(std::string_view title) {
    std::string id;
    for (const char c : title) {
        const auto byte = static_cast<unsigned char>(c);
        id += std::isalnum(byte) != 0 ? static_cast<char>(std::tolower(byte)) : '-';
    }
    return id;
}

std::string_view class_of(mood how) {
    switch (how) {
        case mood::good:
            return "good";
        case mood::bad:
            return "bad";
        case mood::unsure:
            return "unsure";
        case mood::none:
            break;
    }
    return "";
}

std::string text_of(const words& all) {
    std::string text;
    for (const span& s : all) {
        if (s.is_code && !s.text.empty()) {
            text += "<code>" + base::markup(s.text) + "</code>";
        } else if (s.how != mood::none) {
            text +=
                fmt::format("<span class=\"{}\">{}</span>", class_of(s.how), base::markup(s.text));
        } else {
            text += base::markup(s.text);
        }
    }
    return text;
}

struct html {
    std::string operator()(const heading& h) const {
        // Only what the contents lead to has a name: others may occur twice.
        const std::string id = h.level == 2 ? fmt::format(" id=\"{}\"", anchor(h.text)) : "";
        return fmt::format("<h{0}{1}>{2}</h{0}>\n", h.level, id, base::markup(h.text));
    }
    std::string operator()(const paragraph& p) const { return "<p>" + text_of(p.text) + "</p>\n"; }
    std::string operator()(const bullets& list) const {
        std::string text = "<ul>\n";
        for (const words& item : list.items) {
            text += "<li>" + text_of(item) + "</li>\n";
        }
        return text + "</ul>\n";
    }
    // What scrolls can be reached with the keyboard, and has a name.
    std::string operator()(const table& t) const {
        std::string text = fmt::format(
            "<div class=\"scroll\" role=\"region\" aria-label=\"{0}\" tabindex=\"0\">\n"
            "<table>\n<caption>{0}</caption>\n<thead><tr>",
            base::markup(t.caption));
        for (const std::string& name : t.head) {
            text += "<th scope=\"col\">" + base::markup(name) + "</th>";
        }
        text += "</tr></thead>\n<tbody>\n";
        for (const std::vector<words>& row : t.rows) {
            text += "<tr>";
            for (std::size_t i = 0; i < row.size(); ++i) {
                text += (i == 0 ? "<th scope=\"row\">" : "<td>") + text_of(row[i]) +
                        (i == 0 ? "</th>" : "</td>");
            }
            text += "</tr>\n";
        }
        return text + "</tbody>\n</table>\n</div>\n";
    }
    std::string operator()(const quote& q) const {
        return fmt::format(
            "<figure>\n<figcaption>{0}</figcaption>\n"
            "<pre role=\"region\" aria-label=\"{0}\" tabindex=\"0\">{1}</pre>\n</figure>\n",
            base::markup(q.caption), base::markup(q.lines));
    }
    std::string operator()(const figure& f) const {
        return fmt::format("<figure>\n<figcaption>{}</figcaption>\n{}\n</figure>\n",
                           base::markup(f.caption), f.svg);
    }
};

std::string contents(const page& p) {
    std::string text = "<nav aria-label=\"Contents\">\n<ol>\n";
    for (const block& b : p.blocks) {
        if (const auto* h = std::get_if<heading>(&b); h != nullptr && h->level == 2) {
            text += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", anchor(h->text),
                                base::markup(h->text));
        }
    }
    return text + "</ol>\n</nav>\n";
}

}  // namespace

std::string to_html(const page& p) {
    std::string text = fmt::format(head, fmt::arg("title", base::markup(p.title)));
    bool has_contents = false;
    for (const block& b : p.blocks) {
        if (!has_contents && std::holds_alternative<heading>(b)) {
            text += contents(p);
            has_contents = true;
        }
        text += std::visit(html(), b);
    }
    return text + "</main>\n</body>\n</html>\n";
}

}  // namespace onceproof::reports
