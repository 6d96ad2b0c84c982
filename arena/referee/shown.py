"""What the seats were shown, as digests that can be made again from the record alone.

`protocol/README.md` (Shown) says which bytes are hashed. All that a seat was shown counts, once:
most of a request stood in the one before, and to hash it again would tell nothing more.
"""

from hashlib import sha256
from itertools import pairwise

from arena.rules import Seat
from arena.wire import shown

SHOWN_DIGITS = 32
"""Of SHA-256. It finds a referee in error; whoever writes a record gains nothing by a collision."""


class ShownDigests:
    """Digests of what either seat of one deal is shown, request after request."""

    def __init__(self) -> None:
        self._tables: tuple[list[tuple[bytes, ...]], ...] = ([], [])

    def add(self, seat: Seat, act: bytes) -> None:
        """Take in an encoded `act`."""
        self._tables[seat].append(_row(shown(act)))

    def digits(self) -> tuple[str, str]:
        """By seat all that was added, as it stands in a record."""
        zero, one = (sha256(_new(table)).hexdigest()[:SHOWN_DIGITS] for table in self._tables)
        return zero, one


def _row(text: bytes) -> tuple[bytes, ...]:
    """Six cells, so that what grows, the draws and the tricks, stands by itself."""
    head, _, rest = text.partition(b'"hand":[')
    hand, _, rest = rest.partition(b'"draws":[')
    draws, _, rest = rest.partition(b'],"stock":')
    stock, _, rest = rest.partition(b'"tricks":[')
    tricks, _, rest = rest.partition(b'],"lead":')
    return head, hand, draws, stock, tricks, rest


def _new(table: list[tuple[bytes, ...]]) -> bytes:
    """Column by column, of each cell what it does not repeat of the one above."""
    columns = zip(*table, strict=True)
    return b"\n".join(
        [cell.removeprefix(above) for column in columns for above, cell in pairwise((b"", *column))]
    )
