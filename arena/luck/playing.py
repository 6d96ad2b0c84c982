"""How the baseline plays its thirteen cards: what the bots *value* and *naive* do, in many worlds.

Answers win as cheaply as they can, else part with as little as possible. Leads draw trumps from
strength, cash what no unseen card beats, else go low from length. A seat looks only at its own hand
and at what it has not seen.
"""

import numpy as np

from arena.luck.bits import COUNT, FIRST, LAST, NONE, RANKS, SUITS, bit, suits
from arena.luck.building import Built
from arena.luck.worlds import Bools
from arena.luck.worth import Ints
from arena.rules import TRICKS_TO_WIN

FROM_STRENGTH = 4
"""Trumps from which a seat that holds the highest of them leads them first."""


def play(built: Built) -> Ints:
    """Tricks of hakem and of the other seat, two rows, when one of them has seven."""
    trump, hands, known = built.trump, built.hands.copy(), built.known.copy()
    row = np.arange(len(trump))
    voids = np.zeros((2, 4, len(trump)), dtype=np.bool_)
    """By role and suit: it answered a lead of that suit with another one."""
    tricks = np.zeros((2, len(trump)), dtype=np.int64)
    leader = np.zeros(len(trump), dtype=np.int64)
    for _ in range(2 * TRICKS_TO_WIN - 1):
        follower = 1 - leader
        led = lead(hands[leader, row], ~known[leader, row], trump, voids[follower, :, row].T)
        answered = answer(hands[follower, row], led, trump)
        suit = led // RANKS
        follows = answered // RANKS == suit
        voids[follower, suit, row] |= ~follows
        takes = np.where(follows, answered < led, answered // RANKS == trump)
        hands[leader, row] &= ~bit(led)
        hands[follower, row] &= ~bit(answered)
        known |= bit(led) | bit(answered)
        leader = np.where(takes, follower, leader)
        tricks[leader, row] += tricks.max(axis=0) < TRICKS_TO_WIN
    return tricks


def lead(hand: Ints, unseen: Ints, trump: Ints, voids: Bools) -> Ints:
    """The place of the card that is led. `voids`: suits the opponent did not follow, four rows."""
    row = np.arange(len(trump))
    held, out = suits(hand), suits(unseen)
    length, highest = COUNT[held], FIRST[held]
    unbeaten = highest < FIRST[out]
    trumps_out = out[trump, row] != 0
    draws_trumps = trumps_out & unbeaten[trump, row]
    may_ruff = trumps_out & ~voids[trump, row]
    plain = (length > 0) & (trump != SUITS)
    cashes = plain & unbeaten & ~(may_ruff & voids)
    shortest = np.argmin(np.where(cashes, 4 * length + SUITS, 4 * NONE + 4), axis=0)
    longest = np.argmax(np.where(plain, 4 * length + 3 - SUITS, -1), axis=0)
    longest = np.where(plain.any(axis=0), longest, trump)

    from_strength = draws_trumps & (length[trump, row] >= FROM_STRENGTH)
    cash = ~from_strength & cashes.any(axis=0)
    high = from_strength | cash | draws_trumps
    suit = np.where(cash, shortest, np.where(high, trump, longest))
    return RANKS * suit + np.where(high, highest[suit, row], LAST[held[suit, row]])


def answer(hand: Ints, led: Ints, trump: Ints) -> Ints:
    """The place of the card that answers."""
    row = np.arange(len(trump))
    held = suits(hand)
    suit, place = np.divmod(led, RANKS)
    same = held[suit, row]
    winners = same & (bit(place) - 1)
    away = np.argmax(4 * LAST[held] + 3 - SUITS, axis=0)
    away = np.where(held[trump, row] != 0, trump, away)
    suit = np.where(same != 0, suit, away)
    return RANKS * suit + LAST[np.where(winners != 0, winners, held[suit, row])]
