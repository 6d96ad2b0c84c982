"""Plays the first legal action, and attacks the referee over its socket, as its argument says.

    python3 bot.py ATTACK

Attacks of `FIRST` come before the hello or instead of it, those of `DECISION` instead of the answer
to this process's third request, those of `BETWEEN` after that answer, while the other bot is asked.
"""

import json
import sys
import time

import between
import decision
import first
from peer import Peer, frame

HELLO = b'{"type":"hello","protocol":1,"name":"hostile"}'
ATTACKED = 3  # the request at which it is done, counted from 1


class Hostile:
    """One process of the bot."""

    hello = frame(HELLO)

    def __init__(self, attack):
        self.attack = attack
        self.acts = 0
        self.kept = []  # connections that shall stay open
        self.children = []  # processes
        self.peers = []  # those that are read from; answers go to the last

    def run(self):
        """Play until the referee says bye."""
        if self.attack in first.ATTACKS:
            first.ATTACKS[self.attack](self)
        if not self.peers:
            self.peers = [Peer().shake()]
        self.peers[0].send(self.hello)
        while (message := self.next())["type"] != "bye":
            if message["type"] == "act":
                self.act(message)

    def next(self):
        """The next message on any connection."""
        peer = self.peers[0]
        while len(self.peers) > 1 and not peer.waiting():
            time.sleep(0.0002)
            peer = self.peers[(self.peers.index(peer) + 1) % len(self.peers)]
        return json.loads(peer.receive())

    def act(self, message):
        self.acts += 1
        if self.acts == ATTACKED and self.attack in decision.ATTACKS:
            decision.ATTACKS[self.attack](self, message)
        else:
            self.send(frame(self.answer(message)))
        if self.acts == ATTACKED and self.attack in between.ATTACKS:
            between.ATTACKS[self.attack](self, message)

    def answer(self, message, **fields):
        """A good answer, but for these fields."""
        good = {"type": "action", "id": message["id"], "action": message["legal"][0]}
        return json.dumps({**good, **fields}).encode()

    def send(self, data):
        """Over the last connection. Where that has ended: be there, as no crash is meant."""
        try:
            self.peers[-1].send(data)
        except OSError:
            self.stay()

    def keep(self, number):
        """New connections that stay open."""
        new = [Peer() for _ in range(number)]
        self.kept += new
        return new

    def endless(self, data):
        """Send it again and again."""
        while True:
            self.send(data)

    def stay(self):
        """Be there and do nothing."""
        while True:
            time.sleep(60)


if __name__ == "__main__":
    known = {*first.ATTACKS, *decision.ATTACKS, *between.ATTACKS}
    if sys.argv[1] not in known:
        sys.exit(f"no attack of this name: {sys.argv[1]}")
    Hostile(sys.argv[1]).run()
