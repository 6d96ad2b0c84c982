"""Rounds of a Swiss drawn by the Dutch system (FIDE handbook C.04.3), without its colours.

The system is that of the library `caissify-pairings`, the extra `swiss`. A mirror pair is played
from both seats, so no bot has a colour that it is due, and none is told to the library.
"""

import importlib.util
from collections.abc import Sequence

from arena.errors import HostError
from arena.schedules.pairing import Names, pairing_of
from arena.schedules.swiss import Contestant

LIBRARY = "caissify_pairings"


def can_draw() -> bool:
    """Whether the library is installed."""
    return importlib.util.find_spec(LIBRARY) is not None


def draw(contestants: Sequence[Contestant], rounds: int) -> list[Names]:
    """Who meets whom in the next round, as `swiss.Draw` says.

    Raises:
        HostError: the library gives no round that keeps the rules.
    """
    from caissify_pairings import generate_pairings

    number = {bot.name: place for place, bot in enumerate(contestants, start=1)}
    players = [
        {
            "id": number[bot.name],
            "name": bot.name,
            "score": bot.score,
            "rating": len(contestants) - number[bot.name],
            "starting_number": number[bot.name],
            "color_hist": [],
            "float_history": list(bot.floats),
            "bye_count": int(bot.bye),
        }
        for bot in contestants
    ]
    met = {
        (number[one], number[two])
        for one, two in (sorted((bot.name, other)) for bot in contestants for other in bot.met)
    }
    current = max(len(bot.floats) for bot in contestants) + 1
    found = generate_pairings("dutch", players, met, current, rounds)
    names = [
        pairing_of(contestants[row["white_id"] - 1].name, contestants[row["black_id"] - 1].name)
        for row in found
        if row["black_id"] is not None
    ]
    _check(names, contestants, current)
    return names


def _check(drawn: Sequence[Names], contestants: Sequence[Contestant], current: int) -> None:
    """No one meets anyone twice, and no one but a bot without a bye so far is left over."""
    bots = {bot.name: bot for bot in contestants}
    playing = [name for names in drawn for name in names]
    left = set(bots) - set(playing)
    fair = (
        len(playing) == len(set(playing))
        and len(left) == len(bots) % 2
        and not any(bots[name].bye for name in left)
        and not any(two in bots[one].met for one, two in drawn)
    )
    if not fair:
        raise HostError(f"the pairing library drew a round {current} that breaks the rules")
