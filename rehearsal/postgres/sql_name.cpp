// See sql_name.hpp.
#include "rehearsal/postgres/sql_name.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace onceproof::rehearsal {
namespace {

bool is_word_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '"';
}

// The words of it in small letters, as far as names need them.
std::vector<std::string> first_words(std::string_view sql) {
    constexpr std::size_t enough = 64;
    std::vector<std::string> words;
    std::string word;
    for (std::size_t i = 0; i <= sql.size() && words.size() < enough; ++i) {
        if (sql.substr(i).starts_with("--")) {
            i = std::min(sql.find('\n', i), sql.size());
        } else if (sql.substr(i).starts_with("/*")) {
            i = std::min(sql.find("*/", i), sql.size() - 2) + 1;
        } else if (i < sql.size() && is_word_letter(sql[i])) {
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(sql[i])));
            continue;
        }
        if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    return words;
}

// "charges" of "public.\"charges\"".
std::string table_name(std::string word) {
    std::erase(word, '"');
    return word.substr(word.rfind('.') + 1);
}

}  // namespace

std::string name_of_statement(std::string_view sql) {
    const std::vector<std::string> words = first_words(sql);
    if (words.empty()) {
        return "";
    }
    const std::string& verb = words.front();
    if (verb == "end") {
        return "commit";
    }
    // The word before the table's name.
    const std::string_view before = verb == "insert" || verb == "merge"    ? "into"
                                    : verb == "select" || verb == "delete" ? "from"
                                    : verb == "update"                     ? "update"
                                                                           : "";
    const auto at = before.empty() ? words.end() : std::ranges::find(words, before);
    if (at == words.end() || at + 1 == words.end()) {
        return verb == "start" ? "begin" : verb;
    }
    const auto table = *(at + 1) == "only" && at + 2 != words.end() ? at + 2 : at + 1;
    return verb + ' ' + table_name(*table);
}

}  // namespace onceproof::rehearsal
