// A run, walked through and changed at a prompt, by verbs; `help` lists them. They are read from a
// stream, so that a file of them is a script.
#pragma once

#include "explore/recording.hpp"
#include "scenarios/trial.hpp"

#include <functional>
#include <istream>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace onceproof::explore {

struct terminal_options {
    // As api_options::save.
    std::function<std::string(const std::string& name, const std::string& text)> save;
    bool colour = false;
    bool prompts = false;  // somebody types
};

class terminal {
public:
    // Requires: both streams outlive it.
    terminal(const scenarios::trial& start, std::istream& in, std::ostream& out,
             terminal_options options);
    ~terminal();

    // Until `quit` or the end of what can be read. Whether it could do all that was asked.
    bool run();

private:
    struct verb;
    static const std::vector<verb>& verbs();

    bool obey(const std::string& line);
    bool refuse(const std::string& why);

    // --- What verbs do; each throws a refusal ---

    void step(const std::string& rest);
    void back(const std::string& rest);
    void walk(const std::string& rest, bool backwards);
    void until(const std::string& rest);
    void before(const std::string& rest);
    void go(const std::string& rest);
    void show(const std::string& what);
    void choices(const std::string& rest);
    void choose(const std::string& number);
    void drop(const std::string& rest);
    void kill(const std::string& rest);
    void remove(const std::string& number);
    void undo(const std::string& rest);
    void redo(const std::string& rest);
    void without(const std::string& name);
    void subject(const std::string& name);
    void seed(const std::string& number);
    void failing(const std::string& rest);
    void diff(const std::string& rest);
    void shrink(const std::string& rest);
    void save(const std::string& name);
    void again(const std::string& rest);
    void story(const std::string& rest);
    void help(const std::string& rest);
    void quit(const std::string& rest);

    // --- What they share ---

    void move(const std::string& word, bool backwards);
    void change_to(const scenarios::trial& t);
    void run(const scenarios::trial& t);
    void inject_kind(std::string_view kind);
    void tell_verdict();
    void tell_here();

    std::istream& in_;
    std::ostream& out_;
    terminal_options options_;
    std::unique_ptr<recording> run_;
    std::unique_ptr<recording> before_;  // the change; none: there was none
    event_number at_ = 0;
    std::vector<scenarios::trial> undone_;
    std::vector<scenarios::trial> done_;  // the last before the present one comes last
    bool ended_ = false;
};

}  // namespace onceproof::explore
