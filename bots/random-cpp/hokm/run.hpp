// The bot, and the loop that plays it.
#pragma once

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "codec.hpp"
#include "line.hpp"
#include "messages.hpp"

namespace hokm {

// What a bot answers: an action alone, or with a note (UTF-8) that is kept in the record. Any of
// `Play{"AS"}`, `legal[0]` and `{Play{"AS"}, "my last one"}` is one.
struct Answer {
    template <class A, class = std::enable_if_t<std::is_constructible_v<Action, A>>>
    Answer(A&& chosen, std::string remark = "")
        : action(std::forward<A>(chosen)), note(std::move(remark)) {}

    Action action;
    std::string note;
};

// Derive from it and give it a `choose`; the rest may stay. One object plays all matches.
class Bot {
  public:
    virtual ~Bot() = default;

    // One of `legal`, or Concede{}.
    virtual Answer choose(const Observation&, const std::vector<Action>&) {
        throw std::logic_error("a bot must say what it chooses");
    }

    // Like `choose`, with the whole message; override it to know the time left or the id.
    virtual Answer act(const Act& message) { return choose(message.observation, message.legal); }

    virtual void match_start(const MatchStart&) {}
    virtual void deal_end(const DealEnd&) {}
    virtual void match_end(const MatchEnd&) {}
};

// Prints words to standard error, which the arena keeps.
template <class... Words>
void log(const Words&... words) {
    std::ostringstream text;
    const char* gap = "";
    ((text << std::exchange(gap, " ") << words), ...);
    std::cerr << text.str() + '\n';
}

inline constexpr int PROTOCOL = 1;
inline constexpr std::size_t NOTE_LIMIT = 280;  // code points

// The first so many code points of a text in UTF-8.
inline std::string cut(const std::string& text, std::size_t limit) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool starts = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
        if (starts && count++ == limit) return text.substr(0, at);
    }
    return text;
}

inline std::string hello_message(const std::string& name, const std::string& author) {
    Writer writer;
    writer.open('{');
    write_pair(writer, "type", std::string("hello"));
    write_pair(writer, "protocol", PROTOCOL);
    write_pair(writer, "name", name);
    if (!author.empty()) write_pair(writer, "author", author);
    writer.close('}');
    return writer.text();
}

inline std::string action_message(const std::string& id, const Answer& answer) {
    Writer writer;
    writer.open('{');
    write_pair(writer, "type", std::string("action"));
    write_pair(writer, "id", id);
    write_pair(writer, "action", answer.action);
    if (!answer.note.empty()) write_pair(writer, "note", cut(answer.note, NOTE_LIMIT));
    writer.close('}');
    return writer.text();
}

// What the referee says; Unknown if a later version says it, or nobody could read it.
inline Message received(std::string_view text, const std::string& name) {
    try {
        return message_from_json(text);
    } catch (const Unreadable& error) {
        log(name + ": left out a message:", error.what());
        return Unknown{};
    }
}

// Says hello and plays until the referee says bye, or is gone.
inline void play(Bot& bot, Line& line, const std::string& name, const std::string& author = "") {
    if (!line.send(hello_message(name, author))) return;
    std::string text;
    while (line.receive(text)) {
        const Message message = received(text, name);
        if (const auto* act = std::get_if<Act>(&message)) {
            if (!line.send(action_message(act->id, bot.act(*act)))) return;
        } else if (const auto* start = std::get_if<MatchStart>(&message)) {
            bot.match_start(*start);
        } else if (const auto* deal = std::get_if<DealEnd>(&message)) {
            bot.deal_end(*deal);
        } else if (const auto* match = std::get_if<MatchEnd>(&message)) {
            bot.match_end(*match);
        } else if (std::holds_alternative<Bye>(message)) {
            return;
        }
    }
}

// The line that the arena has laid. Throws std::runtime_error if there is none.
inline std::unique_ptr<Line> arena_line() {
    const char* endpoint = std::getenv("ARENA_ENDPOINT");
    if (endpoint != nullptr && *endpoint != '\0') return std::make_unique<ZmqLine>(endpoint);
    if (!::isatty(STDIN_FILENO)) return std::make_unique<StdioLine>();
    throw std::runtime_error(
        "The arena starts this program and speaks with it; try the bot with "
        "`arena play FOLDER naive`.");
}

// Plays as the arena asks for; gives the exit code: `int main() { … return hokm::run(bot, "first"); }`
//
// name: at most 40 characters. author: at most 200. What the bot throws comes through.
inline int run(Bot& bot, const std::string& name, const std::string& author = "") {
    for (const int number : {SIGTERM, SIGINT}) std::signal(number, [](int) { ::_exit(0); });
    std::signal(SIGPIPE, SIG_IGN);  // a closed line is seen when it is written to
    std::unique_ptr<Line> line;
    try {
        line = arena_line();
    } catch (const std::runtime_error& error) {
        log(name + ":", error.what());
        return 1;
    }
    play(bot, *line, name, author);
    return 0;
}

}  // namespace hokm
