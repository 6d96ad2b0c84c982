"""A tournament as one file that needs nothing else: no server, no network.

The same templates as the server's; style and script stand in the file, and its content policy names
them by their hashes, so nothing else could run even if it got in.
"""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Final

import msgspec
from markupsafe import Markup

from arena.errors import InputError
from arena.plots import Line, lines
from arena.records import MatchRecord, encode_record
from arena.registry import shipped
from arena.results import History, crosstable, history
from arena.store import Store
from arena.tournament import reveal
from arena.web.addresses import VIEWS, Addresses
from arena.web.assets import assets
from arena.web.html import MOST_SHOWN
from arena.web.i18n import Language
from arena.web.moments import Frame
from arena.web.pages import Heading, analysed, board
from arena.web.preferences import CHOICES, Preferences
from arena.web.render import Viewer, render
from arena.web.replay import frames, judged_of

REPLAYS: Final = 3
VERIFIER: Final = ("sha256", "decks", "chain", "play", "verify")
"""Modules of `protocol/verify`, each behind those that it needs."""
FONT: Final = "fonts/vazirmatn.woff2"


class Nowhere(Addresses):
    """A file has no other pages: every name in it is just a name."""

    def _at(self, path: str) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Replay:
    """A match in the file."""

    id: str
    record: MatchRecord
    frames: list[Frame]
    """All cards; those of the other views are in the data."""
    data: dict[str, Markup]
    """JSON of the frames, by view."""


def report(
    store: Store, tournament: str, lang: str, replays: int, matches: Sequence[str], now: datetime
) -> str:
    """The whole file.

    Args:
        store: where the tournament is stored.
        tournament: its name.
        lang: of the texts.
        replays: how many of the newest matches between the best bots can be watched.
        matches: identities of others that can.
        now: the time.

    Raises:
        InputError: there is no such tournament or match.
    """
    defaults = {name: values[0] for name, values in CHOICES.items()}
    viewer = Viewer(Preferences(**defaults | {"lang": lang}), at=Nowhere())
    language = viewer.preferences.language
    shown, table = board(store, tournament), crosstable(store, tournament)
    ids = dict.fromkeys([*matches, *_newest(store, tournament, table.bots, replays)])
    style, script = _style(embed_font=lang == "fa"), _script()
    shown_replays = [
        _replay(store, tournament, match, f"replay-{number}", language)
        for number, match in enumerate(ids, start=1)
    ]
    return render(
        "report.html",
        viewer,
        Heading((), store.tournament(tournament), running=False),
        shown=shown,
        found=table,
        bots=table.bots[:MOST_SHOWN],
        drawn=_drawn(history(store, tournament), table.bots, language),
        replays=shown_replays,
        evidence=_evidence(store, tournament, shown_replays),
        views=VIEWS,
        policy=policy(style, script),
        style=Markup(style),
        script=Markup(script),
        made=language.date(now.astimezone(UTC).isoformat()),
    )


def policy(style: str, script: str) -> str:
    """What the file may do: have this style and this script."""
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "font-src data:; base-uri 'none'; form-action 'none'"
    )


def _newest(store: Store, tournament: str, best: Sequence[str], wanted: int) -> list[str]:
    """The newest match of each of the best pairings."""
    found: list[str] = []
    pairings = sorted(((one, other) for other in range(len(best)) for one in range(other)), key=sum)
    for one, other in pairings:
        if len(found) >= wanted:
            break
        rows = store.matches(tournament, bot=best[one], opponent=best[other], limit=1)
        found += [row.match for row in rows if row.deals]
    return found


def _replay(store: Store, tournament: str, match: str, id_: str, language: Language) -> Replay:
    played = store.match(tournament, match)
    if played is None:
        raise InputError(f"no match {match!r} in {tournament}; `arena matches` lists them")
    if not played.record.deals:
        raise InputError(f"{match} was over before the first card was dealt: nothing to replay")
    judged = judged_of(analysed(store, tournament, played.record))
    told = {view: frames(played.record, view, language, judged) for view in VIEWS}
    return Replay(
        id_, played.record, told["all"], {view: _json(each) for view, each in told.items()}
    )


def _evidence(store: Store, tournament: str, replays: Sequence[Replay]) -> Markup:
    """What the file checks itself by: records to the byte, and what they were committed to."""
    stored = store.tournament(tournament)
    over = stored.revealed is not None
    return _json(
        {
            "records": [encode_record(replay.record).decode() for replay in replays],
            "begin": stored.commitment,
            "revealed": asdict(reveal(store, tournament)) if over else None,
        }
    )


def _json(value: object) -> Markup:
    """JSON that cannot end the script element that holds it."""
    return Markup(msgspec.json.encode(value).decode().replace("<", "\\u003c"))


def _drawn(past: History, best: Sequence[str], language: Language) -> Markup | None:
    """The ratings after each cycle; None before the second."""
    if len(past.cycles) < 2:
        return None
    words = language.words
    drawn = [
        Line(
            bot,
            tuple([elo[past.bots.index(bot)] for elo in past.elo]),
            tuple([error[past.bots.index(bot)] for error in past.errors]),
        )
        for bot in best[:MOST_SHOWN]
    ]
    note, across = words("bot.history_note"), words("bot.cycles")
    return Markup(lines(past.tournament, note, across, past.cycles, drawn))


def _style(*, embed_font: bool) -> str:
    text = "\n".join(_text(name) for name in ("site.css", "heat.css", "replay.css"))
    if not embed_font:
        return text.replace(f'url({FONT}) format("woff2")', "local(Vazirmatn)")
    font = base64.b64encode(assets()[FONT].content).decode()
    return text.replace(f"url({FONT})", f"url(data:font/woff2;base64,{font})")


def _script() -> str:
    own = [_text(name) for name in ("table.js", "replay.js")]
    return "".join([*own, _verifier(), _text("verified.js")])


def _verifier() -> str:
    """The modules of `protocol/verify` as one value: a file on disk cannot import others."""
    folder = shipped("protocol") / "verify"
    modules = [(folder / f"{name}.mjs").read_text("utf-8") for name in VERIFIER]
    lines = [line for module in modules for line in module.splitlines()]
    body = "\n".join(line.removeprefix("export ") for line in lines if line[:7] != "import ")
    return f"const verifier = (() => {{\n{body}\nreturn {{ beginOf, checkLine }};\n}})();\n"


def _text(name: str) -> str:
    return assets()[name].content.decode()


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
