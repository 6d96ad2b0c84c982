"""Who is seeded first, and by which other tournament's results."""

import json

import msgspec

from arena.errors import InputError
from arena.registry import Bot
from arena.results import leaderboard
from arena.store import Store
from arena.tournament.entry import Entry


def check_rated_with(entry: Entry, store: Store) -> None:
    """Look at the tournament that a new one is to be rated with.

    Raises:
        InputError: there is none of that name, or it is played in another way.
    """
    name = entry.config.tournament.rated_with
    if name is None:
        return
    key = f"{entry.path}: key `tournament.rated_with`"
    stored = store.find_tournament(name)
    if stored is None or name == entry.config.tournament.name:
        names = ", ".join(store.tournament_names()) or "none yet"
        raise InputError(f"{key}: no other tournament {name!r} in {store.path}; it holds {names}")
    if stored.format != entry.config.tournament.format:
        raise InputError(f"{key}: {name!r} is of the format {stored.format!r}")
    if json.loads(stored.config).get("rules") != msgspec.structs.asdict(entry.config.rules):
        raise InputError(f"{key}: {name!r} is played by other rules")


def seeded(entry: Entry, store: Store) -> list[Bot]:
    """The bots in the order of their seeds: as the config lists them, or the best rated first.

    Who is not rated in that version comes last, in the order of the config.
    """
    table = entry.config.tournament
    if table.seeding != "rating" or table.rated_with is None:
        return list(entry.bots)
    rows = leaderboard(store, table.rated_with).rows
    # By place, not by number: of a perfect score only a bound is known.
    rated = [(row.standing.name, row.version) for row in rows if row.standing.rating is not None]
    places = {bot: place for place, bot in enumerate(rated)}
    return sorted(entry.bots, key=lambda bot: places.get((bot.name, bot.version), len(places)))
