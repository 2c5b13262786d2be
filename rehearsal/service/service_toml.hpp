// Reads service.toml.
#pragma once

#include "base/document.hpp"
#include "rehearsal/service/service_spec.hpp"

#include <string>
#include <string_view>

namespace onceproof::rehearsal {

// FOLDER: where the file stands; the files and folders that it names are sought from there.
// Throws base::bad_document, and base::unreadable_file for the contract's file.
service_spec read_service(std::string_view text, const std::string& folder);

// What was understood, in lines for people. No password is in it.
std::string describe(const service_spec& s);

}  // namespace onceproof::rehearsal
