"""Keeps what looks strong: every trump, and plain cards from ten up. Plays by simple rules.

A pure function of the observation; see cards.py, build.py and play.py, which bots/value shares.
"""

from __future__ import annotations

from build import build
from cards import RANK
from hokm_kit import Action, Bot, Observation, run
from play import play

TEN = RANK["TS"]


class Naive(Bot):
    """Looks at each offered card by itself."""

    def choose(self, observation: Observation, legal: list[Action]) -> Action:
        """By phase; only `draw` is this bot's own."""
        if observation["phase"] == "play":
            return play(observation, legal)
        if observation["phase"] == "draw":
            return {"draw": "keep" if keeps(observation) else "reject"}
        return build(observation)


def keeps(observation: Observation) -> bool:
    """Whether the card offered is a trump, or ten or higher."""
    card = observation["offered"][0]
    return card[1] == observation["trump"] or RANK[card] >= TEN


if __name__ == "__main__":
    run(Naive, name="naive", author="Hokm Arena")
