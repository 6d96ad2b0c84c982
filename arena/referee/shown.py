"""What the seats were shown, as a digest that can be made again from the record alone."""

from hashlib import sha256

from arena.wire import shown

DIGITS = 32
"""Of SHA-256. It finds a referee in error; whoever writes a record gains nothing by a collision."""


class ShownDigest:
    """A digest of what the seats of one deal are shown, request after request."""

    def __init__(self) -> None:
        self._digest = sha256()

    def add(self, act: bytes) -> None:
        """Take in an encoded `act`."""
        self._digest.update(shown(act))

    def digits(self) -> str:
        """All that was added, as it stands in a record."""
        return self._digest.hexdigest()[:DIGITS]
