// The command `onceproof`.
#include "cli/command_line.hpp"
#include "cli/version.hpp"
#include "sim/trace/trace.hpp"

#include <string>

int main(int argc, char** argv) {
    using namespace onceproof;
    return cli::run_command_line(
        argc, argv,
        {std::string(cli::version), std::string(cli::commit), std::string(cli::compiler),
         std::string(cli::boost_version), sim::trace::format_version});
}
