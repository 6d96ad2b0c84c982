// Runs all tests; the exit code says whether they passed.
#include <cstdio>
#include <exception>

#include "check.hpp"

int main() {
    std::size_t failures = 0;
    for (const Test& test : tests()) {
        try {
            test.body();
        } catch (const std::exception& error) {
            ++failures;
            std::printf("FAILED %s\n%s\n", test.name.c_str(), error.what());
        }
    }
    std::printf("%zu tests, %zu failed\n", tests().size(), failures);
    return failures == 0 ? 0 : 1;
}
