// The files of the page, which are built into the program. Private to the site.
#pragma once

#include <span>
#include <string_view>

namespace onceproof::explore {

struct page_file {
    std::string_view name;  // "index.html"
    std::string_view content;
};

std::span<const page_file> page_files();

}  // namespace onceproof::explore
