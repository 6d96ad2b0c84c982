"""The pages: each asks for a view and hands it to a template."""

import shlex
from datetime import UTC, datetime
from typing import Final

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arena.plots import Line, lines
from arena.results import History, history
from arena.store import Store
from arena.web import pages
from arena.web.addresses import VIEWS
from arena.web.asking import (
    NONE,
    heading_of,
    newest,
    number,
    opened,
    page,
    remembered,
    view_of,
    viewer_of,
    views_of,
)
from arena.web.i18n import Language
from arena.web.judged import mistakes, points_words
from arena.web.pages import Heading, NotFoundError
from arena.web.replay import frames, judged_of
from arena.web.thinking import thinking

MOST_SHOWN: Final = 60
"""Bots in a crosstable: with more, nothing could be read. The tables for programs hold all."""
LONGEST_FILTER: Final = 40


def home(request: Request) -> Response:
    """The newest tournament; if there is none yet, how to get one."""
    above = newest(request)
    if above.current is None:
        return page(request, "empty.html", NONE)
    response = RedirectResponse(viewer_of(request).at.tournament(above.current.name), 302)
    return remembered(request, response)


def reading(request: Request) -> Response:
    """How to read the numbers."""
    return page(request, "reading.html", newest(request))


def tournaments(request: Request) -> Response:
    """All of them."""
    with opened(request) as store:
        above = pages.heading(store)
        found = [store.find_tournament(name) for name in above.tournaments]
    return page(request, "tournaments.html", above, found=[each for each in found if each])


def leaderboard(request: Request) -> Response:
    """The standings."""
    with opened(request) as store:
        above, name = _above(request, store)
        found = views_of(request).get(store, name, pages.board)
    sort = request.query_params.get("sort", "rank")
    wanted = request.query_params.get("bot", "")[:LONGEST_FILTER]
    rows = pages.arranged(found.board.rows, sort, wanted)
    return page(
        request, "leaderboard.html", above, shown=found, rows=rows, sort=sort, wanted=wanted
    )


def crosstable(request: Request) -> Response:
    """Who scored what against whom."""
    with opened(request) as store:
        above, name = _above(request, store)
        found = views_of(request).get(store, name, pages.table_of_all)
    bots = found.bots[:MOST_SHOWN]
    return page(request, "crosstable.html", above, found=found, bots=bots)


def matches(request: Request) -> Response:
    """A list of matches, the newest first."""
    faults = request.query_params.get("faults") == "1"
    bot = request.query_params.get("bot") or None
    limit = number(request, "limit", pages.LISTED, 1, pages.MOST_LISTED)
    with opened(request) as store:
        above, name = _above(request, store)
        found = pages.matches(store, name, bot, faults=faults, limit=limit)
    return page(request, "matches.html", above, matches=found, bot=bot, faults=faults, limit=limit)


def progress(request: Request) -> Response:
    """How far a tournament is; live where scripts run."""
    with opened(request) as store:
        above, name = _above(request, store)
        standings = views_of(request).get(store, name, pages.board)
        now = pages.progress(store, name, datetime.now(UTC), standings)
    return page(request, "progress.html", above, now=now)


def bot(request: Request) -> Response:
    """One bot."""
    wanted = request.path_params["bot"]
    with opened(request) as store:
        above, name = _above(request, store)
        views = views_of(request)
        table = views.get(store, name, pages.table_of_all)
        standings = views.get(store, name, pages.board)
        found = pages.bot_page(store, name, wanted, standings, table)
        times = views.get(store, name, thinking, wanted)
        past = views.get(store, name, _history)
    drawn = _drawn(past, wanted, viewer_of(request).preferences.language)
    return page(request, "bot.html", above, found=found, times=times, drawn=drawn)


def pairing(request: Request) -> Response:
    """Two bots against each other."""
    one, other = request.path_params["one"], request.path_params["other"]
    with opened(request) as store:
        above, name = _above(request, store)
        table = views_of(request).get(store, name, pages.table_of_all)
        found = pages.pairing_page(store, name, one, other, table)
    return page(request, "pairing.html", above, found=found)


def match(request: Request) -> Response:
    """One match, deal by deal."""
    with opened(request) as store:
        above, name = _above(request, store)
        record = pages.match(store, name, request.path_params["match"]).record
        analysis = pages.analysed(store, name, record)
    language = viewer_of(request).preferences.language
    command = ["arena", "analyse", record.match]
    if (name,) != above.tournaments[:1]:
        command += ["--tournament", name]
    return page(
        request,
        "match.html",
        above,
        record=record,
        analysis=analysis,
        mistakes=[[*mistakes(bot, language)] for bot in analysis.bots] if analysis else [],
        points=lambda lost, margin: points_words(lost, margin, language),
        command=shlex.join(command),
    )


def replay(request: Request) -> Response:
    """One moment of a match; scripts step through the others."""
    viewer = viewer_of(request)
    view = view_of(request)
    with opened(request) as store:
        above, name = _above(request, store)
        record = pages.match(store, name, request.path_params["match"]).record
        analysis = pages.analysed(store, name, record)
    found = frames(record, view, viewer.preferences.language, judged_of(analysis))
    deal = number(request, "deal", 1, 1, max(1, len(record.deals)))
    of_deal = [frame for frame in found if frame.deal == deal]
    move = number(request, "move", 0, 0, max(0, len(of_deal) - 1))
    if not of_deal:
        return page(request, "replay_none.html", above, record=record)
    return page(
        request,
        "replay.html",
        above,
        record=record,
        frames=found,
        frame=of_deal[move],
        last=len(of_deal) - 1,
        view=view,
        views=VIEWS,
    )


def _drawn(past: History, bot: str, language: Language) -> Markup | None:
    """A bot's rating after each cycle; None before the second, where there is no line to draw."""
    if len(past.cycles) < 2:
        return None
    place = past.bots.index(bot)
    elo = tuple([each[place] for each in past.elo])
    errors = tuple([each[place] for each in past.errors])
    note, across = language.words("bot.history_note"), language.words("bot.cycles")
    return Markup(lines(bot, note, across, past.cycles, [Line(bot, elo, errors)]))


def _history(store: Store, tournament: str) -> History:
    return history(store, tournament)


def _above(request: Request, store: Store) -> tuple[Heading, str]:
    """What stands above the page, and the tournament's name."""
    found = heading_of(request, store)
    if found.current is None:
        raise NotFoundError("no tournament yet")
    return found, found.current.name
