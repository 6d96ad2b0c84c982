"""As `naive`, but leads no trump while it has anything else."""

from __future__ import annotations

from cards import RANK
from hokm_kit import Action, Observation, run
from naive import Naive


class NeverLeadsTrump(Naive):
    """Leaves the other its trumps, to ruff with."""

    def choose(self, observation: Observation, legal: list[Action]) -> Action:
        """By phase; only the lead is this bot's own."""
        action = super().choose(observation, legal)
        if observation["phase"] == "play" and observation["lead"] is None:
            trump = observation["trump"]
            plain = [card for card in observation["hand"] if card[1] != trump]
            if plain and action["play"][1] == trump:
                return {"play": max(plain, key=RANK.__getitem__)}
        return action


if __name__ == "__main__":
    run(NeverLeadsTrump, name="never-leads-trump", author="Hokm Arena")
