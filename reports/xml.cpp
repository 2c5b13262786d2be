// See xml.hpp.
#include "reports/xml.hpp"

#include "reports/escape.hpp"

namespace onceproof::reports {

std::string xml(std::string_view text, std::size_t most) {
    std::string safe;
    for (const char c : escape(text, most)) {
        switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            case '\'':
                safe += "&#39;";
                break;
            default:
                safe += c;
        }
    }
    return safe;
}

}  // namespace onceproof::reports
