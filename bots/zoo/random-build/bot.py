"""Builds at random and plays as `naive`: what it holds cannot be told from what it did."""

from __future__ import annotations

import json
from zlib import crc32

from hokm_kit import Action, Observation, run
from naive import Naive


class RandomBuild(Naive):
    """Chance comes from what it sees, so that a match which is replayed goes the same way."""

    def choose(self, observation: Observation, legal: list[Action]) -> Action:
        """By phase; all but `play` is this bot's own."""
        if observation["phase"] == "play":
            return super().choose(observation, legal)
        return legal[crc32(json.dumps(observation).encode()) % len(legal)]


if __name__ == "__main__":
    run(RandomBuild, name="random-build", author="Hokm Arena")
