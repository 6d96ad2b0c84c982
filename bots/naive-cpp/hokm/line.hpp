// The connection to the referee: whole messages over ZeroMQ, or lines over standard input and output.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace hokm {

class Line {
  public:
    virtual ~Line() = default;

    // Waits for the next message; false when the referee is gone.
    virtual bool receive(std::string& message) = 0;

    // False when the referee is gone.
    virtual bool send(std::string_view message) = 0;
};

// An open file, closed at the end.
class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {
        if (number < 0) throw std::runtime_error(std::strerror(errno));
    }
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }

    int number() const { return number_; }

    // Writes all of it; false when nobody reads any more.
    bool write_all(std::string_view data) const {
        while (!data.empty()) {
            const ssize_t count = ::write(number_, data.data(), data.size());
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) return false;
            data.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }

  private:
    int number_;
};

// What has come over a descriptor, given out in pieces. Each call is false when no more will come.
class Input {
  public:
    explicit Input(int descriptor) : descriptor_(descriptor) {}

    // The next so many bytes.
    bool take(std::size_t size, std::string& into) {
        while (data_.size() - at_ < size) {
            if (!fill()) return false;
        }
        into.assign(data_, at_, size);
        at_ += size;
        return true;
    }

    // The next line, without its end.
    bool take_line(std::string& into) {
        std::size_t looked_at = 0;
        for (;;) {
            const std::size_t end = data_.find('\n', at_ + looked_at);
            if (end != std::string::npos) {
                into.assign(data_, at_, end - at_);
                at_ = end + 1;
                return true;
            }
            looked_at = data_.size() - at_;
            if (!fill()) return false;
        }
    }

  private:
    bool fill() {
        data_.erase(0, std::exchange(at_, 0));
        char chunk[65536];
        ssize_t count;
        do count = ::read(descriptor_, chunk, sizeof chunk);
        while (count < 0 && errno == EINTR);
        if (count <= 0) return false;
        data_.append(chunk, static_cast<std::size_t>(count));
        return true;
    }

    int descriptor_;
    std::string data_;
    std::size_t at_ = 0;
};

// As much of the ZeroMQ wire protocol (ZMTP 3, RFC 23) as a bot needs, over `ipc://`.
class ZmqLine : public Line {
  public:
    // Connects. Throws std::runtime_error if the endpoint is no `ipc://`, or nobody is there.
    explicit ZmqLine(std::string_view endpoint)
        : socket_(connected(endpoint)), input_(socket_.number()) {
        // Its READY is awaited, before which libzmq takes no message. If the referee is gone, `send`
        // and `receive` will tell.
        std::string ignored;
        if (socket_.write_all(GREETING) && socket_.write_all(READY) &&
            input_.take(GREETING.size(), ignored)) {
            frame(ignored);
        }
    }

    bool receive(std::string& message) override {
        for (;;) {
            const int flags = frame(message).value_or(CLOSED);
            if (flags == CLOSED) return false;
            if (!(flags & COMMAND)) return true;
        }
    }

    bool send(std::string_view message) override {
        std::string data;
        if (message.size() < 256) {
            data += '\0';
            data += static_cast<char>(message.size());
        } else {
            data += static_cast<char>(LONG);
            for (int shift = 56; shift >= 0; shift -= 8) {
                data += static_cast<char>(std::uint64_t{message.size()} >> shift & 0xFF);
            }
        }
        return socket_.write_all(data.append(message));
    }

  private:
    using Bytes = std::string_view;
    static constexpr int LONG = 2, COMMAND = 4, CLOSED = -1;
    static constexpr std::size_t FRAME_LIMIT = 64 << 20;

    // Signature, version 3.1, mechanism (20 bytes), no server, filler.
    static constexpr char GREETING_BYTES[64 + 1] =
        "\xff\0\0\0\0\0\0\0\1\x7f\3\1"
        "NULL";
    static constexpr Bytes GREETING{GREETING_BYTES, 64};
    static constexpr Bytes READY{
        "\4\x29\5READY\x0bSocket-Type\0\0\0\6DEALER\x08Identity\0\0\0\0", 43};

    static Descriptor connected(std::string_view endpoint) {
        const std::string_view scheme = "ipc://";
        const std::string path(endpoint.substr(std::min(endpoint.size(), scheme.size())));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        if (endpoint.substr(0, scheme.size()) != scheme || path.empty()) {
            throw std::runtime_error("ARENA_ENDPOINT is no ipc:// and a path: " +
                                     std::string(endpoint));
        }
        if (path.size() >= sizeof address.sun_path) {
            throw std::runtime_error("too long for a socket: " + path);
        }
        path.copy(address.sun_path, path.size());
        Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (::connect(socket.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
            throw std::runtime_error(path + ": " + std::strerror(errno));
        }
        return socket;
    }

    // The flags of the next frame and its content; nothing when the referee is gone.
    std::optional<int> frame(std::string& content) {
        std::string head;
        if (!input_.take(2, head)) return std::nullopt;
        const int flags = static_cast<unsigned char>(head[0]);
        std::uint64_t size = static_cast<unsigned char>(head[1]);
        if (flags & LONG) {
            if (!input_.take(7, head)) return std::nullopt;
            for (const char byte : head) size = size << 8 | static_cast<unsigned char>(byte);
        }
        if (size > FRAME_LIMIT || !input_.take(size, content)) return std::nullopt;
        return flags;
    }

    Descriptor socket_;
    Input input_;
};

// One message a line. What else the program prints goes to standard error from then on.
class StdioLine : public Line {
  public:
    StdioLine() : output_(::dup(STDOUT_FILENO)), input_(STDIN_FILENO) {
        ::dup2(STDERR_FILENO, STDOUT_FILENO);
    }

    bool receive(std::string& message) override { return input_.take_line(message); }

    bool send(std::string_view message) override {
        return output_.write_all(std::string(message) + '\n');
    }

  private:
    Descriptor output_;
    Input input_;
};

}  // namespace hokm
