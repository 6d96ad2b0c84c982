"""Dates of the Persian (solar Hijri) calendar.

Leap years follow the cycle of 33 years with 8 leap years, which agrees with the official calendar
from 1178 to 1633 (1799 to 2254 of the Gregorian one).
"""

from datetime import date
from typing import Final

_EPOCH: Final = date(622, 3, 21).toordinal()
"""Where counting begins, in the proleptic Gregorian calendar: the day before year 1."""
_LONG_MONTHS: Final = 6
_LONG, _SHORT = 31, 30


def persian_date(day: date) -> tuple[int, int, int]:
    """Year, month and day of the month."""
    ordinal = day.toordinal()
    year = day.year - 621
    if ordinal < _new_year(year):
        year -= 1
    passed = ordinal - _new_year(year)
    if passed < _LONG_MONTHS * _LONG:
        return year, 1 + passed // _LONG, 1 + passed % _LONG
    passed -= _LONG_MONTHS * _LONG
    return year, 1 + _LONG_MONTHS + passed // _SHORT, 1 + passed % _SHORT


def _new_year(year: int) -> int:
    """Ordinal of the first day of a year."""
    return _EPOCH + 365 * (year - 1) + (8 * year + 21) // 33
