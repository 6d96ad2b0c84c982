"""Says what a runtime can do under its limits; the other files of this folder do the same."""

import threading

import zmq

THREADS, BELOW, MIB = 4, 40_000, 100


def is_prime(number):
    return number > 1 and all(number % d for d in range(2, int(number**0.5) + 1))


def count(found, part):
    found[part] = sum(map(is_prime, range(part, BELOW, THREADS)))


found = [0] * THREADS
threads = [threading.Thread(target=count, args=(found, part)) for part in range(THREADS)]
for thread in threads:
    thread.start()
kept = [bytearray(b"x") * (1 << 20) for _ in range(MIB)]
for thread in threads:
    thread.join()
assert zmq.Context().socket(zmq.DEALER)
print("hello", sum(found), sum(block.count(b"x") for block in kept) >> 20)
