"""Attacks instead of an answer, or with it."""

import contextlib
import socket
import time

from first import MANY, MIB, garbage
from peer import COMMAND, LONG, MORE, Peer, frame, header


def frame_of_64_mib(bot, message):
    bot.send(header(0, 64 * MIB))
    for _ in range(64):
        bot.send(MIB * b"x")
    bot.stay()


def frame_over_the_limit(bot, message):
    bot.send(frame(bot.answer(message, note=260 * 1024 * "x")))
    bot.stay()


def frame_of_2_to_the_62(bot, message):
    bot.send(header(0, 1 << 62))
    bot.endless(bytes(MIB))


def frame_of_2_to_the_63(bot, message):
    """A negative number, where somebody takes it for signed."""
    bot.send(header(LONG, 1 << 63))
    bot.endless(bytes(MIB))


def frame_that_does_not_come(bot, message):
    bot.send(header(0, 10_000))
    bot.stay()


def byte_by_byte(bot, message):
    for byte in frame(bot.answer(message)):
        bot.send(bytes([byte]))
        time.sleep(1)


def parts(bot, message):
    bot.send(5000 * frame(b"x", MORE) + frame(b""))
    bot.stay()


def endless_message(bot, message):
    """A message of more and more parts, none of them too long."""
    bot.endless(frame(bytes(200 * 1024), MORE))


def endless_empty_parts(bot, message):
    bot.endless(MIB * frame(b"", MORE))


def endless_commands(bot, message):
    bot.endless(MANY * frame(b"\7UNKNOWN", COMMAND))


def endless_pings(bot, message):
    """Each has to be answered with its context, and no answer is read."""
    bot.endless(MANY * frame(b"\4PING\0\0" + bytes(16), COMMAND))


def reserved_flags(bot, message):
    bot.send(frame(bot.answer(message), 0xF8))
    bot.stay()


def descriptors(bot, message):
    """200 of them come along with the answer."""
    with open("/dev/null") as null:
        answer = [frame(bot.answer(message))]
        socket.send_fds(bot.peers[-1].socket, answer, 200 * [null.fileno()])


def urgent_byte(bot, message):
    bot.peers[-1].socket.send(b"\0", socket.MSG_OOB)
    bot.send(frame(bot.answer(message)))


def half_closed(bot, message):
    bot.peers[-1].socket.shutdown(socket.SHUT_WR)
    bot.stay()


def closed_and_back(bot, message):
    bot.peers[-1].socket.close()
    for _ in range(MANY):
        with contextlib.suppress(OSError):
            bot.kept.append(Peer().shake())
    bot.stay()


def deafness(bot, message):
    bot.stay()


def flood(bot, message):
    bot.send(MANY * frame(bot.answer(message, id="x")))
    bot.stay()


def flood_of_garbage(bot, message):
    bot.endless(100 * frame(garbage(2000)))


ATTACKS = {
    "64 MiB frame": frame_of_64_mib,
    "frame over the limit": frame_over_the_limit,
    "frame of 2^62 bytes": frame_of_2_to_the_62,
    "frame of 2^63 bytes": frame_of_2_to_the_63,
    "frame that does not come": frame_that_does_not_come,
    "byte by byte": byte_by_byte,
    "5000 parts": parts,
    "endless message": endless_message,
    "endless empty parts": endless_empty_parts,
    "endless commands": endless_commands,
    "endless pings": endless_pings,
    "reserved flags": reserved_flags,
    "descriptors": descriptors,
    "urgent byte": urgent_byte,
    "half closed": half_closed,
    "closed and back": closed_and_back,
    "deafness": deafness,
    "flood": flood,
    "flood of garbage": flood_of_garbage,
}
