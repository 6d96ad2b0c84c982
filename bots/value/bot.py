"""Keeps what beats the card it would get instead. Plays by simple rules.

A pure function of the observation; see cards.py, build.py and play.py, which bots/naive shares.
"""

from __future__ import annotations

from build import build
from cards import unseen, worth
from hokm_kit import Action, Bot, Observation, run
from play import play

MARGIN = 100  # thousandths of a trick


class Value(Bot):
    """Weighs each offered card against those it has not seen."""

    def choose(self, observation: Observation, legal: list[Action]) -> Action:
        """By phase; only `draw` is this bot's own."""
        if observation["phase"] == "play":
            return play(observation, legal)
        if observation["phase"] == "draw":
            return {"draw": "keep" if keeps(observation) else "reject"}
        return build(observation)


def keeps(observation: Observation) -> bool:
    """Whether the card offered is worth the mean of the unseen cards and the margin, or more."""
    trump, out = observation["trump"], unseen(observation)
    offered = worth(observation["offered"][0], trump)
    return (offered - MARGIN) * len(out) >= sum(worth(card, trump) for card in out)


if __name__ == "__main__":
    run(Value, name="value", author="Hokm Arena")
