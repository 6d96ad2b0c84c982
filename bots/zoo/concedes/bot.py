"""As `naive`, but gives the match up as soon as it has lost four tricks and won none."""

from __future__ import annotations

from hokm_kit import CONCEDE, Action, Observation, run
from naive import Naive


class Concedes(Naive):
    """Ends deals where nobody else does."""

    def choose(self, observation: Observation, legal: list[Action]) -> Action:
        """The concession is this bot's own."""
        won = observation["tricks_won"]
        if won[observation["seat"]] == 0 and max(won) == 4:
            return CONCEDE
        return super().choose(observation, legal)


if __name__ == "__main__":
    run(Concedes, name="concedes", author="Hokm Arena")
