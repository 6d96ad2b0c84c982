#include <atomic>
#include <iostream>
#include <numeric>
#include <thread>
#include <vector>

constexpr int threads = 4, below = 40'000, mib = 100;

bool is_prime(int number) {
  for (int d = 2; d * d <= number; d++)
    if (number % d == 0) return false;
  return number > 1;
}

int main() {
  std::atomic<int> found = 0;
  std::vector<std::thread> running;
  for (int part = 0; part < threads; part++)
    running.emplace_back([&found, part] {
      for (int number = part; number < below; number += threads) found += is_prime(number);
    });
  std::vector<std::vector<char>> kept(mib, std::vector<char>(1 << 20, 1));
  for (auto &thread : running) thread.join();
  long held = 0;
  for (auto &block : kept) held = std::accumulate(block.begin(), block.end(), held);
  std::cout << "hello " << found << " " << (held >> 20) << std::endl;
}
