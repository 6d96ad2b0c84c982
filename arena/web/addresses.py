"""Where each page is. Stable: others link to them (README.md)."""

from typing import Final, Literal
from urllib.parse import quote, urlencode

SAFE = ":"
"""Names hold letters, digits and `-_.`; only identities of matches hold more, a colon."""


LONGEST_ADDRESS: Final = 2_000
"""Bytes of path and query together; those of real names are far shorter."""


class Addresses:
    """Of a server's pages."""

    def home(self) -> str:
        """The newest tournament."""
        return self._at("/")

    def tournaments(self) -> str:
        """All of them."""
        return self._at("/tournaments")

    def reading(self) -> str:
        """How to read the numbers."""
        return self._at("/reading")

    def play(self, table: str = "") -> str:
        """Where one sits down, or a table."""
        return self._at(f"/play{_part(table)}")

    def tournament(self, name: str, page: str = "leaderboard", **query: object) -> str:
        """A page about a whole tournament."""
        return self._at(f"/tournaments/{_quoted(name)}/{page}{_query(query)}")

    def bot(self, tournament: str, bot: str, table: str = "") -> str:
        """A bot's page, or one of its tables."""
        return self._at(f"/tournaments/{_quoted(tournament)}/bots/{_quoted(bot)}{_part(table)}")

    def pairing(self, tournament: str, one: str, other: str, table: str = "") -> str:
        """Two bots against each other, as seen from the first."""
        names = f"{_quoted(one)}/{_quoted(other)}"
        return self._at(f"/tournaments/{_quoted(tournament)}/pairings/{names}{_part(table)}")

    def match(self, tournament: str, match: str, part: str = "") -> str:
        """A match, its record or its replay."""
        return self._at(f"/tournaments/{_quoted(tournament)}/matches/{_quoted(match)}{_part(part)}")

    def moment(
        self, tournament: str, match: str, deal: int = 1, move: int = 0, view: str = "all"
    ) -> str:
        """One moment of a replay."""
        query: dict[str, object] = {"deal": deal, "move": move} | (
            {} if view == "all" else {"view": view}
        )
        return self.match(tournament, match, f"replay{_query(query)}")

    def sign_in(self, to: str = "") -> str:
        """Where a token is entered; `to` is the page that follows."""
        return self._at(f"/sign-in{_query({'to': to} if to else {})}")

    def sign_out(self) -> str:
        """Where a session is ended."""
        return self._at("/sign-out")

    def submit(self, ticket: str = "") -> str:
        """Where bots are handed in, or what came of one."""
        return self._at(f"/submit{_part(ticket)}")

    def organiser(self, tournament: str = "", match: str = "") -> str:
        """What is for the organiser alone: of a tournament, of a match."""
        return self._at(f"/organiser{_part(_quoted(tournament))}{_part(_quoted(match))}")

    def _at(self, path: str) -> str:
        """Where that path is; nowhere if a server would refuse it for its length."""
        return path if len(path) <= LONGEST_ADDRESS else ""


View = Literal["all", "0", "1"]
VIEWS: Final[tuple[View, ...]] = ("all", "0", "1")
"""Perspectives of a replay: all cards, or as one seat saw it."""


def _quoted(name: str) -> str:
    return quote(name, safe=SAFE)


def _part(name: str) -> str:
    return f"/{name}" if name else ""


def _query(values: dict[str, object]) -> str:
    return f"?{urlencode(values)}" if values else ""
