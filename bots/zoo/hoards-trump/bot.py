"""Keeps trumps and nothing else, and parts with them last."""

from __future__ import annotations

from cards import RANK
from hokm_kit import Action, Observation, run
from naive import Naive


class HoardsTrump(Naive):
    """Has more trumps than anyone, and is short of everything else."""

    def choose(self, observation: Observation, legal: list[Action]) -> Action:
        """By phase; it throws and picks as `naive` does."""
        trump = observation["trump"]
        if observation["phase"] == "draw":
            return {"draw": "keep" if observation["offered"][0][1] == trump else "reject"}
        if observation["phase"] == "play":
            cards = [action["play"] for action in legal]
            plain = [card for card in cards if card[1] != trump]
            return {"play": max(plain or cards, key=RANK.__getitem__)}
        return super().choose(observation, legal)


if __name__ == "__main__":
    run(HoardsTrump, name="hoards-trump", author="Hokm Arena")
