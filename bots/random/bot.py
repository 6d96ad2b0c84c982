"""Plays any legal action, each as likely as the next: the floor that a bot must beat.

Chance comes from the id of the decision alone, so that a match which is replayed goes the same way.
"""

import random

from hokm_kit import Act, Action, Bot, run


class Random(Bot):
    """One draw per decision, from a generator seeded with the id."""

    def act(self, message: Act) -> Action:
        """Any of `legal`."""
        return random.Random(message["id"]).choice(message["legal"])


if __name__ == "__main__":
    run(Random, name="random", author="Hokm Arena")
