"""The two languages: texts, digits and dates.

A language is one file in `languages/`. Keys are the same in all, which a test sees to; a text may
hold `{named}` places and a little HTML, and what is put into a place is escaped.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import tomli
from markupsafe import Markup

from arena.store import PERSON
from arena.web.calendar import persian_date

Direction = Literal["ltr", "rtl"]

LANGUAGES: Final = ("en", "fa")
FOLDER: Final = Path(__file__).with_name("languages")
PERSIAN_DIGITS: Final = str.maketrans("0123456789.,%-", "۰۱۲۳۴۵۶۷۸۹٫٬٪−")
MINUS: Final = str.maketrans("-", "−")
MISSING: Final = "–"


@dataclass(frozen=True, slots=True)
class Language:
    """One language of the pages."""

    code: str
    direction: Direction
    texts: Mapping[str, str]

    def text(self, key: str, **values: object) -> Markup:
        """The text of that key; what is put into its places is escaped. `KeyError`: our bug."""
        return Markup(self.texts[key]).format(**values)

    def words(self, key: str, **values: object) -> str:
        """The same as plain text, for what is not HTML."""
        return self.texts[key].format(**values)

    def player(self, name: str) -> str:
        """Who played, as records name them: a bot by its name, a person by none."""
        return self.texts["play.person"] if name == PERSON else name

    def count(self, key: str, number: int) -> Markup:
        """A number and its noun: `1 pair`, `1,200 pairs`."""
        form = "one" if number == 1 else "many"
        return self.text(f"{key}.{form}", n=self.number(number))

    def number(self, value: float | None, digits: int = 0, *, signed: bool = False) -> str:
        """A number with that many digits after the point, a dash for None."""
        if value is None:
            return MISSING
        said = f"{value:+,.{digits}f}" if signed else f"{value:,.{digits}f}"
        return said.translate(PERSIAN_DIGITS if self.code == "fa" else MINUS)

    def percent(self, share: float | None, digits: int = 1) -> str:
        """A share from 0 to 1 in percent."""
        if share is None:
            return MISSING
        said = self.number(100 * share, digits)
        return f"{said}٪" if self.code == "fa" else f"{said} %"

    def plain(self, number: int) -> str:
        """A number that counts nothing, such as that of a deal: no separators."""
        said = str(number)
        return said.translate(PERSIAN_DIGITS) if self.code == "fa" else said

    def date(self, iso: str) -> str:
        """A time of the store, UTC, to the minute; in Persian by the Persian calendar."""
        try:
            when = datetime.fromisoformat(iso).astimezone(UTC)
        except ValueError:
            return iso
        clock = f"{when:%H:%M}"
        if self.code == "fa":
            year, month, day = persian_date(when.date())
            said = f"{day} {self.texts[f'month.{month}']} {year}، {clock}"
            return said.translate(PERSIAN_DIGITS) + " UTC"
        return f"{when.day} {self.texts[f'month.{when.month}']} {when.year}, {clock} UTC"

    def duration(self, seconds: float) -> Markup:
        """Such as `8 s`, `2 min`, `3 h 20 min`."""
        whole = round(seconds)
        if whole < 60:
            return self.text("duration.seconds", s=self.plain(whole))
        minutes = round(whole / 60)
        if minutes < 60:
            return self.text("duration.minutes", m=self.plain(minutes))
        return self.text("duration.hours", h=self.plain(minutes // 60), m=self.plain(minutes % 60))


@cache
def language(code: str) -> Language:
    """The language of that code, one of `LANGUAGES`."""
    table = tomli.loads((FOLDER / f"{code}.toml").read_text("utf-8"))
    direction: Direction = "rtl" if table.pop("direction") == "rtl" else "ltr"
    return Language(code, direction, dict(_flat(table)))


def preferred(accept: str) -> str:
    """The language that an `Accept-Language` header likes best; English if it likes none."""
    for part in accept.split(","):
        code = part.partition(";")[0].strip().lower()[:2]
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value
