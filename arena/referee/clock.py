"""The account of one seat's thinking time in one match. All times in milliseconds."""

from dataclasses import dataclass

from arena.wire import TimeControl


@dataclass(frozen=True, slots=True)
class Clock:
    """What a seat may still use. Time over `move_ms` is taken from the bank."""

    control: TimeControl
    bank_ms: float

    @classmethod
    def full(cls, control: TimeControl) -> "Clock":
        """The clock at the start of a match."""
        return cls(control, control.bank_ms)

    @property
    def allowance_ms(self) -> float:
        """How long the next decision may take."""
        return self.control.move_ms + self.bank_ms

    def spend(self, used_ms: float) -> "Clock":
        """The clock after a decision that took `used_ms`, at most `allowance_ms`."""
        over = max(0.0, used_ms - self.control.move_ms)
        bank = self.bank_ms - over + self.control.increment_ms
        return Clock(self.control, min(float(self.control.bank_ms), bank))
