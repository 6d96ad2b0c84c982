// Plays the first legal action: over the kit's own line, or, given libzmq's file, through the library.
#include <dlfcn.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hokm/hokm.hpp"

struct First : hokm::Bot {
    hokm::Answer choose(const hokm::Observation&, const std::vector<hokm::Action>& legal) override {
        return legal[0];
    }
};

// A DEALER. The library is loaded at run time: no host needs its header for this.
class LibzmqLine : public hokm::Line {
  public:
    LibzmqLine(const char* file, const char* endpoint) : library_(::dlopen(file, RTLD_NOW)) {
        if (library_ == nullptr) throw std::runtime_error(::dlerror());
        send_ = named<int(void*, const void*, std::size_t, int)>("zmq_send");
        receive_ = named<int(void*, void*, std::size_t, int)>("zmq_recv");
        void* context = named<void*()>("zmq_ctx_new")();
        socket_ = named<void*(void*, int)>("zmq_socket")(context, DEALER);
        if (named<int(void*, const char*)>("zmq_connect")(socket_, endpoint) != 0) {
            throw std::runtime_error(std::string("cannot connect to ") + endpoint);
        }
    }

    bool receive(std::string& message) override {
        const int size = receive_(socket_, buffer_.data(), buffer_.size(), 0);
        if (size < 0 || static_cast<std::size_t>(size) > buffer_.size()) return false;
        message.assign(buffer_, 0, size);
        return true;
    }

    bool send(std::string_view message) override {
        return send_(socket_, message.data(), message.size(), 0) >= 0;
    }

  private:
    static constexpr int DEALER = 5;  // ZMQ_DEALER

    template <class Function>
    Function* named(const char* name) {
        void* found = ::dlsym(library_, name);
        if (found == nullptr) throw std::runtime_error(::dlerror());
        return reinterpret_cast<Function*>(found);
    }

    void* library_;
    void* socket_;
    int (*send_)(void*, const void*, std::size_t, int);
    int (*receive_)(void*, void*, std::size_t, int);
    std::string buffer_ = std::string(1 << 20, '\0');
};

int main(int count, char** arguments) {
    First bot;
    if (count == 1) return hokm::run(bot, "first-cpp");
    LibzmqLine line(arguments[1], std::getenv("ARENA_ENDPOINT"));
    hokm::play(bot, line, "first-cpp-libzmq");
}
