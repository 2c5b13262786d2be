// See problem.hpp.
#include "model/problem.hpp"

#include <boost/json.hpp>

namespace onceproof::model {

namespace json = boost::json;

http_response problem(unsigned status, std::string_view title, std::string_view detail) {
    const json::object body{{"title", json::string_view(title.data(), title.size())},
                            {"status", status},
                            {"detail", json::string_view(detail.data(), detail.size())}};
    http_response answer(status, json::serialize(body));
    answer.headers.add("Content-Type", "application/problem+json");
    return answer;
}

}  // namespace onceproof::model
