"""Attacks after an answer, while the other bot is asked."""

import itertools
import os
import signal
import time

from decision import endless_empty_parts, endless_message, endless_pings
from first import MANY
from peer import frame


def flood(bot, message):
    bot.send(MANY * frame(bot.answer(message, id="x")))
    bot.stay()


def endless_flood(bot, message):
    bot.endless(100 * frame(bot.answer(message, id="x")))


def slow_flood(bot, message):
    """One message after the other, some 1,000 in a second."""
    for number in itertools.count():
        bot.send(frame(bot.answer(message, id=str(number))))
        time.sleep(0.001)


def connections_end(bot, message):
    for child in bot.children:
        os.kill(child, signal.SIGKILL)


ATTACKS = {
    "3000 connections that end between": connections_end,
    "flood between": flood,
    "endless flood between": endless_flood,
    "slow flood between": slow_flood,
    "endless message between": endless_message,
    "endless empty parts between": endless_empty_parts,
    "endless pings between": endless_pings,
}
