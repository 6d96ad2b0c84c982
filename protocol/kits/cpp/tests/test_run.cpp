// A bot as a process of its own: the line, and the end.
#include <fcntl.h>
#include <sys/wait.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "../hokm/hokm.hpp"
#include "check.hpp"
#include "vectors.hpp"

using namespace hokm;

namespace {

// Plays the last that is legal, and talks too much.
struct Talker : Bot {
    Answer choose(const Observation& seen, const std::vector<Action>& legal) override {
        std::cout << "hm" << std::endl;
        return {legal.back(), seen.deal == 88 ? std::string(280, 'x') : ""};
    }
};

struct Pipe {
    Pipe() {
        int both[2];
        CHECK(::pipe2(both, O_CLOEXEC) == 0);
        from = both[0], into = both[1];
    }
    ~Pipe() { ::close(from), close(); }
    void close() { ::close(std::exchange(into, -1)); }
    int from, into;
};

// A Talker as another process, with the three standard streams in hand.
class Child {
  public:
    // No endpoint: standard input and output. `input` stands in for standard input.
    explicit Child(const char* endpoint = nullptr, int input = -1) {
        std::cout.flush(), std::fflush(nullptr);
        pid_ = ::fork();
        CHECK(pid_ >= 0);
        if (pid_ > 0) return;
        ::dup2(input < 0 ? to_.from : input, STDIN_FILENO);
        ::dup2(out_.into, STDOUT_FILENO);
        ::dup2(err_.into, STDERR_FILENO);
        for (const int number : {to_.from, to_.into, out_.into, err_.into}) ::close(number);
        endpoint ? ::setenv("ARENA_ENDPOINT", endpoint, 1) : ::unsetenv("ARENA_ENDPOINT");
        Talker bot;
        ::_exit(run(bot, "talker"));
    }
    ~Child() {
        if (pid_ > 0) ::kill(pid_, SIGKILL), ::waitpid(pid_, nullptr, 0);
    }
    Child(const Child&) = delete;

    void say(const std::string& line) {
        CHECK(::write(to_.into, line.data(), line.size()) == static_cast<ssize_t>(line.size()));
    }
    std::string hear() {
        std::string line;
        CHECK(output_.take_line(line));
        return line;
    }
    void hang_up() { to_.close(); }
    void send_signal(int number) { ::kill(pid_, number); }

    // Its exit code, and a minus and the signal that ended it; what it said to standard error.
    std::pair<int, std::string> end() {
        out_.close(), err_.close();
        std::string errors;
        for (char letter; ::read(err_.from, &letter, 1) == 1;) errors += letter;
        int status = 0;
        ::waitpid(std::exchange(pid_, 0), &status, 0);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), errors};
    }
    void check_end(int code, const std::string& expected) {
        const auto [got, errors] = end();
        CHECK_EQUAL(errors, expected);
        CHECK_EQUAL(got, code);
    }

  private:
    Pipe to_, out_, err_;
    Input output_{out_.from};
    pid_t pid_ = 0;
};

// A referee's end of one line, in a folder of its own.
class Referee {
  public:
    Referee() {
        CHECK(::mkdtemp(folder_) != nullptr);
        path_ = std::string(folder_) + "/referee.sock";
        endpoint = "ipc://" + path_;
        listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path_.copy(address.sun_path, path_.size());
        CHECK(::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
        CHECK(::listen(listener_, 1) == 0);
    }
    ~Referee() {
        ::close(listener_), ::close(connection_);
        ::unlink(path_.c_str()), ::rmdir(folder_);
    }

    void accept() {
        connection_ = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        CHECK(connection_ >= 0);
        input_ = Input(connection_);
        std::string greeting = "\xff" + std::string(8, '\0') + "\x7f\x03\x01NULL";
        greeting.resize(64, '\0');
        trickle(greeting);
        trickle(std::string("\4\x1c\5READY\x0bSocket-Type\0\0\0\6DEALER", 30));
        CHECK_EQUAL(take(64).substr(9, 7), greeting.substr(9, 7));
        CHECK_EQUAL(frame().substr(1, 5), "READY");
    }
    void trickle(const std::string& bytes) {
        for (const char byte : bytes) CHECK(::write(connection_, &byte, 1) == 1);
    }
    std::string take(std::size_t size) {
        std::string bytes;
        CHECK(input_.take(size, bytes));
        return bytes;
    }
    std::string frame() {
        const std::string head = take(2);
        if (head[0] == 2) {
            const std::string rest = take(7);
            CHECK_EQUAL(head.substr(1) + rest.substr(0, 5), std::string(6, '\0'));
            return take(static_cast<std::size_t>(rest[5]) << 8 |
                        static_cast<unsigned char>(rest[6]));
        }
        CHECK(head[0] == 0 || head[0] == 4);
        return take(static_cast<unsigned char>(head[1]));
    }
    void hang_up() { ::close(std::exchange(connection_, -1)); }
    void drop() { ::close(::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)); }

    std::string endpoint;

  private:
    char folder_[24] = "/tmp/hokm-kit-XXXXXX";
    std::string path_;
    int listener_ = -1, connection_ = -1;
    Input input_{-1};
};

std::string long_frame(const std::string& message) {
    std::string head("\2\0\0\0\0\0\0", 7);
    head += static_cast<char>(message.size() >> 8);
    head += static_cast<char>(message.size() & 0xFF);
    return head + message;
}

// A request of the vectors, and what Talker answers.
const std::string ACT = members(vector_lines("conversation.jsonl").at(2)).at("message");
const std::string ANSWER = R"({"type":"action","id":)" + members(ACT).at("id") + R"(,"action":)" +
                           items(members(ACT).at("legal")).back() + "}";
const std::string HELLO = R"({"type":"hello","protocol":1,"name":"talker"})";
const std::string BYE = R"({"type":"bye"})";

}  // namespace

TEST("over ZeroMQ it takes what trickles in, skips commands, and ends on bye") {
    Referee referee;
    Child bot(referee.endpoint.c_str());
    referee.accept();
    CHECK_EQUAL(referee.frame(), HELLO);
    referee.trickle(std::string("\4\x0a\4PING\0\0abc", 12));
    referee.trickle(long_frame(ACT));
    CHECK_EQUAL(referee.frame(), ANSWER);
    referee.trickle(std::string("\0\x0e", 2) + BYE);
    CHECK_EQUAL(bot.hear(), "hm");
    bot.check_end(0, "");
}

TEST("over ZeroMQ a long answer is sent whole") {
    Referee referee;
    Child bot(referee.endpoint.c_str());
    referee.accept();
    CHECK_EQUAL(referee.frame(), HELLO);
    std::string act = ACT;
    act.replace(act.find("\"deal\":1,"), 9, "\"deal\":88,");
    referee.trickle(long_frame(act));
    CHECK_EQUAL(members(referee.frame()).at("note").size(), 282u);
    referee.hang_up();
    bot.check_end(0, "");
}

TEST("over ZeroMQ it ends when the referee is gone, at any time") {
    for (const int moment : {0, 1, 2}) {
        Referee referee;
        Child bot(referee.endpoint.c_str());
        if (moment > 0) referee.accept();
        if (moment > 1) referee.trickle(std::string("\0\x0e{\"type\"", 9));
        moment == 0 ? referee.drop() : referee.hang_up();
        bot.check_end(0, "");
    }
}

TEST("over lines it answers, keeps its own words out of them, and ends with its input") {
    Child bot;
    CHECK_EQUAL(bot.hear(), HELLO);
    bot.say(ACT + '\n');
    CHECK_EQUAL(bot.hear(), ANSWER);
    bot.say("\n{\"type\":");  // an empty line, and half a message
    bot.hang_up();
    bot.check_end(0, "hm\ntalker: left out a message: `{` expected at byte 0\n");
}

TEST("over lines it ends on bye") {
    Child bot;
    CHECK_EQUAL(bot.hear(), HELLO);
    bot.say(BYE + "\n");
    bot.check_end(0, "");
}

TEST("SIGTERM and SIGINT end it quietly") {
    for (const int number : {SIGTERM, SIGINT}) {
        Child bot;
        CHECK_EQUAL(bot.hear(), HELLO);
        bot.send_signal(number);
        bot.check_end(0, "");
    }
}

TEST("an endpoint that is no ipc:// is refused") {
    for (const char* endpoint : {"tcp://127.0.0.1:1", "ipc://", "ipc:", "x"}) {
        Child bot(endpoint);
        bot.check_end(
            1, std::string("talker: ARENA_ENDPOINT is no ipc:// and a path: ") + endpoint + '\n');
    }
}

TEST("where nobody listens it says so") {
    Child bot("ipc:///nowhere/referee.sock");
    bot.check_end(1, "talker: /nowhere/referee.sock: No such file or directory\n");
}

TEST("started by hand it says how to start it") {
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
    CHECK(terminal >= 0 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0);
    const int input = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY);
    CHECK(input >= 0);
    Child bot(nullptr, input);
    const auto [code, errors] = bot.end();
    CHECK_EQUAL(code, 1);
    CHECK(errors.find("arena play FOLDER naive") != std::string::npos);
    ::close(input), ::close(terminal);
}
