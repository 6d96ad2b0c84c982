// A bot's end of a line through libzmq itself: it says hello and echoes until it hears bye.
//
//     peer ENDPOINT LIBZMQ KIND
//
// LIBZMQ is the library's file; no header of it is needed. KIND says how it talks:
//     dealer     as every bot should
//     router     with an address for the referee, which libzmq takes off again
//     delimited  a DEALER that puts an empty frame before each message, as REQ and REP do
//     rep        a REP, which may not speak first: prints libzmq's refusal and waits

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

// From zmq.h.
constexpr int kRep = 4, kDealer = 5, kRouter = 6;
constexpr int kSendMore = 2;
constexpr int kConnectRoutingId = 61;

void* library;

template <typename Function>
Function* named(const char* name) {
  void* found = dlsym(library, name);
  if (found == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    std::exit(1);
  }
  return reinterpret_cast<Function*>(found);
}

}  // namespace

int main(int, char** argv) {
  const char* endpoint = argv[1];
  const std::string kind = argv[3];
  library = dlopen(argv[2], RTLD_NOW);
  if (library == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  auto zmq_ctx_new = named<void*()>("zmq_ctx_new");
  auto zmq_socket = named<void*(void*, int)>("zmq_socket");
  auto zmq_setsockopt = named<int(void*, int, const void*, size_t)>("zmq_setsockopt");
  auto zmq_connect = named<int(void*, const char*)>("zmq_connect");
  auto zmq_send = named<int(void*, const void*, size_t, int)>("zmq_send");
  auto zmq_recv = named<int(void*, void*, size_t, int)>("zmq_recv");
  auto zmq_errno = named<int()>("zmq_errno");
  auto zmq_strerror = named<const char*(int)>("zmq_strerror");
  auto zmq_close = named<int(void*)>("zmq_close");
  auto zmq_ctx_term = named<int(void*)>("zmq_ctx_term");

  const int type = kind == "rep" ? kRep : kind == "router" ? kRouter : kDealer;
  const std::string before = kind == "router" ? "referee" : "";
  const bool two_frames = kind == "router" || kind == "delimited";
  static char message[256 * 1024];

  void* context = zmq_ctx_new();
  void* socket = zmq_socket(context, type);
  if (kind == "router") {
    zmq_setsockopt(socket, kConnectRoutingId, before.data(), before.size());
  }
  if (zmq_connect(socket, endpoint) != 0) return 1;
  std::string said = "hello";
  do {
    if (two_frames) zmq_send(socket, before.data(), before.size(), kSendMore);
    if (zmq_send(socket, said.data(), said.size(), 0) < 0) {
      std::printf("%s\n", zmq_strerror(zmq_errno()));
      std::fflush(stdout);
    }
    if (kind == "router") zmq_recv(socket, message, sizeof message, 0);
    const int size = zmq_recv(socket, message, sizeof message, 0);
    if (size < 0) return 1;
    said.assign(message, size);
  } while (said != "bye");
  zmq_close(socket);
  zmq_ctx_term(context);
  return 0;
}
