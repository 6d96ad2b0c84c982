// As much of a test framework as is needed: TEST("what holds") { CHECK(…); } and a list of them all.
#pragma once

#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Test {
    std::string name;
    std::function<void()> body;
};

inline std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}

struct Registered {
    Registered(std::string name, std::function<void()> body) {
        tests().push_back({std::move(name), std::move(body)});
    }
};

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define TEST_(function, name)                        \
    static void function();                          \
    static const Registered JOIN(function, _registered)(name, function); \
    static void function()
#define TEST(name) TEST_(JOIN(test_, __LINE__), name)

[[noreturn]] inline void failed(const char* file, int line, const std::string& what) {
    std::ostringstream text;
    text << file << ':' << line << ": " << what;
    throw Failure(text.str());
}

#define CHECK(condition) \
    if (!(condition)) failed(__FILE__, __LINE__, #condition)

template <class A, class B>
void check_equal(const A& got, const B& expected, const char* file, int line) {
    std::ostringstream text;
    text << "\n  got      " << got << "\n  expected " << expected;
    if (!(got == expected)) failed(file, line, text.str());
}
#define CHECK_EQUAL(got, expected) check_equal(got, expected, __FILE__, __LINE__)

template <class Error, class Body>
void check_throws(Body body, const std::string& what, const char* file, int line) {
    try {
        body();
    } catch (const Error&) {
        return;
    }
    failed(file, line, "nothing thrown for " + what);
}
#define CHECK_THROWS(error, what, ...) \
    check_throws<error>([&] { __VA_ARGS__; }, what, __FILE__, __LINE__)
