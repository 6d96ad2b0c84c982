"""`tests/golden/record.json`: the record of one match, to the byte.

A change of this file is a change of the public format, of the decks or of the rules.
"""

from pathlib import Path

from msgspec.structs import replace

from arena.records import encode_record
from tests.referee.fakes import Table, make_plan

FILE = Path(__file__).parents[1] / "golden" / "record.json"


def record() -> bytes:
    """Two players that always take the first legal action, to 4 points; seat 1 remarks on it."""
    table = Table(make_plan("golden", target=4, commitment="0" * 64))
    table.players[1].note = "the first of many"
    played = table.play()
    # What played is no part of how it went.
    same_everywhere = replace(played, software={"hokm-arena": "0.0.0", "python": "3.11.0"})
    return encode_record(same_everywhere) + b"\n"


def write() -> None:
    """Write the file anew."""
    FILE.write_bytes(record())
