"""How strong the bots are against each other, in memory, on decks that never change.

The rates come from longer runs of mirror pairs: naive won 0.971 of 6,357 deals against random
(standard error 0.002); value won 0.540 of 60,291 deals (0.002) and 0.596 of 6,000 matches (0.005)
against naive. The winner of a deal is hakem of the next, so the better bot is hakem more often than
not; with each hakem in half of the deals the rates are 0.963 and 0.530. The bounds are three
standard errors of the short runs made here.
"""

from arena.rules import MatchState
from tests.bots_shipped.folders import load
from tests.bots_shipped.table import play_pair

Halves = tuple[MatchState, MatchState]


def pairs(bot: str, opponent: str, count: int) -> list[Halves]:
    ours, theirs = (getattr(load(name, "bot"), name.capitalize())() for name in (bot, opponent))
    return [play_pair(ours, theirs, f"{bot}-{opponent}-{number}") for number in range(count)]


def matches_won(pairs: list[Halves]) -> float:
    won = [half.winner == seat for halves in pairs for seat, half in enumerate(halves)]
    return sum(won) / len(won)


def deals_won(pairs: list[Halves]) -> float:
    won = [
        deal.winner == seat
        for halves in pairs
        for seat, half in enumerate(halves)
        for deal in half.results
    ]
    return sum(won) / len(won)


def test_naive_beats_random() -> None:
    played = pairs("naive", "random", 40)
    assert matches_won(played) == 1
    assert abs(deals_won(played) - 0.971) < 3 * 0.0075


def test_value_beats_naive() -> None:
    played = pairs("value", "naive", 120)
    assert abs(matches_won(played) - 0.596) < 3 * 0.0255
    assert abs(deals_won(played) - 0.540) < 3 * 0.009


def test_a_bot_against_itself_wins_half_of_every_pair() -> None:
    assert all(matches_won([halves]) == 0.5 for halves in pairs("naive", "naive", 3))
