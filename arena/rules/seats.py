"""The two places at the table."""

from enum import IntEnum


class Seat(IntEnum):
    """Seat 0 or 1. Values kept per seat are pairs, indexed by it."""

    ZERO = 0
    ONE = 1

    @property
    def other(self) -> "Seat":
        """The opponent's seat."""
        return Seat.ONE if self is Seat.ZERO else Seat.ZERO
