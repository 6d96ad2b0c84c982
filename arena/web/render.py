"""Values to HTML: the templates and what they may use."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined

from arena.store import StoredToken
from arena.views.standings import pairs_saved
from arena.views.text import harmless, harmless_line
from arena.web.addresses import Addresses
from arena.web.assets import address, heat
from arena.web.cards import PACK_CODES, card_name
from arena.web.pages import Heading
from arena.web.preferences import CHOICES, Preferences

LONGEST_TEXT: Final = 400
"""Characters of a stranger's text that are shown; a fault's detail and a note are shorter."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who a page is made for: what they prefer, and the address they asked for."""

    preferences: Preferences
    path: str = "/"
    query: Mapping[str, str] = field(default_factory=dict)
    at: Addresses = field(default_factory=Addresses)
    token: StoredToken | None = None
    """Whose it is that came along."""
    accounts: bool = False
    """Whether one can sign in."""
    takes_bots: bool = False
    """Whether bots can be handed in."""

    def same_page(self, **changes: object) -> str:
        """The address of this page with another query; None takes a part of it away."""
        query = {**self.query, **changes}
        kept = {key: str(value) for key, value in query.items() if value not in (None, "")}
        return f"{self.path}?{urlencode(kept)}" if kept else self.path


def render(template: str, viewer: Viewer, heading: Heading, **values: Any) -> str:
    """A page, or a part of one."""
    language = viewer.preferences.language
    return (
        _environment()
        .get_template(template)
        .render(
            viewer=viewer,
            prefs=viewer.preferences,
            at=viewer.at,
            heading=heading,
            tournament=heading.current.name if heading.current else "",
            lang=language,
            t=language.text,
            count=language.count,
            num=language.number,
            pct=language.percent,
            plain=language.plain,
            card_name=lambda code: card_name(language, code),
            choices=CHOICES,
            pack=PACK_CODES,
            **values,
        )
    )


def shown(text: str, most: int = LONGEST_TEXT) -> str:
    """A stranger's text on one line: nothing in it hides, turns the line or takes all the room."""
    cut = harmless_line(text[: most + 1])
    return cut if len(cut) <= most else f"{cut[:most]}…"


def written(text: str) -> str:
    """The same for what is shown as a stranger wrote it: its lines stay."""
    return harmless(text)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("arena.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"asset": address, "heat": heat, "saved": pairs_saved}
    environment.filters["shown"] = shown
    environment.filters["written"] = written
    return environment
