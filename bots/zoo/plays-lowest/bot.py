"""Builds as `naive` and always plays the card that is worth least: it hides what it holds."""

from __future__ import annotations

from cards import by_worth
from hokm_kit import Action, Observation, run
from naive import Naive


class PlaysLowest(Naive):
    """Wins only what it cannot help winning."""

    def choose(self, observation: Observation, legal: list[Action]) -> Action:
        """By phase; only `play` is this bot's own."""
        if observation["phase"] == "play":
            cards = [action["play"] for action in legal]
            return {"play": by_worth(cards, observation["trump"])[0]}
        return super().choose(observation, legal)


if __name__ == "__main__":
    run(PlaysLowest, name="plays-lowest", author="Hokm Arena")
