// One life of a process that we have started: in a group of its own, with its output in a file.
#pragma once

#include "model/operation/fields.hpp"
#include "rehearsal/process/keeper.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace onceproof::rehearsal {

struct child_spec {
    std::vector<std::string> command;
    std::string folder;
    model::fields env{};  // beside what this program has
    std::string output;   // a file that it is added to
    std::optional<uid_t> user{};
    std::optional<gid_t> group{};
};

class child {
public:
    // AT_END is called when it has ended, however it did, with what waitpid() tells of it.
    // Throws std::system_error, with the program's name, if it cannot be started.
    child(boost::asio::io_context& on, keeper& kept_by, const child_spec& spec,
          std::function<void(int)> at_end);
    // Kills it and all of its group, and waits until the kernel has done so.
    ~child();
    child(const child&) = delete;

    bool is_alive() const { return alive_; }
    pid_t pid() const { return pid_; }

    // To all of its group.
    void signal(int number);

private:
    void reap(bool is_to_be_told);

    keeper& keeper_;
    pid_t pid_ = -1;
    bool alive_ = false;
    boost::asio::posix::stream_descriptor end_;
    std::function<void(int)> at_end_;
    std::shared_ptr<bool> here_ = std::make_shared<bool>();  // ends with it
};

// "status 1", "signal 9 (Killed)".
std::string end_in_words(int waited);

}  // namespace onceproof::rehearsal
