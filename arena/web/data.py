"""The same for programs: JSON, CSV, JSON Lines, and two streams (README.md documents each)."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from arena.analysis import analysis_json
from arena.records import encode_record
from arena.store import MatchRow, Store, StoredTournament
from arena.tournament import status
from arena.views.crosstable import CELL_FIELDS, cell_record, crosstable_json
from arena.views.matches import MATCH_FIELDS, match_object, match_record
from arena.views.standings import ROW_FIELDS, leaderboard_json, row_record
from arena.views.status import status_json
from arena.web import pages
from arena.web.asking import heading_of, number, opened, table, view_of, viewer_of, views_of
from arena.web.live import Live
from arena.web.pages import NotFoundError
from arena.web.replay import frames, judged_of

AT_ONCE = 200
"""Records that are read from the store together."""


def tournaments(request: Request) -> Response:
    """All tournaments, the newest first."""
    with opened(request) as store:
        found = [store.find_tournament(name) for name in store.tournament_names()]
    return _json([_tournament(each) for each in found if each])


def leaderboard_json_of(request: Request) -> Response:
    """The standings."""
    with opened(request) as store:
        found = views_of(request).get(store, _name(request, store), pages.board)
    return _json(leaderboard_json(found.board))


def leaderboard_csv(request: Request) -> Response:
    """The standings as a table."""
    with opened(request) as store:
        found = views_of(request).get(store, _name(request, store), pages.board)
    return table(ROW_FIELDS, [row_record(row) for row in found.board.rows])


def crosstable_json_of(request: Request) -> Response:
    """Every pairing."""
    with opened(request) as store:
        found = views_of(request).get(store, _name(request, store), pages.table_of_all)
    return _json(crosstable_json(found))


def crosstable_csv(request: Request) -> Response:
    """Every pairing as a table."""
    with opened(request) as store:
        found = views_of(request).get(store, _name(request, store), pages.table_of_all)
    return table(CELL_FIELDS, [cell_record(cell) for cell in found.pairings()])


def matches_json(request: Request) -> Response:
    """A list of matches."""
    return _json([match_object(row) for row in _matches(request)])


def matches_csv(request: Request) -> Response:
    """A list of matches as a table."""
    return table(MATCH_FIELDS, [match_record(row) for row in _matches(request)])


def bot_json(request: Request) -> Response:
    """A bot's pairings."""
    return _json(_of_bot(request))


def bot_csv(request: Request) -> Response:
    """A bot's pairings as a table."""
    return table(CELL_FIELDS, _of_bot(request))


def pairing_json(request: Request) -> Response:
    """The newest matches of two bots."""
    return _json([match_object(row) for row in _of_pairing(request)])


def pairing_csv(request: Request) -> Response:
    """The newest matches of two bots as a table."""
    return table(MATCH_FIELDS, [match_record(row) for row in _of_pairing(request)])


def progress_json(request: Request) -> Response:
    """Where a tournament stands. Which process plays it is the organiser's business."""
    with opened(request) as store:
        found = status_json(status(store, _name(request, store), datetime.now(UTC)))
    return _json({key: value for key, value in found.items() if key not in ("runner", "voids")})


def record(request: Request) -> Response:
    """A match's record, as `protocol/README.md` documents it."""
    with opened(request) as store:
        found = pages.match(store, _name(request, store), request.path_params["match"])
    return Response(encode_record(found.record), media_type="application/json")


def replay_json(request: Request) -> Response:
    """Every moment of a match, as the replay shows it."""
    with opened(request) as store:
        name = _name(request, store)
        found = pages.match(store, name, request.path_params["match"])
        analysis = pages.analysed(store, name, found.record)
    language = viewer_of(request).preferences.language
    return _json(frames(found.record, view_of(request), language, judged_of(analysis)))


def analysis_json_of(request: Request) -> Response:
    """What an analyst thinks of a match's decisions."""
    with opened(request) as store:
        name = _name(request, store)
        record = pages.match(store, name, request.path_params["match"]).record
        found = pages.analysed(store, name, record)
    if found is None:
        raise NotFoundError("no analysis of this match")
    return _json(analysis_json(name, found))


async def events(request: Request) -> Response:
    """The progress of a tournament as server-sent events."""
    name = await run_in_threadpool(_rated, request)
    live: Live = request.app.state.live
    live.admit()
    stream = live.pages(name, viewer_of(request).preferences.lang)
    return StreamingResponse(stream, media_type="text/event-stream", headers=_STREAM)


async def results(request: Request) -> Response:
    """A line for every match that is stored from now on."""
    name = await run_in_threadpool(_rated, request)
    live: Live = request.app.state.live
    live.admit()
    stream = live.results(name)
    return StreamingResponse(stream, media_type="application/x-ndjson", headers=_STREAM)


def records(request: Request) -> Response:
    """Every record of a tournament, a line each, in the order of storing."""
    name = _checked(request)
    return StreamingResponse(
        _lines(request, name), media_type="application/jsonl", headers={"cache-control": "no-cache"}
    )


_STREAM = {"cache-control": "no-store", "x-accel-buffering": "no"}


def _lines(request: Request, tournament: str) -> Iterator[bytes]:
    """Read bit by bit, each with the store opened anew: a slow reader holds up nobody."""
    after = 0
    while True:
        with opened(request) as store:
            found = store.exported_after(tournament, after, AT_ONCE)
        if not found:
            return
        after = found[-1][0]
        yield b"".join(line + b"\n" for _, line in found)


def _matches(request: Request) -> list[MatchRow]:
    faults = request.query_params.get("faults") == "1"
    bot = request.query_params.get("bot") or None
    limit = number(request, "limit", pages.LISTED, 1, pages.MOST_LISTED)
    with opened(request) as store:
        return pages.matches(store, _name(request, store), bot, faults=faults, limit=limit)


def _of_bot(request: Request) -> list[dict[str, object]]:
    with opened(request) as store:
        name = _name(request, store)
        views = views_of(request)
        cells = views.get(store, name, pages.table_of_all)
        standings = views.get(store, name, pages.board)
        found = pages.bot_page(store, name, request.path_params["bot"], standings, cells)
    return [cell_record(cell) for cell in found.met]


def _of_pairing(request: Request) -> tuple[MatchRow, ...]:
    one, other = request.path_params["one"], request.path_params["other"]
    with opened(request) as store:
        name = _name(request, store)
        cells = views_of(request).get(store, name, pages.table_of_all)
        found = pages.pairing_page(store, name, one, other, cells)
    return found.matches


def _checked(request: Request) -> str:
    with opened(request) as store:
        return _name(request, store)


def _rated(request: Request) -> str:
    """The same of a tournament of which results are made."""
    with opened(request) as store:
        return store.rated(_name(request, store)).name


def _name(request: Request, store: Store) -> str:
    """The tournament's. Raises `NotFoundError` if there is none of that name."""
    found = heading_of(request, store).current
    if found is None:
        raise NotFoundError("no tournament yet")
    return found.name


def _tournament(stored: StoredTournament) -> dict[str, Any]:
    """What is public of it: its seed only once `arena reveal` has made it so."""
    return {
        "tournament": stored.name,
        "format": stored.format,
        "created": stored.created,
        "commitment": stored.commitment,
        "revealed": stored.revealed,
        "seed": stored.seed if stored.revealed else None,
        "bots": [
            {
                "bot": bot.name,
                "version": bot.version,
                "author": bot.author,
                "language": bot.language,
            }
            for bot in stored.entrants
        ],
    }


def _json(value: object) -> Response:
    return Response(
        msgspec.json.encode(value),
        media_type="application/json",
        headers={"cache-control": "no-cache"},
    )
