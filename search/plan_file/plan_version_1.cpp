// See plan_version_1.hpp.
#include "search/plan_file/plan_version_1.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace onceproof::search {
namespace {

struct word {
    std::string_view before;
    std::string_view now;
};

constexpr std::array renamed_members{word{"errands", "submissions"}};

// How the label of an intent began.
constexpr word label{"pay-", "intent-"};

// How the host of the role downstream was called, and its process.
constexpr std::array places{word{">acquirer/", ">downstream/"},
                            word{"/acquirer-1/", "/downstream-1/"},
                            word{"/acquirer-1>", "/downstream-1>"}};

// The members whose text begins with a label.
constexpr std::array<std::string_view, 3> labelled{"point", "until", "attempt"};

// Calls MEMBER what it is called now.
void translate_name(base::node::member& member) {
    for (const word& w : renamed_members) {
        if (member.name == w.before) {
            member.name = w.now;
        }
    }
}

void translate_place(std::string& point) {
    for (const word& w : places) {
        if (const std::size_t at = point.find(w.before); at != std::string::npos) {
            point.replace(at, w.before.size(), w.now);
        }
    }
}

void translate_label(base::node::member& member) {
    const bool has_label = std::ranges::find(labelled, member.name) != labelled.end();
    if (has_label && member.value.text.starts_with(label.before)) {
        member.value.text.replace(0, label.before.size(), label.now);
        translate_place(member.value.text);
    }
}

void translate(base::node& n) {
    std::ranges::for_each(n.items, translate);
    for (base::node::member& m : n.members) {
        translate_name(m);
        translate_label(m);
        translate(m.value);
    }
}

}  // namespace

void translate_version_1(base::node& top) {
    translate(top);
}

}  // namespace onceproof::search
