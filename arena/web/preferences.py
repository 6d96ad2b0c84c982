"""What a viewer prefers: a language, light or dark, two or four colours of suits.

Said in the address (`?lang=fa`), which works without scripts, and remembered in a cookie.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any, Final

from arena.web.i18n import LANGUAGES, Language, language, preferred

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "lang": LANGUAGES,
    "theme": ("auto", "light", "dark"),
    "suits": ("two", "four"),
}
"""By name, what may be chosen; the first is the default but for the language."""

_LASTING: Final[Mapping[str, Any]] = {
    "path": "/",
    "max-age": 365 * 24 * 3600,
    "samesite": "Lax",
    "httponly": True,
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """One viewer's."""

    lang: str
    theme: str
    suits: str

    @property
    def language(self) -> Language:
        """The texts to show."""
        return language(self.lang)


def preferences(
    asked: Mapping[str, str], remembered: Mapping[str, str], accept: str
) -> Preferences:
    """What counts: the address, else the cookies, else `Accept-Language`; else the defaults."""
    chosen = {name: preferred(accept) if name == "lang" else CHOICES[name][0] for name in CHOICES}
    for source in (remembered, asked):
        chosen |= {
            name: value
            for name, allowed in CHOICES.items()
            if (value := source.get(name)) in allowed and value is not None
        }
    return Preferences(**chosen)


def cookies(asked: Mapping[str, str]) -> list[str]:
    """`Set-Cookie` values that make what the address says last."""
    found = SimpleCookie()
    for name, allowed in CHOICES.items():
        if asked.get(name) in allowed:
            found[name] = asked[name]
            for key, value in _LASTING.items():
                found[name][key] = value
    return [morsel.OutputString() for morsel in found.values()]
