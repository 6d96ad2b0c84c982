"""What the seats were shown, as digests that can be made again from the record alone."""

from hashlib import sha256

from arena.rules import Seat
from arena.wire import shown

DIGITS = 32
"""Of SHA-256. It finds a referee in error; whoever writes a record gains nothing by a collision."""


class ShownDigests:
    """Digests of what either seat of one deal is shown, request after request."""

    def __init__(self) -> None:
        self._digests = sha256(), sha256()

    def add(self, seat: Seat, act: bytes) -> None:
        """Take in an encoded `act`."""
        self._digests[seat].update(shown(act))

    def digits(self) -> tuple[str, str]:
        """By seat all that was added, as it stands in a record."""
        zero, one = (digest.hexdigest()[:DIGITS] for digest in self._digests)
        return zero, one
