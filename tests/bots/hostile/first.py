"""Attacks before the hello, or instead of it.

Those that return have the bot play on: over a new connection, or over those they put into `peers`.
"""

import contextlib
import os
import random
import time

from peer import COMMAND, Peer, frame, greeting, header, item, ready

MIB = 1 << 20
MANY = 10_000


def garbage(size):
    """Bytes that mean nothing, the same in each run."""
    return random.Random(size).randbytes(size)


def garbage_on_50_connections(bot):
    for number, peer in enumerate(bot.keep(50)):
        with contextlib.suppress(OSError):
            peer.send(garbage(4096 + number))


def garbage_for_a_greeting(bot):
    bot.peers = [Peer()]
    bot.endless(garbage(4096))


def garbage_after_the_greeting(bot):
    bot.peers = [Peer()]
    bot.send(greeting())
    bot.endless(garbage(4096))


def garbage_after_the_handshake(bot):
    bot.peers = [Peer().shake()]
    bot.endless(garbage(4096))


def old_version(bot):
    """ZMTP 1.0 has no handshake: what it reads as frames counts as messages at once."""
    for number, peer in enumerate(bot.keep(50)):
        with contextlib.suppress(OSError):
            peer.send(bytes([1, 0]) + 40 * (bytes([5, 0]) + b"%04d" % number))


def half_a_greeting(bot):
    for number, peer in enumerate(bot.keep(60)):
        peer.send(greeting()[: number + 1])
    bot.stay()


def half_a_greeting_beside(bot):
    for number, peer in enumerate(bot.keep(60)):
        peer.send(greeting()[: number + 1])


def greeting_byte_by_byte(bot):
    bot.peers = [Peer()]
    for byte in greeting():
        bot.send(bytes([byte]))
        time.sleep(1)
    bot.stay()


def connections(bot):
    bot.keep(60)


def connections_of_many_processes(bot):
    """3,000 of them; a process may have no more than 256 files."""
    ended, end = os.pipe()
    for _ in range(15):
        child = os.fork()
        if not child:
            with contextlib.suppress(OSError):
                bot.keep(200)
            os.close(end)
            bot.stay()
        bot.children.append(child)
    os.close(end)
    os.read(ended, 1)  # end of file, once every process is done


def peers(bot):
    """60 handshakes, and a hello on the first."""
    bot.peers = [Peer().shake(b"%d" % number) for number in range(60)]


def second_identity(bot):
    """The hello on one connection, the answers on the other."""
    bot.peers = [Peer().shake(b"one"), Peer().shake(b"two")]


def hellos_of_two_identities(bot):
    for peer in (Peer().shake(b"one"), Peer().shake(b"two")):
        bot.peers.append(peer)
        bot.send(bot.hello)
    bot.stay()


def connects_without_end(bot):
    """For a second before the hello, then from a process of its own."""
    ends = time.monotonic() + 1
    while time.monotonic() < ends:
        Peer()
    if not os.fork():
        while True:
            with contextlib.suppress(OSError):
                Peer().send(greeting())


def other_socket_type(bot):
    bot.keep(1)[0].send(greeting() + ready(b"SUB"))


def other_mechanism(bot):
    bot.keep(1)[0].send(greeting(b"CURVE") + frame(b"\5HELLO" + bytes(194), COMMAND))


def huge_ready(bot):
    more = b"".join(item(b"X-%d" % number, bytes(1000)) for number in range(200))
    bot.keep(1)[0].send(greeting() + ready(more=more))


def endless_ready(bot):
    bot.peers = [Peer()]
    bot.send(greeting() + header(COMMAND, 1 << 62))
    bot.endless(bytes(MIB))


def hello_and_flood(bot):
    bot.peers = [Peer().shake()]
    bot.send(MANY * bot.hello)
    bot.stay()


def hello_and_deafness(bot):
    """The referee may fill what lies between."""
    bot.peers = [Peer().shake()]
    bot.send(bot.hello)
    bot.stay()


ATTACKS = {
    "garbage on 50 connections": garbage_on_50_connections,
    "garbage for a greeting": garbage_for_a_greeting,
    "garbage after the greeting": garbage_after_the_greeting,
    "garbage after the handshake": garbage_after_the_handshake,
    "old version": old_version,
    "half a greeting": half_a_greeting,
    "half a greeting beside": half_a_greeting_beside,
    "greeting byte by byte": greeting_byte_by_byte,
    "60 connections": connections,
    "3000 connections": connections_of_many_processes,
    "3000 connections that end between": connections_of_many_processes,
    "60 peers": peers,
    "second identity": second_identity,
    "hellos of two identities": hellos_of_two_identities,
    "connects without end": connects_without_end,
    "other socket type": other_socket_type,
    "other mechanism": other_mechanism,
    "huge ready": huge_ready,
    "endless ready": endless_ready,
    "hello and flood": hello_and_flood,
    "hello and deafness": hello_and_deafness,
}
