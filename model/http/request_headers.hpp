// Whose a request is, and under which key it comes.
#pragma once

#include "model/contract/contract.hpp"
#include "model/http/http.hpp"
#include "model/http/parsed.hpp"

#include <string>

namespace onceproof::model {

// RFC 6750, section 2.1. Empty if there is none; the scheme is compared without case (RFC 9110).
std::string tenant_of(const http_request& request);

// The key in the header of the contract, or what is wrong with it.
parsed<std::string> key_of(const http_request& request, const contract& promised);

}  // namespace onceproof::model
