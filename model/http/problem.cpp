// See problem.hpp.
#include "model/http/problem.hpp"

#include <boost/json.hpp>

#include <string>

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

http_response passing_problem(unsigned status, std::string_view title, std::string_view detail,
                              std::chrono::seconds after) {
    http_response answer = problem(status, title, detail);
    answer.headers.add("Retry-After", std::to_string(after.count()));
    return answer;
}

}  // namespace onceproof::model
