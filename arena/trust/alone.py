"""One record by itself: is it in order, and if not, what is the first thing that is wrong?"""

from arena.errors import InputError
from arena.records import MatchRecord, decode_record, encode_record
from arena.trust.again import play_again
from arena.trust.finding import Finding, Wrong, same, text
from arena.trust.light import read_lightly
from arena.trust.quick import agrees

BEFORE_PLAY = 23
"""Decisions of a complete deal before its first trick: open, throw, 20 draws and the pick."""
IS_A_RECORD = "a match record of version 1"
NOTE_LIMIT = 280
DIGITS = 9
"""Of a pair's number at most; Python refuses to read endless ones."""


def look_alone(line: bytes) -> MatchRecord:
    """The record in a line, once all that it says of itself is found in order.

    Where a quick look was enough, its lists of cards are text: see `LightRecord`.

    Raises:
        Wrong: the first thing that is not as it must be.
    """
    light = read_lightly(line)
    record = _read(line) if light is None else light
    _check_identity(record)
    if light is not None and agrees(light):
        decisions = BEFORE_PLAY * len(light.deals) + sum(
            [2 * sum(deal.tricks) for deal in light.deals]
        )
    else:
        decisions = play_again(_read(line))
    _check_measured(record, decisions)
    if encode_record(record) != line:
        # With a key twice, say, it would be another record to another reader.
        found = "other bytes than the referee writes for it"
        raise Wrong(Finding(record.match, None, "record", IS_A_RECORD, found))
    return record


def _read(line: bytes) -> MatchRecord:
    try:
        return decode_record(line)
    except InputError as error:
        found = str(error.__cause__ or error)
        raise Wrong(Finding(None, None, "record", IS_A_RECORD, found)) from None


def _check_identity(record: MatchRecord) -> None:
    """A match is called after its pair, and its pair after its bots."""
    if record.match == record.pair and record.job == "play":
        return  # of `arena play`, or against a person: it belongs to no pair
    same(record.match, None, "match", f"{record.pair}.{record.half + 1}", record.match)
    number, *names = record.pair.split(":")
    bots = sorted([bot.name for bot in record.bots])
    same(record.match, None, "pair", ":".join([number, *bots]), record.pair)
    numbers, *players = record.job.split(":")
    first, _, last = numbers.partition("-")
    if players != names or not _between(first, number, last):
        expected = f"FIRST-LAST:{':'.join(bots)} with {number} in it"
        raise Wrong(Finding(record.match, None, "job", expected, text(record.job)))


def _between(*numbers: str) -> bool:
    """Whether these are numbers as they are written here, in ascending order."""
    short = [number for number in numbers if len(number) <= DIGITS and number.isascii()]
    found = [int(number) for number in short if number.isdecimal()]
    return [str(number) for number in found] == list(numbers) and found == sorted(found)


def _check_measured(record: MatchRecord, decisions: int) -> None:
    """What stands beside the game is about decisions that there were."""
    same(record.match, None, "times_us", decisions, len(record.times_us))
    if min(record.times_us, default=0) < 0:
        raise Wrong(Finding(record.match, None, "times_us", "no time below 0", "one"))
    for field in ("withheld_us", "notes"):
        numbers = [number for number, _ in getattr(record, field)]
        if numbers != sorted({number for number in numbers if 0 <= number < decisions}):
            expected = f"numbers of decisions, ascending, below {decisions}"
            raise Wrong(Finding(record.match, None, field, expected, text(numbers)))
    if any(withheld <= 0 for _, withheld in record.withheld_us):
        raise Wrong(Finding(record.match, None, "withheld_us", "times above 0", "others"))
    if any(not 0 < len(note) <= NOTE_LIMIT for _, note in record.notes):
        expected = f"remarks of 1 to {NOTE_LIMIT} characters"
        raise Wrong(Finding(record.match, None, "notes", expected, "another"))
    seats = [seat for seat, _ in record.frozen]
    if seats != sorted(set(seats)):
        raise Wrong(Finding(record.match, None, "frozen", "each seat once", text(seats)))
