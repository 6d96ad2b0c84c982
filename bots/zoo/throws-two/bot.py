"""As `naive`, but hakem always throws two cards and leaves it to the other to throw three."""

from __future__ import annotations

from build import best_trump
from cards import by_worth
from hokm_kit import Action, Observation, run
from naive import Naive


class ThrowsTwo(Naive):
    """Draws last, and one card less."""

    def choose(self, observation: Observation, legal: list[Action]) -> Action:
        """By phase; only `open` is this bot's own."""
        if observation["phase"] == "open":
            trump = best_trump(observation["hand"])
            return {"trump": trump, "throw": by_worth(observation["hand"], trump)[:2]}
        return super().choose(observation, legal)


if __name__ == "__main__":
    run(ThrowsTwo, name="throws-two", author="Hokm Arena")
